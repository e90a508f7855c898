import { type Fields, fieldsOf, isFields, listIn, textIn, without } from '../../domain/json/fields.ts';
import type { WholeChat } from '../chat-file.ts';
import { ChatMaking, characterOf, type DocumentFormat, momentOf, type Unsaid } from './document.ts';

/** Who says a message: the human, the character by its name in the file, or that of the message. */
const speakerOf = (who: Fields, making: ChatMaking, character: () => string): string =>
  who.is_human === true ? making.human : character();

/** Replies that were not chosen stand behind the one that was, each with `is_alternative`. */
function saidIn(msgs: readonly Fields[]): { readonly message: Fields; readonly others: Fields[] }[] {
  const said: { message: Fields; others: Fields[] }[] = [];
  for (const message of msgs) {
    const last = said.at(-1);
    if (message.is_alternative === true && last) last.others.push(message);
    else said.push({ message, others: [] });
  }
  return said;
}

function fromHistory(history: Fields, unsaid: Unsaid, name: string): WholeChat {
  const making = new ChatMaking('character_ai', unsaid);
  making.from(momentOf(history.created));
  const messages = saidIn(listIn(history.msgs)).map(({ message, others }) => {
    const src = fieldsOf(message.src);
    return making.say({
      by: speakerOf(src, making, () => characterOf(unsaid, name || textIn(src.name))),
      text: textIn(message.text),
      at: momentOf(message.created),
      foreign: without(message, ['text']),
      others: others.map((one) => ({ text: textIn(one.text), foreign: without(one, ['text']) })),
    });
  });
  const createdAt = momentOf(history.created);
  return making.chat({ messages, createdAt, foreign: without(history, ['msgs']) });
}

function fromTurns(chat: Fields, unsaid: Unsaid, name: string): WholeChat {
  const making = new ChatMaking('character_ai', unsaid);
  const turns = listIn(chat.turns);
  const isReversed = (momentOf(turns[0]?.create_time) ?? '') > (momentOf(turns.at(-1)?.create_time) ?? '');
  const messages = (isReversed ? turns.toReversed() : turns).flatMap((turn) => {
    const candidates = listIn(turn.candidates);
    const chosen = candidates.find((one) => one.candidate_id === turn.primary_candidate_id) ?? candidates[0];
    if (!chosen) return [];
    const author = fieldsOf(turn.author);
    const others = candidates.filter((one) => one !== chosen);
    const said = making.say({
      by: speakerOf(author, making, () => characterOf(unsaid, name || textIn(author.name))),
      text: textIn(chosen.raw_content),
      at: momentOf(turn.create_time),
      foreign: { ...without(turn, ['candidates']), candidate: without(chosen, ['raw_content']) },
      others: others.map((one) => ({
        text: textIn(one.raw_content),
        foreign: without(one, ['raw_content']),
      })),
    });
    return [said];
  });
  return making.chat({ messages, foreign: without(chat, ['turns']) });
}

const historiesOf = ({ histories }: Fields): readonly Fields[] =>
  listIn(isFields(histories) ? histories.histories : histories);

function* chats(file: Fields, unsaid: Unsaid): Generator<WholeChat> {
  const { name, participant__name } = fieldsOf(file.character);
  const character = textIn(name) || textIn(participant__name);
  const all = Array.isArray(file.turns) ? [file] : historiesOf(file);
  for (const chat of all) {
    if (listIn(chat.turns).length > 0) yield fromTurns(chat, unsaid, character);
    else if (listIn(chat.msgs).length > 0) yield fromHistory(chat, unsaid, character);
  }
}

/**
 * What tools export from Character.AI: all `histories` of a character with their `msgs`, or, of its newer chats, the
 * `turns` of one with all `candidates`.
 */
export const characterAi: DocumentFormat = {
  is: (file) =>
    listIn(file.turns).some(({ candidates }) => Array.isArray(candidates)) ||
    historiesOf(file).some(({ msgs, turns }) => Array.isArray(msgs) || Array.isArray(turns)),
  chats,
};
