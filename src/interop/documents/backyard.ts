import { type Fields, fieldsOf, listIn, textIn, without } from '../../domain/json/fields.ts';
import type { FileMessage, WholeChat } from '../chat-file.ts';
import { ChatMaking, characterOf, type DocumentFormat, momentOf, type Unsaid } from './document.ts';

/** `#{character}` and `#{user}` are the names in its texts. */
const named = (text: string, character: string, user: string): string =>
  text.replace(/#\{(character|user)\}/gi, (_, who: string) =>
    who.toLowerCase() === 'user' ? user : character,
  );

/** A chat of pairs: what was put in and what came out. */
function fromItems(file: Fields, items: readonly Fields[], unsaid: Unsaid): WholeChat {
  const making = new ChatMaking('backyard', unsaid);
  const character = characterOf(unsaid);
  const messages = items.flatMap((item): FileMessage[] => {
    const at = momentOf(item.timestamp ?? item.createdAt);
    const foreign = without(item, ['input', 'output']);
    const [input, output] = [textIn(item.input), textIn(item.output)];
    return [
      ...(input.trim() ? [making.say({ by: making.human, text: input, at, foreign })] : []),
      ...(output.trim() ? [making.say({ by: character, text: output, at, foreign })] : []),
    ];
  });
  const { chat } = file;
  return making.chat({
    messages,
    foreign: { ...without(file, ['chat']), ...without(fieldsOf(chat), ['ChatItems']) },
  });
}

const newest = (outputs: readonly Fields[]): Fields | undefined =>
  outputs.reduce<Fields | undefined>((best, one) => {
    const [a, b] = [momentOf(one.activeTimestamp), momentOf(best?.activeTimestamp)];
    return !best || (a !== null && a > (b ?? '')) ? one : best;
  }, undefined);

/** A scenario of an archive: what the character says has several outputs, of which the last one looked at is chosen. */
function fromMessages(file: Fields, unsaid: Unsaid): WholeChat {
  const making = new ChatMaking('backyard', unsaid);
  const character = () => characterOf(unsaid, textIn(fieldsOf(file.character).displayName));
  const text = (said: string) => (said.includes('#{') ? named(said, character(), making.human) : said);
  const messages = listIn(file.messages).map((message) => {
    const foreign = without(message, ['text', 'outputs']);
    const said = { at: momentOf(message.createdAt), foreign };
    if (message.type === 'human')
      return making.say({ by: making.human, text: text(textIn(message.text)), ...said });
    const outputs = listIn(message.outputs);
    const chosen = newest(outputs);
    return making.say({
      by: character(),
      text: text(textIn(chosen?.text)),
      at: momentOf(chosen?.createdAt) ?? said.at,
      foreign,
      others: outputs.map((one) => ({ text: text(textIn(one.text)), at: momentOf(one.createdAt) })),
    });
  });
  const { title } = file;
  return making.chat({ title: textIn(title), messages, foreign: without(file, ['messages']) });
}

const itemsOf = ({ chat, ChatItems }: Fields): unknown => fieldsOf(chat).ChatItems ?? ChatItems;

function* chats(file: Fields, unsaid: Unsaid): Generator<WholeChat> {
  const items = itemsOf(file);
  yield Array.isArray(items) ? fromItems(file, listIn(items), unsaid) : fromMessages(file, unsaid);
}

/** Backyard's (once Faraday's) chats: an exported one with `ChatItems`, or a scenario of its `.byaf` archive, unpacked. */
export const backyard: DocumentFormat = {
  is: (file) =>
    Array.isArray(itemsOf(file)) ||
    listIn(file.messages).some(
      ({ type, outputs }) => type === 'human' || (type === 'ai' && Array.isArray(outputs)),
    ),
  chats,
};
