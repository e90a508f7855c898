import { isOutOfCharacter } from '../../domain/audience/ooc.ts';
import { SottoError } from '../../domain/errors.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import { requirePresent } from '../../domain/world/names.ts';
import { type Member, memberOf, presentIn } from '../../domain/world/world.ts';
import { skipIn } from '../../domain/world/world-time.ts';
import { quoteForgedLines, shortened, spoken } from '../../prompt/lines.ts';
import { personaOf } from '../chat/human.ts';
import type { SayOptions } from '../chat/play-state.ts';
import { Remembered } from '../chat/remembered.ts';
import { markStored } from '../chat/stored.ts';
import { namedIn } from '../director/addressee.ts';
import {
  choiceDependsOn,
  chosenOf,
  type LikelySpeakers,
  likelyAnswerers,
  likelyToGoOn,
} from '../director/choosing.ts';
import { takeChosen } from '../director/next-speakers.ts';
import { humansOf } from '../director/situation.ts';
import { whenWritable } from '../lease/when-writable.ts';
import { beforeTurnOf, lastLine, messageAt } from '../open/address.ts';
import { requireIdle, requireQuiet } from '../open/idle.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { Perspective } from '../open/perspective.ts';
import { recordedAnswer } from '../planning/answered.ts';
import { requireFits } from '../planning/own-words.ts';
import type { Replaced, WantedLine } from '../planning/wanted-line.ts';
import { typedIn } from '../texts/scripts.ts';
import { decided, withTakenBack } from '../tree/changes.ts';
import { tellReturning } from '../tree/going.ts';
import { asItReads, keptAt } from '../tree/keeping.ts';
import { writtenTimes } from '../tree/message-versions.ts';
import { type Choose, converse, linesOf } from './converse.ts';
import { tellOtherPlayer } from './other-player.ts';

const replyKinds = new Set([
  'reply_received',
  'reply_cut_short',
  'reply_continued',
  'opening_given',
  'message_imported',
]);

const stoppedBefore = (): SottoError => {
  const message = 'stopped while another program was writing to the store; nothing was said';
  return new SottoError('interrupted', 'interrupted', message);
};

/** A line that says nothing but that time passes may be meant so: it is told how that is done, and nothing else. */
function offerSkip(chat: OpenChat, text: string): void {
  const phrase = skipIn(text);
  if (phrase !== null)
    chat.emit({
      type: 'notice',
      message: `this only describes time passing; \`sotto skip "${phrase}"\` lets that time pass`,
    });
}

/** A question to nobody but somebody out of hearing, as far as its speaker knows them: it is told that they hear nothing. */
function tellUnheard(chat: OpenChat, speaker: CharacterId, text: string): void {
  const { known, present, isThere } = new Perspective(chat, speaker);
  if (!isThere || !/[?？]/.test(text)) return;
  const { certain } = namedIn(text, known.cast);
  const asked = known.cast.filter(({ id, isGone }) => !isGone && certain.includes(id));
  if (asked.length === 0 || asked.some(({ id }) => present.includes(id))) return;
  const [{ name } = { name: '' }] = asked;
  const message =
    asked.length === 1
      ? `${name} is away and hears nothing; \`sotto join "${name}"\` brings them in`
      : `${asked.map((one) => one.name).join(' and ')} are away and hear nothing`;
  chat.emit({ type: 'notice', message });
}

/** Writes what the human says as the played character and lets the director answer. Throws SottoError `message_too_large` where no prompt could hold it, `interrupted` when it is stopped before the store can be written. */
export async function say(chat: OpenChat, text: string, options: SayOptions = {}): Promise<void> {
  const checking = requireFits(chat, text, options.maxTokens);
  if (checking) await checking;
  requireQuiet(chat);
  const speaker = options.as === undefined ? chat.played : chat.perspective.member(options.as);
  const chosen = options.reply?.map((name) => requirePresent(chat.perspective.member(name)).id);
  const to = options.to && { to: options.to };
  const said = { type: 'say' as const, speaker: speaker.id, raw: text, fillIn: typedIn(chat), ...to };
  const command = () => decided(chat, { ...said, ...personaOf(chat, speaker.id) });
  if (speaker.id === chat.viewer && options.isMeant !== true) tellOtherPlayer(chat);
  const writing = whenWritable(chat, () => chat.write('human', command()));
  const written = writing instanceof Promise ? await writing : writing;
  if (!written) throw stoppedBefore();
  chat.publish(written);
  offerSkip(chat, text);
  tellUnheard(chat, speaker.id, text);
  const message = chat.view(speaker.id).find(written.events[0]?.id ?? '');
  const isOutOfPlay = message && isOutOfCharacter(message.text, chat.parts.settings.ooc);
  const first = chosen ?? (isOutOfPlay ? [] : message && takeChosen(chat, message));
  await answer(chat, message, { first, how: { maxTokens: options.maxTokens } }).catch((error: unknown) => {
    throw markStored(error);
  });
}

/** Lets those who were chosen, else whom the director chooses, answer a message; it is decided once who that is. */
async function answer(
  chat: OpenChat,
  said: Message | undefined,
  { first, how }: { first?: readonly CharacterId[] | undefined; how?: Pick<WantedLine, 'maxTokens'> } = {},
): Promise<void> {
  if (first) {
    if (first.length > 0)
      await converse(chat, () => linesOf(chat, first, how), { said: said?.id, isFixed: true });
    return;
  }
  if (!said) return;
  const choose = chooser(chat, () => likelyAnswerers(chat, said), { said, how });
  if (choose) await converse(chat, choose, { said: said.id, isOpen: true });
}

/**
 * A choice of speakers that is made once, and again only when another terminal has changed the chat before they have their
 * turn; null when nobody can speak.
 */
