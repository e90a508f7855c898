import type { App } from '../app/app.ts';
import type { Command } from '../commands/command.ts';
import type { OocStyle } from '../domain/audience/ooc.ts';
import type { Play } from '../play/play.ts';
import type { ScreenProps } from './components/props.ts';
import type { Drawn } from './drawing.tsx';
import type { KeyMap } from './state/key-map.ts';
import type { Size } from './terminal/ink-renderer.ts';
import type { Key } from './terminal/key-names.ts';
import type { Theme } from './theme.ts';

/** What a screen needs from outside. */
export interface ScreenParts {
  readonly app: App;
  readonly play: Play;
  readonly theme: Theme;
  readonly ooc: OocStyle;
  readonly commands: readonly Command[];
  readonly keys: KeyMap;
  readonly size: () => Size;
  /** Draws all but the transcript; null while the drawing machinery is still loading. */
  readonly draw: (props: ScreenProps) => Drawn | null;
  /** Gives a key to what has the keyboard, which calls `take` or, where a line of text takes it, `fieldChanged`. */
  readonly press: (key: Key, isText: boolean) => void;
  /** Something on the screen changed. */
  readonly changed: () => void;
  /** Whatever is on the terminal is to be wiped off before the next frame. */
  readonly wipe: () => void;
  /** Effects that need the terminal itself. */
  readonly terminal: {
    leave(): void;
    suspend(): void;
    editor(text: string, file?: string): Promise<string | null>;
    /** Puts a text into the clipboard of whoever sits there. */
    copy(text: string): void;
  };
}
