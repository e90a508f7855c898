import { isOutOfCharacter } from '../../domain/audience/ooc.ts';
import { decide } from '../../domain/decide/decide.ts';
import { SottoError } from '../../domain/errors.ts';
import type { Persona } from '../../domain/events/events.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import { requirePresent } from '../../domain/world/names.ts';
import { type Member, memberOf } from '../../domain/world/world.ts';
import type { ChatState } from '../../store/state.ts';
import { requireIdle, requireQuiet } from '../chat/idle.ts';
import type { OpenChat } from '../chat/open-chat.ts';
import type { SayOptions } from '../chat/play-state.ts';
import { markStored } from '../chat/stored.ts';
import { answering, goingOn, likelyAnswerers, mayGoOn, recentFor } from '../director/choosing.ts';
import { takeChosen } from '../director/next-speakers.ts';
import { humansOf } from '../director/situation.ts';
import { recordedAnswer } from '../planning/answered.ts';
import type { WantedLine } from '../planning/wanted-line.ts';
import { whenWritable } from '../terminals/when-writable.ts';
import { typedIn } from '../texts/scripts.ts';
import { versionsOf } from '../tree/versions.ts';
import { converse, generating, inTurn, linesOf } from './converse.ts';

const replyKinds = new Set([
  'reply_received',
  'reply_cut_short',
  'reply_continued',
  'opening_given',
  'message_imported',
]);

/** Who the human is while writing as this character; nothing where no persona is worn. */
function personaOf({ human: { member, persona } }: OpenChat, { id }: Member): { persona?: Persona } {
  return persona && id === member.id ? { persona } : {};
}

const stoppedBefore = (): SottoError => {
  const message = 'stopped while another program was writing to the store; nothing was said';
  return new SottoError('interrupted', 'interrupted', message);
};

/** Writes what the human says as the played character and lets the director answer. Throws SottoError `interrupted` when it is stopped before the store can be written. */
export async function say(chat: OpenChat, text: string, options: SayOptions = {}): Promise<void> {
  requireQuiet(chat);
  const speaker = options.as === undefined ? chat.played : chat.perspective.member(options.as);
  const chosen = options.reply?.map((name) => requirePresent(chat.perspective.member(name)).id);
  const to = options.to && { to: options.to };
  const said = { type: 'say' as const, speaker: speaker.id, raw: text, fillIn: typedIn(chat), ...to };
  const decided = ({ world }: ChatState) => {
    const decision = decide(world, { ...said, ...personaOf(chat, speaker) }, chat.parts.settings.tag);
    if ('refused' in decision) throw new SottoError('usage', decision.refused.code, decision.refused.message);
    return decision.events;
  };
  const writing = whenWritable(chat, () => chat.write('human', decided));
  const written = writing instanceof Promise ? await writing : writing;
  if (!written) throw stoppedBefore();
  chat.publish(written);
  const how = options.maxTokens === undefined ? {} : { maxTokens: options.maxTokens };
  await answerWords(chat, chat.view(speaker.id).find(written.events[0]?.id ?? ''), { chosen, how }).catch(
    (error: unknown) => {
      throw markStored(error);
    },
  );
}

/** Lets those who are chosen, else whom the director chooses, answer what the human has just said. */
async function answerWords(
  chat: OpenChat,
  said: Message | undefined,
  { chosen, how }: { chosen: readonly CharacterId[] | undefined; how: Pick<WantedLine, 'maxTokens'> },
): Promise<void> {
  if (!chosen && said && isOutOfCharacter(said.text, chat.parts.settings.ooc)) return;
  const first = chosen ?? (said && takeChosen(chat, said));
  if (first?.length === 0) return;
  if (first) await inTurn(chat, () => linesOf(chat, first, how), said?.id);
  else if (said) await answer(chat, said, how);
}

/** Lets whom the director chooses answer a message. */
async function answer(chat: OpenChat, said: Message, how: Pick<WantedLine, 'maxTokens'> = {}): Promise<void> {
  const { speakers, asksModel } = likelyAnswerers(
    chat,
    said,
    recentFor(chat, said.speaker ?? 'everyone', said.id),
  );
  if (speakers.length === 0 && !asksModel) return;
  await converse(chat, async (signal) => linesOf(chat, await answering(chat, said, signal), how), said.id);
}

/** Lets the director say who goes on without the human. False when nobody does. */
export async function goOn(chat: OpenChat): Promise<boolean> {
  requireIdle(chat);
  if (!mayGoOn(chat)) return false;
  let wanted: readonly WantedLine[] = [];
  await converse(chat, async (signal) => {
    wanted = linesOf(chat, await goingOn(chat, signal));
    return wanted;
  });
  return wanted.length > 0;
}

/** One reply by this character to what it has perceived. */
export async function reply(chat: OpenChat, by: string, maxTokens?: number): Promise<void> {
  requireIdle(chat);
  const speaker = requirePresent(chat.perspective.member(by));
  const how = maxTokens === undefined ? {} : { maxTokens };
  await inTurn(chat, () => linesOf(chat, [speaker.id], how));
}

/** The message that is to be generated again or gone on with: the last one that the played character perceives. */
function lastMessage(chat: OpenChat): Message {
  const last = chat.view().last(1)[0];
  if (last) return last;
  throw new SottoError('usage', 'nothing_said', 'nothing was said yet; write something first');
}

const isReply = (chat: OpenChat, message: Message): boolean =>
  replyKinds.has(chat.parts.store.eventAt(chat.id, chat.parts.store.placeOf(message.id))?.kind ?? '');

/** Whether a reply follows the words of a human, so that somebody may speak up after it (RP-100). */
const answersHuman = (chat: OpenChat, reply: Message): boolean => {
  const before = chat.view().last(1, reply.id)[0]?.speaker;
  return before != null && humansOf(chat, reply.speaker ?? 'everyone').has(before);
};

/** Another version of the last reply, beside it; after the human's own words, the reply that is missing. */
export async function regenerate(chat: OpenChat): Promise<void> {
  requireIdle(chat);
  const last = lastMessage(chat);
  const { tree } = chat.parts.store;
  if (!isReply(chat, last)) {
    await answer(chat, last);
    return;
  }
  const speaker = memberOf(chat.state.world, last.speaker);
  if (!speaker)
    throw new SottoError('usage', 'no_speaker', 'the last message has no speaker to write it again');
  const place = tree.before(chat.id, chat.parts.store.placeOf(last.id));
  const alternatives = versionsOf(chat, last, speaker.id).length;
  const wanted = { speaker, place, alternatives, head: chat.state.head };
  const said = recordedAnswer(chat, last);
  if (answersHuman(chat, last)) await converse(chat, () => [wanted], said);
  else await inTurn(chat, () => [wanted], said);
}

/** Goes on with the last message, in one revision of it. */
export async function continueReply(chat: OpenChat): Promise<void> {
  requireIdle(chat);
  const continues = lastMessage(chat);
  const speaker = memberOf(chat.state.world, continues.speaker);
  if (!speaker)
    throw new SottoError('usage', 'no_speaker', 'the last message has no speaker to go on with it');
  requirePresent(speaker);
  await generating(chat, (line) => line({ speaker, continues }), recordedAnswer(chat, continues));
}
