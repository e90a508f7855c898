import type { ReadStream, WriteStream } from 'node:tty';
import type { App } from '../app/run/app.ts';
import type { Command } from '../commands/command.ts';
import type { Arrival, ReadingWindow, ScreenScope } from '../commands/scope.ts';
import type { KeyBindings } from '../config/screen-keys.ts';
import type { OocStyle } from '../domain/audience/ooc.ts';
import type { Play } from '../play/play.ts';
import type { ScreenProps } from './components/props.ts';
import type { Drawn } from './drawing.tsx';
import type { KeyMap } from './state/key-map.ts';
import type { Size } from './terminal/ink-renderer.ts';
import type { Key } from './terminal/key-names.ts';
import type { TerminalSettings } from './terminal/streams.ts';
import type { Looks } from './themes/looks.ts';
import type { Foot } from './transcript/foot.ts';
import type { Transcript } from './transcript/transcript.ts';

/** What a screen needs from outside. */
export interface ScreenParts {
  readonly app: App;
  readonly play: Play;
  readonly looks: Looks;
  readonly ooc: OocStyle;
  readonly commands: readonly Command[];
  readonly keys: KeyMap;
  /** Milliseconds of a clock. */
  readonly now: () => number;
  readonly size: () => Size;
  /** Draws all but the transcript; null while the drawing machinery is still loading. */
  readonly draw: (props: ScreenProps) => Drawn | null;
  /** Gives a key to what has the keyboard, which calls `take` or, where a line of text takes it, `fieldChanged`. */
  readonly press: (key: Key, isText: boolean) => void;
  /** Something on the screen changed. */
  readonly changed: () => void;
  /** Whatever is on the terminal is to be wiped off before the next frame. Throws SottoError where it cannot be. */
  readonly wipe: () => void;
  /** Another chat on this terminal instead. */
  readonly open: ScreenScope['open'];
  /** Effects that need the terminal itself. */
  readonly terminal: {
    leave(): void;
    suspend(): void;
    /** Gives the mouse to the terminal, or takes it back; whether it is the screen's now. */
    mouse(): boolean;
    editor(text: string, file?: string): Promise<string | null>;
    /** Puts a text into the clipboard of whoever sits there. */
    copy(text: string): void;
  };
}

/** What the screen runs on. */
export interface ScreenOptions {
  readonly app: App;
  readonly now: () => number;
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  /** The themes that it may wear, and the one that it wears; absent = as the terminal is. */
  readonly looks?: Looks;
  /** How people mark what they say out of character; absent = as usual. */
  readonly ooc?: OocStyle;
  /** Which keys do what. */
  readonly keys: KeyBindings;
  /** What a person wants of the terminal. */
  readonly settings?: TerminalSettings;
  /** Whether the chat goes into the terminal's scrollback, above live rows. */
  readonly isInline?: boolean;
  /** How the first chat comes on the screen. */
  readonly arrival?: Arrival;
  /** Commands that this screen has beside those of every screen. */
  readonly commands?: readonly Command[];
}

/** What commands and refusals on a screen need of it. */
export interface InteractionParts {
  readonly app: App;
  readonly play: Play;
  readonly commands: readonly Command[];
  readonly transcript: ReadingWindow & Pick<Transcript, 'follows'> & { foot: Foot | null };
  readonly keys: KeyMap;
  /** Shows on the page what was hidden there, or hides it; whether it is shown now. */
  readonly toggle: (what: 'thoughts' | 'details') => boolean;
  readonly open: ScreenScope['open'];
  readonly looks: ScreenScope['looks'];
  readonly terminal: { leave(): void };
  readonly changed: () => void;
  /** Whatever is on the terminal is to be wiped off before the next frame. Throws SottoError where it cannot be. */
  readonly wipe: () => void;
}