function chooser(
  chat: OpenChat,
  decide: () => LikelySpeakers,
  { said, how }: { said?: Message; how?: Pick<WantedLine, 'maxTokens'> | undefined } = {},
): Choose | null {
  const choice = new Remembered<LikelySpeakers>();
  const likely = () => choice.of(choiceDependsOn(chat), decide);
  if (likely().speakers.length === 0 && !likely().asksModel) return null;
  return async (signal) => linesOf(chat, await chosenOf(chat, likely(), signal, said), how);
}

/** Lets the director say who goes on without the human. False when nobody does. */
export async function goOn(chat: OpenChat): Promise<boolean> {
  requireIdle(chat);
  const choose = chooser(chat, () => likelyToGoOn(chat));
  let wanted: readonly WantedLine[] = [];
  const remember = async (signal: AbortSignal) => {
    wanted = (await choose?.(signal)) ?? [];
    return wanted;
  };
  if (choose) await converse(chat, remember, { isOpen: true });
  return wanted.length > 0;
}

/** One reply by this character to what it has perceived. */
export async function reply(chat: OpenChat, by: string, maxTokens?: number): Promise<void> {
  requireIdle(chat);
  const speaker = requirePresent(chat.perspective.member(by));
  await converse(chat, () => linesOf(chat, [speaker.id], { maxTokens }));
}

/** The message that is to be generated again or gone on with: the last one that the played character perceives. */
function lastMessage(chat: OpenChat): Message {
  const last = lastLine(chat.view());
  if (last) return last;
  throw new SottoError('usage', 'nothing_said', 'nothing was said yet; write something first');
}

function speakerOf(chat: OpenChat, { speaker }: Message, wanted: string): Member {
  const member = memberOf(chat.stage, speaker);
  if (member) return member;
  throw new SottoError('usage', 'no_speaker', `the last message has no speaker to ${wanted}`);
}

/** Whether a line is what a model, a card or a file has somebody say, so that another version can be made of it. */
export const isReply = (chat: OpenChat, message: Message): boolean =>
  replyKinds.has(chat.parts.store.eventAt(chat.id, chat.parts.store.placeOf(message.id))?.kind ?? '');

/** Whether a reply follows the words of a human, so that somebody may speak up after it (RP-100). */
const answersHuman = (chat: OpenChat, reply: Message): boolean => {
  const before = chat.view().last(1, reply.id)[0]?.speaker;
  const there = presentIn(chat.stage);
  return before != null && humansOf(chat, reply.speaker ?? 'everyone', there).has(before);
};

/** Another version of the last reply, beside it; after the human's own words, the reply that is missing. */
export async function regenerate(chat: OpenChat): Promise<void> {
  requireIdle(chat);
  const last = lastMessage(chat);
  await (isReply(chat, last) ? anew(chat, last) : answer(chat, last));
}

/** Another version of the last reply, whose speaker is told this, and how it read, for this one generation. Throws SottoError `no_reply`. */
export async function refine(chat: OpenChat, instruction: string): Promise<void> {
  requireIdle(chat);
  const last = lastMessage(chat);
  if (isReply(chat, last)) return anew(chat, last, instruction);
  throw noReply('the last message');
}

const noReply = (which: string): SottoError => {
  const message = `${which} is not a reply; edit it with \`edit\`, or let somebody answer first`;
  return new SottoError('usage', 'no_reply', message);
};

/** Another version of a reply. */
async function anew(chat: OpenChat, last: Message, instruction?: string): Promise<void> {
  const speaker = speakerOf(chat, last, 'write it again');
  const before = beforeTurnOf(chat, last);
  tellReturning(chat, before, keptAt(chat, before));
  const alternatives = writtenTimes(chat, last, speaker.id);
  /** It leaves room for the instruction in the quarter that is for texts beside the dialogue. */
  const read = () =>
    quoteForgedLines(
      shortened(spoken(chat.parts.settings, last), chat.parts.settings.budget.hard / 2).text,
      chat.known(speaker.id).cast.map(({ name }) => name),
    );
  const told = instruction !== undefined && { instruction: `${instruction}\nIt read: ${read()}` };
  const wanted = { speaker, alternatives, head: chat.state.head, ...told };
  await converse(chat, () => [{ ...wanted, place: asItReads(chat, before) }], {
    said: recordedAnswer(chat, last),
    isOpen: answersHuman(chat, last),
  });
}

/**
 * A new version of any line of a character's, from its prompt as it was before that line; what came later stands, and how the
 * line read before is among its versions. Throws SottoError `no_reply`.
 */
export async function regenerateKeeping(chat: OpenChat, address: string): Promise<void> {
  requireIdle(chat);
  const message = messageAt(chat, address);
  if (!isReply(chat, message) || message.role !== 'character') throw noReply('that message');
  const speaker = speakerOf(chat, message, 'write it again');
  const alternatives = writtenTimes(chat, message, speaker.id);
  const replaces: Replaced = { message, revise: (at, events) => withTakenBack(chat, at, events) };
  const wanted = { speaker, alternatives, replaces, head: chat.state.head };
  const place = () => asItReads(chat, beforeTurnOf(chat, message), new Set([message.id]));
  await converse(chat, () => [{ ...wanted, place: place() }], { said: recordedAnswer(chat, message) });
}

/** Goes on with the last message, in one revision of it. */
export async function continueReply(chat: OpenChat): Promise<void> {
  requireIdle(chat);
  const continues = lastMessage(chat);
  const speaker = requirePresent(speakerOf(chat, continues, 'go on with it'));
  await converse(chat, () => [{ speaker, continues }], { said: recordedAnswer(chat, continues) });
}
