import { isSottoError } from '../domain/errors.ts';
import type { CastMember, Play, PlayEvent, PlayState } from '../play/play.ts';
import { type Chrome, layChrome } from './chrome.ts';
import type { Command, Desk } from './commands/command.ts';
import { runLine } from './commands/table.ts';
import { emptyComposer, expanded, replaced } from './composer/state.ts';
import { errorPanel } from './panels/state.ts';
import { type Effect, type Facts, reduce, type ScreenState, told } from './state.ts';
import { writingName } from './status.ts';
import type { Frame } from './terminal/frame.ts';
import type { Input } from './terminal/key-names.ts';
import type { Size } from './terminal/stage.ts';
import type { Theme } from './theme.ts';
import { type Dress, sameCast } from './transcript/rows.ts';
import { Transcript } from './transcript/transcript.ts';

/** What a screen needs from outside. */
export interface ScreenParts {
  readonly play: Play;
  readonly theme: Theme;
  readonly commands: readonly Command[];
  readonly size: () => Size;
  /** Draws the chrome to rows; null while the drawing machinery is still loading. */
  readonly draw: (chrome: Chrome, size: Size) => readonly string[] | null;
  /** Something on the screen changed. */
  readonly changed: () => void;
  /** Effects that need the terminal itself. */
  readonly terminal: { leave(): void; suspend(): void; editor: Desk['editor'] };
}

/** One open chat on the screen: inputs and play events in, frames out. */
export class Screen {
  readonly #parts: ScreenParts;
  readonly #transcript: Transcript;
  #state: ScreenState = { composer: emptyComposer(), panel: null, notice: null, leaving: false };
  #play: PlayState;
  #dress: Dress;
  #drawn: { inputs: readonly unknown[]; chrome: Chrome; rows: readonly string[] } | null = null;
  #lastSpeaker: CastMember | null = null;

  constructor(parts: ScreenParts, notice?: string) {
    this.#parts = parts;
    this.#play = parts.play.state();
    this.#transcript = new Transcript(parts.play);
    this.#dress = this.#dressFor(parts.size().columns);
    if (notice !== undefined) this.#state = { ...this.#state, notice: { tone: 'calm', text: notice } };
  }

