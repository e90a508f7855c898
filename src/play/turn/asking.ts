import { canonicalAudience } from '../../domain/audience/audience.ts';
import type { MessageId } from '../../domain/message.ts';
import { requirePresent } from '../../domain/world/names.ts';
import { type Member, presentIn } from '../../domain/world/world.ts';
import { askBeside } from '../beside/ask.ts';
import { quotedChat, quotedText } from '../beside/quoted.ts';
import type { Answered, AskingPlay, AskOptions } from '../chat/asking-play.ts';
import { requireIdle } from '../open/idle.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { catchUp } from '../terminals/mirror.ts';

/** The answer as a line of whoever gave it, which nobody hears but them and the one who is played. */
function kept(chat: OpenChat, { id: speaker }: Member, text: string): MessageId | null {
  const hearers = presentIn(chat.stage).filter((id) => id === speaker || id === chat.viewer);
  const knownTo = canonicalAudience(chat.stage, hearers);
  const confided = knownTo.length === 0 && { confided: true };
  const payload = { speaker, raw: text, text, knownTo, ...confided };
  const { events } = chat.record('human', () => [{ kind: 'message_said', payload }]);
  return events[0]?.id ?? null;
}

/** Asks as one command of a person: whoever is asked is seen writing, unless a line is written that nobody is told of. */
async function asked(
  chat: OpenChat,
  name: string,
  { chat: other, file, keep = false, ...question }: AskOptions,
  abort: AbortController,
): Promise<Answered> {
  const speaker = chat.perspective.member(name);
  if (keep) requirePresent(speaker);
  const text = file && quotedText(`the file ${file.name}`, file.text);
  const about = other === undefined ? text : quotedChat(chat, speaker, other);
  const { session } = chat;
  if (!session.generating) session.generates({ speaker, isHidden: false, reading: null, abort });
  chat.emit({ type: 'state' });
  try {
    const answer = await askBeside(chat, speaker, { ...question, about }, abort.signal);
    return { ...answer, kept: keep ? kept(chat, speaker, answer.text) : null };
  } finally {
    if (session.generating?.abort === abort) session.generates(null);
    chat.emit({ type: 'state' });
  }
}

/** What asks the characters of a chat beside the play, and what stops that. */
export function askingOf(chat: OpenChat): { play: AskingPlay; stop: () => void } {
  let under: AbortController | null = null;
  const play: AskingPlay = {
    stopCall() {
      const { call } = chat.session;
      if (!call || call.abort.signal.aborted || !chat.perspective.running(call)) return false;
      call.abort.abort();
      return true;
    },
    async ask(name, options) {
      requireIdle(chat);
      catchUp(chat);
      under = new AbortController();
      return asked(chat, name, options, under);
    },
  };
  return { play, stop: () => under?.abort() };
}
