import { messageLine } from '../app/chats/message-line.ts';
import type { App } from '../app/run/app.ts';
import { messageText, rowLine } from '../commands/shown/shapes.ts';
import type { Message } from '../domain/message.ts';
import type { PlayEvent } from '../play/chat/play-state.ts';
import type { Play } from '../play/play.ts';
import type { Output } from './output.ts';

/** How long things take where the clock stands still (`--now`). */
const stopped = { firstTokenMs: 0, totalMs: 0 };

/** Whether what streams cannot turn out to be a whisper for others any more. */
export function isCertain({ settings: { tag, reveal } }: App, play: Play): boolean {
  return !tag.enabled || tag.heads || reveal === 'strict' || play.state().cast.length <= 2;
}

/** Whether a message that was just committed is a model's. */
const isReply = ({ store }: App, chat: string, { id }: Message): boolean =>
  store.eventAt(chat, store.placeOf(id))?.kind.startsWith('reply_') === true;

/**
 * Prints what happens in a chat as the played character perceives it. A streamed text may still turn out to be
 * a whisper for others; what was printed cannot be taken back, so it is held until the audience is certain,
 * unless nobody could be whispered to. What was held is printed in one piece, be it that nothing of it was shown while it
 * grew: that would tell that it answers what others were told.
 */
export function printTalk(app: App, out: Output, play: Play): () => void {
  const { chat } = play.state();
  const before = play.view().last(1)[0];
  let held = '';
  let certain: boolean | null = null;
  const printDelta = (speaker: string, text: string) => {
    if (out.isJson && text !== '') out.result({ type: 'delta', speaker, text }, '');
  };
  const printMessage = (message: Message) => {
    const line = messageLine(message, play.known());
    const row = rowLine(play.chat, message, play.known());
    const isNew = message.id !== before?.id;
    if (!isCertain(app, play) && isNew && isReply(app, chat.id, message)) held = message.text;
    printDelta(line.speaker, held);
    held = '';
    out.result(row, () => messageText(play.shown(message, 0), play.known()));
  };
  const printUsage = ({ speaker, usage }: Extract<PlayEvent, { type: 'usage' }>) => {
    const times = app.options.now === undefined ? {} : stopped;
    if (out.isJson) out.result({ type: 'usage', speaker: speaker.name, ...usage, ...times }, '');
  };
  return play.subscribe((event) => {
    if (event.type !== 'delta') certain = null;
    switch (event.type) {
      case 'delta':
        certain ??= isCertain(app, play);
        if (certain) printDelta(event.speaker.name, event.text);
        else held += event.text;
        break;
      case 'message':
        printMessage(event.message);
        break;
      case 'usage':
        printUsage(event);
        break;
      case 'stream_end':
        held = '';
        break;
      case 'notice':
        out.notice(event.message);
        break;
      default:
        break;
    }
  });
}
