import type { Play, PlayEvent } from '../play/play.ts';
import type { Context } from './context.ts';
import { messageLine, messageText } from './shapes.ts';

/** How long things take where the clock stands still (`--now`). */
const stopped = { firstTokenMs: 0, totalMs: 0 };

/** Whether what streams cannot turn out to be a whisper for others any more. */
function isCertain({ settings: { tag, reveal } }: Context, play: Play): boolean {
  return !tag.enabled || tag.heads || reveal === 'strict' || play.state().cast.length <= 2;
}

/**
 * Prints what happens in a chat as the played character perceives it. A streamed text may still turn out to be
 * a whisper for others; what was printed cannot be taken back, so it is held until the audience is certain,
 * unless nobody could be whispered to.
 */
export function printTalk(context: Context, play: Play): () => void {
  const { out } = context;
  const { playing } = play.state();
  const world = () => context.store.chats.read(play.state().chat.id).world;
  let held: PlayEvent[] = [];
  let certain: boolean | null = null;
  const printDelta = (event: PlayEvent) => {
    if (event.type !== 'delta' || !out.isJson) return;
    out.result({ type: 'delta', speaker: event.speaker.name, text: event.text }, '');
  };
  const printUsage = (event: Extract<PlayEvent, { type: 'usage' }>) => {
    if (!out.isJson) return;
    const times = context.globals.now === undefined ? {} : stopped;
    out.result({ type: 'usage', speaker: event.speaker.name, ...event.usage, ...times }, '');
  };
  return play.subscribe((event) => {
    if (event.type !== 'delta') certain = null;
    switch (event.type) {
      case 'delta':
        certain ??= isCertain(context, play);
        if (certain) printDelta(event);
        else held.push(event);
        break;
      case 'message':
        for (const delta of held) printDelta(delta);
        held = [];
        out.result(messageLine(event.message, world(), playing.id), () =>
          messageText(play.shown(event.message, 0), world()),
        );
        break;
      case 'usage':
        printUsage(event);
        break;
      case 'stream_end':
        held = [];
        break;
      case 'notice':
        out.notice(event.message);
        break;
      default:
        break;
    }
  });
}