  /** The frame as it is now. */
  frame(): Frame {
    const size = this.#parts.size();
    if (this.#dress.width !== size.columns) this.#dress = this.#dressFor(size.columns);
    const { chrome, rows } = this.#chrome(size);
    const height = chrome.transcriptHeight;
    const shown = this.#transcript.rows(height, this.#dress);
    return {
      columns: size.columns,
      rows: [...shown, ...rows.slice(height)],
      region: { top: 0, height },
      cursor: chrome.cursor,
    };
  }

  /** An input from the terminal. */
  input(input: Input): void {
    const { cast } = this.#play;
    const facts: Facts = {
      writing: writingName(this.#play),
      words: { commands: this.#parts.commands.map(({ name }) => name), names: cast.map(({ name }) => name) },
    };
    const before = this.#state;
    const { state, effect } = reduce(before, input, facts);
    this.#state = state;
    if (effect !== undefined) void this.#perform(effect, before);
    this.#parts.changed();
  }

  /** News from the chat. */
  hear(event: PlayEvent): void {
    if (event.type === 'delta') this.#transcript.stream(event.speaker, event.text);
    else if (event.type === 'message') this.#transcript.add(event.message);
    else if (event.type === 'stream_end') this.#transcript.endStream();
    else if (event.type === 'notice') this.#state = told(this.#state, event.message);
    if (event.type === 'reload') this.#transcript.reload();
    if (event.type === 'reload' || event.type === 'state') this.#readState();
    this.#parts.changed();
  }

  #readState(): void {
    this.#play = this.#parts.play.state();
    const { generating } = this.#play;
    if (generating !== null) this.#lastSpeaker = generating === 'hidden' ? null : generating.speaker;
    this.#dress = this.#dressFor(this.#dress.width);
  }

  #dressFor(width: number): Dress {
    const { cast, pinned } = this.#play;
    const known = this.#dress as Dress | undefined;
    const isSameCast = known !== undefined && sameCast(known.cast, cast);
    const { theme } = this.#parts;
    return { width, theme, cast: isSameCast ? known.cast : cast, pinned, thoughts: known?.thoughts ?? false };
  }

  #chrome(size: Size): { chrome: Chrome; rows: readonly string[] } {
    const { below } = this.#transcript;
    const inputs = [this.#state, this.#play, below, size.columns, size.rows];
    if (this.#drawn?.inputs.every((value, index) => value === inputs[index])) return this.#drawn;
    const { theme } = this.#parts;
    const chrome = layChrome({ screen: this.#state, play: this.#play, below, size, theme });
    const rows = this.#parts.draw(chrome, size);
    if (rows === null) return { chrome: { ...chrome, cursor: null }, rows: Array(size.rows).fill('') };
    this.#drawn = { inputs, chrome, rows };
    return this.#drawn;
  }

  async #perform(effect: Effect, before: ScreenState): Promise<void> {
    const { play, terminal, commands } = this.#parts;
    if (effect.type === 'scroll') this.#scroll(effect);
    else if (effect.type === 'stop') play.stop();
    else if (effect.type === 'leave') terminal.leave();
    else if (effect.type === 'suspend') terminal.suspend();
    else if (effect.type === 'warm') play.warmUp(effect.draft);
    else if (effect.type === 'editor') await this.#edit();
    else {
      if (effect.type === 'say') this.#transcript.toEnd();
      const work =
        effect.type === 'say' ? play.say(effect.text) : runLine(effect.line, this.#desk(), commands);
      await work.catch((error: unknown) => this.#refuse(error, before));
    }
    this.#parts.changed();
  }

  async #edit(): Promise<void> {
    const text = await this.#parts.terminal.editor(expanded(this.#state.composer)).catch((error: unknown) => {
      this.#notify(error instanceof Error ? error.message : String(error), 'error');
      return null;
    });
    if (text !== null) this.#draft(text);
  }

  #scroll({ by, unit }: Extract<Effect, { type: 'scroll' }>): void {
    const height = this.#chrome(this.#parts.size()).chrome.transcriptHeight;
    if (unit === 'end') this.#transcript.toEnd();
    else this.#transcript.scroll(unit === 'page' ? by * Math.max(1, height - 2) : by, height, this.#dress);
  }

  /** A refusal gives what was typed back, with the reason; a failure comes after it was stored. */
  #refuse(error: unknown, before: ScreenState): void {
    if (isSottoError(error) && (error.family === 'server' || error.family === 'failed')) {
      this.#fail([error.message, 'Nothing of the chat is lost.']);
      return;
    }
    const { text, pastes } = before.composer;
    if (this.#state.composer.text === '' && before.panel === null) {
      this.#state = {
        ...this.#state,
        composer: { ...this.#state.composer, text, cursor: text.length, pastes },
      };
    }
    if (isSottoError(error)) this.#notify(error.message, 'error');
    else
      this.#fail([
        error instanceof Error ? error.message : String(error),
        'This is a fault in sotto: please report it.',
      ]);
  }

  #fail(lines: readonly string[]): void {
    const retry = this.#lastSpeaker === null ? null : `/reply ${this.#lastSpeaker.name}`;
    this.#state = { ...this.#state, panel: errorPanel(lines, retry) };
  }

  #notify(text: string, tone: 'calm' | 'error' = 'calm'): void {
    this.#state = { ...this.#state, notice: { tone, text } };
    this.#parts.changed();
  }

  #draft(text: string): void {
    const composer = replaced(this.#state.composer, { text, cursor: text.length });
    this.#state = { ...this.#state, composer };
  }

  #desk(): Desk {
    const { play, terminal } = this.#parts;
    return {
      play,
      show: (panel) => {
        this.#state = { ...this.#state, panel };
      },
      notify: (text) => this.#notify(text),
      draft: (text) => this.#draft(text),
      editor: terminal.editor,
      toggleThoughts: () => {
        this.#dress = { ...this.#dress, thoughts: !this.#dress.thoughts };
        return this.#dress.thoughts;
      },
      leave: () => terminal.leave(),
    };
  }
}
