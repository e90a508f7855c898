import { isDeepStrictEqual } from 'node:util';
import type { Person } from '../app/run/person.ts';
import type { Arrival, ScreenScope } from '../commands/scope.ts';
import { messageOf } from '../domain/errors.ts';
import type { Play } from '../play/play.ts';
import type { ScreenProps } from './components/props.ts';
import type { Drawing } from './drawing.tsx';
import { erasing } from './inline/live-bytes.ts';
import { closeLeft } from './leaving.ts';
import type { ScreenOptions } from './screen-parts.ts';
import { type ShownChat, showChat } from './shown-chat.ts';
import { Attention } from './terminal/attention.ts';
import { Clipboard } from './terminal/clipboard.ts';
import { editOutside } from './terminal/editor.ts';
import type { Frame } from './terminal/frame.ts';
import { Guard } from './terminal/guard.ts';
import type { Input, Key } from './terminal/key-names.ts';
import { KeyStream } from './terminal/keys.ts';
import { asksCell, cellIn, readAnswer, saysSixel } from './terminal/modes.ts';
import { Painter } from './terminal/painter.ts';
import { clockOf, terminalOf, usualSettings } from './terminal/streams.ts';
import { Looks } from './themes/looks.ts';

/** Whoever sits at the screen: is told on it and edits outside of it, and is asked by panels alone. */
const screenPerson = (
  tell: (text: string) => void,
  edit: (text: string, file: string) => Promise<string | null>,
): Person => ({
  canAnswer: false,
  ask: async () => null,
  input: async () => '',
  watch: (work) => work({ step: () => undefined }),
  tell,
  edit,
});

/** The terminal for one run, and the chat that is on it: one after the other. */
export class ScreenRun {
  readonly #options: ScreenOptions;
  readonly #painter: Painter;
  readonly #guard: Guard;
  readonly #keys: KeyStream;
  /** Tells something where the screen was. */
  readonly #tellBehind: (text: string) => void;
  readonly #resolve: (code: number | Promise<number>) => void;
  #closed: Promise<unknown> = Promise.resolve();
  #shown: ShownChat;
  readonly #looks: Looks;
  readonly #attention: Attention;
  readonly #clipboard: Clipboard;
  #drawing: Drawing | null = null;
  /** Pixels of a cell, where the terminal draws sixels. */
  #cell: ReturnType<typeof cellIn> = null;
  #sixels: Pick<ReturnType<Drawing['sixels']>, 'bytes'> | null = null;
  #isLeft = false;

