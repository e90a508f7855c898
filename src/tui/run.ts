import { writeSync } from 'node:fs';
import type { ReadStream, WriteStream } from 'node:tty';
import type { App } from '../app/app.ts';
import type { Command } from '../commands/command.ts';
import { screenTable } from '../commands/table.ts';
import type { KeyBindings } from '../config/screen-keys.ts';
import { defaultOocStyle, type OocStyle } from '../domain/audience/ooc.ts';
import { SottoError } from '../domain/errors.ts';
import type { Play } from '../play/play.ts';
import type { Drawing } from './drawing.tsx';
import { Screen } from './screen.ts';
import { KeyMap } from './state/key-map.ts';
import { editText } from './terminal/editor.ts';
import { Guard, type Terminal } from './terminal/guard.ts';
import type { Input } from './terminal/key-names.ts';
import { KeyStream } from './terminal/keys.ts';
import { readAnswer } from './terminal/modes.ts';
import { type Clock, Painter } from './terminal/painter.ts';
import { colourDepthOf, type ThemeName, themeOf } from './theme.ts';

/** What the screen runs on. */
export interface ScreenOptions {
  readonly app: App;
  readonly now: () => number;
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  readonly theme?: ThemeName;
  /** How people mark what they say out of character; absent = as usual. */
  readonly ooc?: OocStyle;
  /** Which keys do what. */
  readonly keys: KeyBindings;
  readonly initialNotice?: string;
  /** Commands that this screen has beside those of every screen. */
  readonly commands?: readonly Command[];
}

const clockOf = (now: () => number): Clock => ({
  now,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
});

const terminalOf = ({ stdin, stdout }: ScreenOptions): Terminal => ({
  write: (text) => {
    const { fd } = stdout as { fd?: number };
    if (fd === undefined) stdout.write(text);
    else writeSync(fd, text);
  },
  setRawMode: (raw) => void stdin.setRawMode(raw),
  complain: (text) => void writeSync(process.stderr.fd, `${text}\n`),
});

/** The screen and the terminal it lives in, wired together for one run. */
class ScreenRun {
  readonly #play: Play;
  readonly #options: ScreenOptions;
  readonly #painter: Painter;
  readonly #screen: Screen;
  readonly #guard: Guard;
  readonly #keys: KeyStream;
  readonly #unsubscribe: () => void;
  readonly #resolve: (code: number) => void;
  #drawing: Drawing | null = null;

  constructor(play: Play, options: ScreenOptions, resolve: (code: number) => void) {
    this.#play = play;
    this.#options = options;
    this.#resolve = resolve;
    const { stdout } = options;
    const clock = clockOf(options.now);
    this.#painter = new Painter(stdout, clock, () => this.#screen.frame());
    this.#guard = new Guard(
      terminalOf(options),
      () => this.#painter.resume(),
      () => {
        play.typing('');
        play.keepNow();
      },
    );
    this.#keys = new KeyStream(clock, (input) => this.#take(input));
    this.#screen = new Screen(
      {
        play,
        ooc: options.ooc ?? defaultOocStyle,
        keys: new KeyMap(options.keys),
        theme: themeOf(
          process.env.NO_COLOR ? 'plain' : (options.theme ?? 'auto'),
          colourDepthOf(process.env),
        ),
        app: options.app,
        commands: screenTable(options.commands),
        size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
        draw: (props) => this.#drawing?.draw(props) ?? null,
        press: (key, isText) => this.#drawing?.press(key, isText),
        changed: () => this.#painter.invalidate(),
        wipe: () => this.#painter.reset(),
        terminal: {
          leave: () => this.#leave(0),
          suspend: () => this.#guard.stop(),
          editor: (text, name) => this.#editor(text, name),
          copy: (text) => this.#painter.copy(text),
        },
      },
      options.initialNotice,
    );
    this.#unsubscribe = play.subscribe((event) => this.#screen.hear(event));
    options.app.person = {
      canAnswer: false,
      ask: async () => null,
      input: async () => '',
      watch: (work) => work({ step: () => undefined }),
      tell: (text) => this.#screen.hear({ type: 'notice', message: text }),
      edit: (text, file) => this.#editor(text, file),
    };
  }

  /** Takes the terminal, paints the transcript at once, the chrome when Ink has loaded, then finds the model. */
  async start(): Promise<void> {
    const { stdin, stdout } = this.#options;
    this.#guard.enter();
    stdin.on('data', this.#feed);
    stdin.on('end', this.#hangUp);
    stdin.resume();
    stdout.on('resize', this.#resized);
    const { Drawing } = await import('./drawing.tsx');
    this.#drawing = new Drawing({
      onKey: (key) => this.#screen.take(key),
      onField: (value) => this.#screen.fieldChanged(value),
    });
    this.#painter.invalidate();
    await this.#play.connect();
  }

  /** Gives the terminal back and ends the process with 70. */
  crash(error: unknown): void {
    this.#guard.crash(error);
  }

  readonly #feed = (chunk: Buffer): void => this.#keys.feed(chunk);
  readonly #resized = (): void => this.#painter.reset();
  readonly #hangUp = (): void => this.#leave(129);

  #take(input: Input): void {
    if (input.type !== 'answer') {
      this.#screen.input(input);
      return;
    }
    const said = readAnswer(input.text);
    if (said === 'kitty' || said === 'xterm') this.#guard.setKeyboard(said);
    else if (said !== null) this.#keys.marksPastes = said === 'marks';
  }

  async #editor(text: string, name?: string): Promise<string | null> {
    const { stdin } = this.#options;
    this.#painter.stop();
    this.#guard.restore();
    stdin.pause();
    try {
      return await editText(text, process.env, name);
    } finally {
      stdin.resume();
      this.#guard.resume();
    }
  }

  #leave(code: number): void {
    const { stdin, stdout } = this.#options;
    this.#unsubscribe();
    this.#painter.stop();
    stdin.off('data', this.#feed);
    stdin.off('end', this.#hangUp);
    stdout.off('resize', this.#resized);
    stdin.pause();
    this.#guard.leave();
    this.#drawing?.close();
    this.#resolve(code);
  }
}

/**
 * Shows an open chat until the human leaves; resolves to the exit code. The chat stays open: closing it is the
 * caller's. Rejects with SottoError `not_a_terminal` when there is no terminal to draw on.
 */
export const runScreen = (play: Play, options: ScreenOptions): Promise<number> => {
  if (!options.stdin.isTTY || !options.stdout.isTTY) {
    const message =
      'the screen needs a terminal, and input or output is not one: use `sotto say` and `sotto log` in scripts';
    return Promise.reject(new SottoError('usage', 'not_a_terminal', message));
  }
  return new Promise((resolve) => {
    const run = new ScreenRun(play, options, resolve);
    run.start().catch((error: unknown) => run.crash(error));
  });
};
