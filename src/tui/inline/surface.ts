import type { WriteStream } from 'node:tty';
import { SottoError } from '../../domain/errors.ts';
import type { PlayEvent } from '../../play/chat/play-state.ts';
import { type Frame, frameBytes } from '../terminal/frame.ts';
import type { Size } from '../terminal/ink-renderer.ts';
import type { Painter } from '../terminal/painter.ts';
import { measure, tallFrom, tooSmall } from '../terminal/places.ts';
import type { InlineChat } from './inline-chat.ts';
import { liveBytes } from './live-bytes.ts';

/** A screen, as far as what shows it asks for rows. */
interface Drawable {
  frame(): Frame;
  /** What stands below the transcript, and the cursor in it. */
  below(): Pick<Frame, 'rows' | 'cursor'>;
}

/** What of the terminal a screen takes: all of it, or live rows below what is printed for good. */
export interface Surface {
  readonly bytes: (before: Frame | null, after: Frame) => string;
  /** What the screen is laid out for. */
  size(): Size;
  frame(screen: Drawable): Frame;
  hear(event: PlayEvent): void;
  /** Takes all that is shown off the terminal. Throws SottoError where it is in the scrollback. */
  wipe(painter: Paints): void;
  /** The terminal has another size. */
  resized(painter: Paints): void;
}

type Paints = Pick<Painter, 'reset' | 'invalidate'>;

const cannotHide =
  'what is in the scrollback cannot be hidden: hand over the keyboard in the full screen (`sotto play`)';

const sizeOf = ({ columns, rows }: WriteStream): Size => ({ columns: columns || 80, rows: rows || 24 });

/** The whole terminal. */
const fullSurface = (stdout: WriteStream): Surface => ({
  bytes: frameBytes,
  size: () => sizeOf(stdout),
  frame: (screen) => screen.frame(),
  hear: () => undefined,
  wipe: (painter) => painter.reset(),
  resized: (painter) => painter.reset(),
});

/** Live rows, at most about half of the terminal beside what is written in them, below the chat in the terminal's scrollback. */
const inlineSurface = (stdout: WriteStream, chat: InlineChat): Surface => ({
  bytes: liveBytes,
  size: () => {
    const { columns, rows } = sizeOf(stdout);
    const height = Math.min(tallFrom - 1, Math.max(10, Math.floor(rows / 2) + 4));
    return { columns: Math.min(columns, measure), rows: Math.min(rows, height) };
  },
  frame: (screen) => {
    const size = sizeOf(stdout);
    const small = tooSmall(size);
    if (small !== null) return { ...small, rows: small.rows.slice(0, 1) };
    const above = chat.printed(size);
    const { rows: below, cursor } = screen.below();
    const most = Math.max(1, Math.min(Math.floor(size.rows / 2), size.rows - 1 - below.length));
    const growing = chat.growing(size, most);
    return {
      ...{ columns: size.columns, above, rows: [...growing, ...below], region: { top: 0, height: 0 } },
      cursor: cursor && { row: cursor.row + growing.length, column: cursor.column },
    };
  },
  hear: (event) => chat.hear(event),
  wipe: () => {
    throw new SottoError('usage', 'needs_screen', cannotHide);
  },
  resized: (painter) => painter.invalidate(),
});

/** What of this terminal a screen takes; `chat` makes what is printed where it does not take it whole. */
export const surfaceOf = (
  { stdout, isInline }: { readonly stdout: WriteStream; readonly isInline: boolean },
  chat: () => InlineChat,
): Surface => (isInline ? inlineSurface(stdout, chat()) : fullSurface(stdout));
