import { decide, requireMember } from '../domain/decide.ts';
import { SottoError } from '../domain/errors.ts';
import type { CharacterId, Message } from '../domain/message.ts';
import { memberOf } from '../domain/world.ts';
import { speakersAfter, speakersAfterWhisper } from './director.ts';
import { answeredBy, generate } from './generate.ts';
import type { OpenChat } from './open-chat.ts';
import type { WantedLine } from './plan.ts';
import type { SayOptions } from './play.ts';
import { typedIn } from './scripts.ts';
import { versionsOf } from './versions.ts';

const recentMessages = 20;
const replyKinds = new Set([
  'reply_received',
  'reply_cut_short',
  'reply_continued',
  'opening_given',
  'message_imported',
]);

/** Throws when a reply is being generated: one command at a time. */
export function requireIdle(chat: OpenChat): void {
  if (!chat.generating) return;
  const message = 'a reply is being written; wait for its end or stop it with Esc';
  throw new SottoError('usage', 'busy', message);
}

/** Generates as one command of a person, from its first speaker to its last; `stop` ends them all. */
async function generating(
  chat: OpenChat,
  work: (line: (wanted: WantedLine) => Promise<Message | null>) => Promise<unknown>,
): Promise<void> {
  const abort = new AbortController();
  try {
    await work((wanted) => {
      chat.generating = {
        speaker: wanted.speaker,
        isHidden: isHidden(chat, wanted),
        reading: null,
        abort,
      };
      chat.emit({ type: 'state' });
      return generate(chat, wanted, abort.signal);
    });
  } finally {
    chat.generating = null;
    chat.emit({ type: 'state' });
  }
}

/** Whether a line that nobody has read yet is none of the played character's business. */
function isHidden(chat: OpenChat, wanted: WantedLine): boolean {
  const { untaggedReply } = chat.parts.settings;
  const { knownTo } = (wanted.continues ?? (untaggedReply === 'inherit' && answeredBy(chat, wanted))) || {};
  return knownTo !== undefined && knownTo.length > 0 && !knownTo.includes(chat.played.id);
}

/** Lets speakers talk in turn; private replies that miss the played character call their recipients (AutoTurn). */
async function converse(chat: OpenChat, first: readonly CharacterId[], maxTokens?: number): Promise<void> {
  const { autoTurn, maxHops } = chat.parts.settings;
  const queue = first.flatMap((id) => memberOf(chat.state.world, id) ?? []);
  if (queue.length === 0) return;
  await generating(chat, async (line) => {
    let hops = 0;
    for (let speaker = queue.shift(); speaker; speaker = queue.shift()) {
      const reply = await line({ speaker, ...(maxTokens !== undefined && { maxTokens }) });
      if (chat.generating?.abort.signal.aborted) return;
      if (!reply || !autoTurn || queue.length > 0 || hops >= maxHops) continue;
      hops += 1;
      const called = speakersAfterWhisper(chat.state.world, reply, chat.played.id);
      queue.push(...called.flatMap((id) => memberOf(chat.state.world, id) ?? []));
    }
  });
}

/** Writes what the human says as the played character and lets the director answer. */
export async function say(chat: OpenChat, text: string, options: SayOptions = {}): Promise<void> {
  requireIdle(chat);
  const { world } = chat.state;
  const speaker = options.as === undefined ? chat.played : requireMember(world, options.as);
  const chosen = options.reply?.map((name) => requireMember(world, name).id);
  const to = options.to && { to: options.to };
  const written = chat.record('human', (state) => {
    const decision = decide(
      state.world,
      { do: 'say', speaker: speaker.id, raw: text, fillIn: typedIn(chat), ...to },
      chat.parts.settings.tag,
    );
    if ('refused' in decision) throw new SottoError('usage', decision.refused.code, decision.refused.message);
    return decision.events;
  });
  const view = chat.view(speaker.id);
  const said = view.find(written.events[0]?.id ?? '');
  const recent = said ? view.last(recentMessages, said.id) : [];
  const speakers = chosen ?? (said ? speakersAfter(chat.state.world, said, recent) : []);
  await converse(chat, speakers, options.maxTokens);
}

/** One reply by this character to what it has perceived. */
export async function reply(chat: OpenChat, by: string, maxTokens?: number): Promise<void> {
  requireIdle(chat);
  await converse(chat, [requireMember(chat.state.world, by).id], maxTokens);
}

/** The message that is to be generated again or gone on with: the last one that the played character perceives. */
function lastMessage(chat: OpenChat): Message {
  const last = chat.view().last(1)[0];
  if (last) return last;
  throw new SottoError('usage', 'nothing_said', 'nothing was said yet; write something first');
}

const isReply = (chat: OpenChat, message: Message): boolean =>
  replyKinds.has(chat.parts.store.eventAt(chat.id, chat.parts.store.placeOf(message.id))?.kind ?? '');

/** Another version of the last reply, beside it; after the human's own words, the reply that is missing. */
export async function regenerate(chat: OpenChat): Promise<void> {
  requireIdle(chat);
  const last = lastMessage(chat);
  const { tree } = chat.parts.store;
  if (!isReply(chat, last)) {
    await converse(chat, speakersAfter(chat.state.world, last, chat.view().last(recentMessages, last.id)));
    return;
  }
  const speaker = memberOf(chat.state.world, last.speaker);
  if (!speaker)
    throw new SottoError('usage', 'no_speaker', 'the last message has no speaker to write it again');
  const place = tree.before(chat.id, chat.parts.store.placeOf(last.id));
  const alternatives = versionsOf(chat, last, speaker.id).length;
  await generating(chat, (line) => line({ speaker, place, alternatives }));
}

/** Goes on with the last message, in one revision of it. */
export async function continueReply(chat: OpenChat): Promise<void> {
  requireIdle(chat);
  const continues = lastMessage(chat);
  const speaker = memberOf(chat.state.world, continues.speaker);
  if (!speaker)
    throw new SottoError('usage', 'no_speaker', 'the last message has no speaker to go on with it');
  await generating(chat, (line) => line({ speaker, continues }));
}