  constructor(play: Play, options: ScreenOptions, resolve: (code: number | Promise<number>) => void) {
    this.#options = options;
    this.#resolve = resolve;
    this.#looks = options.looks ?? new Looks(process.env);
    const clock = clockOf(options.now);
    this.#painter = new Painter(
      options.stdout,
      clock,
      () => this.#frame(),
      (before, after) => {
        const { bytes } = this.#sixels ?? this.#shown.surface;
        return this.#looks.due(before === null) + bytes(before, after);
      },
    );
    const { settings = usualSettings } = options;
    const erase = options.isInline ? () => erasing(this.#painter.shown) : undefined;
    const terminal = terminalOf(options, settings, erase);
    this.#clipboard = new Clipboard(terminal, settings);
    this.#attention = new Attention(terminal, settings);
    this.#tellBehind = (text) => terminal.complain(`sotto: ${text}`);
    this.#guard = new Guard(
      terminal,
      () => this.#painter.resume(),
      () => this.#keep(),
    );
    this.#keys = new KeyStream(clock, (input) => this.#take(input));
    this.#shown = this.#show(play, options.arrival);
    options.app.person = screenPerson(
      (text) => this.#tell(text),
      (text, file) => this.#editor(text, file),
    );
  }

  #show(play: Play, arrival: Arrival | undefined): ShownChat {
    const shared = {
      ...{ looks: this.#looks, painter: this.#painter, attention: this.#attention },
      draw: (props: ScreenProps) => this.#drawing?.draw(props) ?? null,
      press: (key: Key, isText: boolean) => this.#drawing?.press(key, isText),
      open: this.#open,
      terminal: {
        leave: () => this.#leave(0),
        suspend: () => this.#guard.stop(),
        mouse: () => this.#guard.toggleMouse(),
        editor: (text: string, name?: string) => this.#editor(text, name),
        copy: (text: string) => this.#clipboard.copy(text),
      },
    };
    return showChat(play, this.#options, shared, arrival);
  }

  /** Another chat takes the place of the one that is shown, once it is open; what is written there is kept as at leaving. */
  readonly #open: ScreenScope['open'] = (chat, arrival) => {
    const before = this.#shown;
    if (before.play.state().chat.id === chat) {
      before.screen.arrive(arrival ?? {});
      return;
    }
    const play = this.#options.app.play(chat);
    try {
      this.#shown = this.#show(play, arrival);
    } catch (error) {
      this.#close(play);
      throw error;
    }
    before.unsubscribe();
    this.#shown.surface.resized(this.#painter);
    this.#painter.paintNow();
    this.#close(before.play);
    void this.#join();
  };

  /** What the chat that stands on the screen does beside being read: others see this terminal, jobs run, the model is found. */
  async #join(): Promise<void> {
    const { play } = this.#shown;
    play.attend();
    await play.connect();
  }

  #close(play: Play): void {
    const closing = play.close().catch((error: unknown) => this.#tell(messageOf(error)));
    this.#closed = Promise.all([this.#closed, closing]);
  }

  #tell(message: string): void {
    this.#shown.screen.hear({ type: 'notice', message });
  }

  #frame(): Frame {
    const { screen, surface } = this.#shown;
    this.#guard.title(screen.title);
    return surface.frame(screen);
  }

  /** Takes the terminal, paints the transcript at once, the chrome when Ink has loaded, and does all else once that stands. */
  async start(): Promise<void> {
    const { stdin, stdout } = this.#options;
    this.#guard.enter();
    this.#keys.isAnswerDue = true;
    stdin.on('data', this.#feed);
    stdin.on('end', this.#hangUp);
    stdin.resume();
    stdout.on('resize', this.#resized);
    this.#painter.paintNow();
    const { Drawing } = await import('./drawing.tsx');
    if (this.#isLeft) return;
    this.#drawing = new Drawing({
      onKey: (key) => this.#shown.screen.take(key),
      onField: (value) => this.#shown.screen.fieldChanged(value),
    });
    this.#looks.onPictures(this.#drawing.pictures);
    void this.#drawSixels();
    this.#painter.paintNow();
    await this.#join();
  }

  /** Pictures are drawn by sixels from now on, once it is known how large a cell is and what draws is there. */
  async #drawSixels(): Promise<void> {
    if (this.#cell === null || this.#drawing === null || this.#options.isInline) return;
    const { sixelsOf } = await import('./pictures/sixel.ts');
    if (this.#isLeft) return;
    const sixels = this.#drawing.sixels(this.#cell, sixelsOf);
    this.#sixels = { bytes: (before, after) => sixels.bytes(before, after) };
    this.#looks.onSixels(sixels.pictures);
    this.#painter.reset();
  }

  /** Gives the terminal back and ends the process with 70. */
  crash(error: unknown): void {
    this.#guard.crash(error);
  }

  readonly #feed = (chunk: Buffer): void => this.#keys.feed(chunk);
  readonly #resized = (): void => {
    if (this.#cell !== null) this.#guard.ask(asksCell);
    this.#shown.surface.resized(this.#painter);
  };
  readonly #hangUp = (): void => this.#leave(129);

  #take(input: Input): void {
    if (input.type === 'focus') this.#attention.focus(input.isFocused);
    if (input.type !== 'answer') {
      this.#shown.screen.input(input);
      return;
    }
    if (saysSixel(input.text)) this.#guard.ask(asksCell);
    const cell = cellIn(input.text);
    if (cell !== null && !isDeepStrictEqual(cell, this.#cell)) {
      this.#cell = cell;
      void this.#drawSixels();
    }
    const said = readAnswer(input.text);
    if (said === 'kitty' || said === 'xterm') this.#guard.setKeyboard(said);
    else if (said === 'dark' || said === 'light') {
      this.#looks.onBackground(said);
      this.#painter.invalidate();
    } else if (said !== null) this.#keys.marksPastes = said === 'marks';
  }

  #editor(text: string, name?: string): Promise<string | null> {
    const { stdin } = this.#options;
    return editOutside({ stdin, painter: this.#painter, guard: this.#guard }, text, name);
  }

  #keep(): void {
    this.#shown.play.typing('');
    this.#shown.play.keepNow();
  }

  #leave(code: number): void {
    const { stdin, stdout } = this.#options;
    this.#isLeft = true;
    this.#keep();
    this.#shown.unsubscribe();
    this.#painter.stop();
    stdin.off('data', this.#feed);
    stdin.off('end', this.#hangUp);
    stdout.off('resize', this.#resized);
    stdin.pause();
    this.#guard.leave();
    this.#drawing?.close();
    this.#resolve(this.#ended(code));
  }

  async #ended(code: number): Promise<number> {
    await this.#closed;
    const { after } = clockOf(this.#options.now);
    await closeLeft(this.#shown.play, after, this.#tellBehind);
    return code;
  }
}
