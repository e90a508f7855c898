import type { App } from '../app/app.ts';
import type { Command } from '../commands/command.ts';
import { isOnScreen, screenName } from '../commands/on-screen.ts';
import type { OocStyle } from '../domain/audience/ooc.ts';
import type { PlayEvent, PlayState } from '../play/chat/play-state.ts';
import type { Play } from '../play/play.ts';
import { type Chrome, layChrome } from './chrome.ts';
import { sayable, whisperedTo } from './composer/draft.ts';
import { expanded } from './composer/state.ts';
import { fieldChanged, fieldKey } from './field.ts';
import { handoverFrame } from './handover.ts';
import { Interaction } from './interaction.ts';
import { contextOf, type Effect, reduce, type ScreenState, told } from './state.ts';
import { toldWriting } from './status.ts';
import type { Frame } from './terminal/frame.ts';
import type { Size } from './terminal/ink-renderer.ts';
import type { Input } from './terminal/key-names.ts';
import type { Theme } from './theme.ts';
import { type RowStyle, restyled } from './transcript/rows.ts';
import { Transcript } from './transcript/transcript.ts';

/** What a screen needs from outside. */
export interface ScreenParts {
  readonly app: App;
  readonly play: Play;
  readonly theme: Theme;
  readonly ooc: OocStyle;
  readonly commands: readonly Command[];
  readonly size: () => Size;
  /** Draws the chrome to rows; null while the drawing machinery is still loading. */
  readonly draw: (chrome: Chrome, size: Size) => readonly string[] | null;
  /** Types into the line that is edited, as `fieldChanged` tells. */
  readonly press: (sequence: string) => void;
  /** Something on the screen changed. */
  readonly changed: () => void;
  /** Whatever is on the terminal is to be wiped off before the next frame. */
  readonly wipe: () => void;
  /** Effects that need the terminal itself. */
  readonly terminal: {
    leave(): void;
    suspend(): void;
    editor(text: string, file?: string): Promise<string | null>;
  };
}

/** One open chat on the screen: inputs and play events in, frames out. */
export class Screen {
  readonly #parts: ScreenParts;
  readonly #transcript: Transcript;
  readonly #names: readonly string[];
  readonly #interaction: Interaction;
  #play: PlayState;
  #style: RowStyle;
  #drawn: { inputs: readonly unknown[]; chrome: Chrome; rows: readonly string[] } | null = null;

  constructor(parts: ScreenParts, notice?: string) {
    this.#parts = parts;
    this.#transcript = new Transcript(parts.play);
    this.#names = parts.commands.filter(isOnScreen).map(screenName);
    this.#interaction = new Interaction({
      ...parts,
      transcript: this.#transcript,
      toggleThoughts: () => {
        this.#style = restyled(this.#style, { thoughts: !this.#style.thoughts });
        return this.#style.thoughts;
      },
    });
    this.#play = parts.play.state();
    const { theme, ooc, size } = parts;
    this.#style = { ...this.#play, width: size().columns, theme, ooc, thoughts: false };
    if (notice !== undefined) this.#interaction.begin(notice);
  }

  /** The frame as it is now. */
  frame(): Frame {
    const size = this.#parts.size();
    const { handover } = this.#interaction.state;
    if (handover !== null) return handoverFrame(handover, size);
    if (this.#style.width !== size.columns) this.#style = restyled(this.#style, { width: size.columns });
    const { chrome, rows } = this.#chrome(size);
    const height = chrome.transcriptHeight;
    const shown = this.#transcript.rows(height, this.#style);
    return {
      columns: size.columns,
      rows: [...shown, ...rows.slice(height)],
      region: { top: 0, height },
      cursor: chrome.cursor,
    };
  }

  /** An input from the terminal. */
  input(input: Input): void {
    const before = this.#interaction.state;
    const edit = fieldKey(before, input);
    if (edit !== null) {
      this.#chrome(this.#parts.size());
      this.#parts.press(edit);
      return;
    }
    const context = contextOf(this.#play, this.#names);
    const { state, effect } = reduce(before, input, context);
    this.#interaction.state = state;
    const draft = expanded(state.composer);
    if (draft !== expanded(before.composer)) {
      this.#parts.play.typing(draft);
      if (state.composer.search === null) this.#drafting(draft);
    }
    if (effect !== undefined) void this.#perform(effect, before);
    this.#parts.changed();
  }

  /** The text of the line that is edited is this now. It is drawn at once: the next key is typed into it. */
  fieldChanged(value: string): void {
    this.#interaction.state = fieldChanged(this.#interaction.state, value);
    this.#chrome(this.#parts.size());
    this.#parts.changed();
  }

  /** News from the chat. */
  hear(event: PlayEvent): void {
    if (event.type === 'delta') this.#transcript.stream(event.speaker, event.text);
    else if (event.type === 'message') this.#transcript.add(event.message);
    else if (event.type === 'stream_end') this.#transcript.endStream();
    else if (event.type === 'notice') this.#interaction.state = told(this.#interaction.state, event.message);
    if (event.type === 'reload') this.#transcript.reload();
    if (event.type === 'reload' || event.type === 'state') this.#readState();
    this.#parts.changed();
  }

  #readState(): void {
    const { playing } = this.#play;
    this.#play = this.#parts.play.state();
    const draft = expanded(this.#interaction.state.composer);
    this.#interaction.seated(playing.id, this.#play.playing.id);
    const now = expanded(this.#interaction.state.composer);
    if (now !== draft) this.#parts.play.drafting(sayable(now));
    const { generating } = this.#play;
    if (generating !== null)
      this.#interaction.lastSpeaker = typeof generating === 'string' ? null : generating.speaker;
    const { cast, pinned } = this.#play;
    this.#style = restyled(this.#style, { cast, pinned });
  }

  #chrome(size: Size): { chrome: Chrome; rows: readonly string[] } {
    const { below } = this.#transcript;
    const inputs = [this.#interaction.state, this.#play, below, size.columns, size.rows];
    if (this.#drawn?.inputs.every((value, index) => value === inputs[index])) return this.#drawn;
    const { theme } = this.#parts;
    const chrome = layChrome({ screen: this.#interaction.state, play: this.#play, below, size, theme });
    const rows = this.#parts.draw(chrome, size);
    if (rows === null) return { chrome: { ...chrome, cursor: null }, rows: Array(size.rows).fill('') };
    this.#drawn = { inputs, chrome, rows };
    return this.#drawn;
  }

  async #perform(effect: Effect, before: ScreenState): Promise<void> {
    const { terminal } = this.#parts;
    if (effect.type === 'scroll') this.#scroll(effect);
    else if (effect.type === 'stop') this.#stop(effect.isEsc === true);
    else if (effect.type === 'leave') terminal.leave();
    else if (effect.type === 'suspend') terminal.suspend();
    else if (effect.type === 'editor') await this.#edit();
    else if (effect.type === 'take') {
      this.#transcript.toEnd();
      await this.#interaction.take(effect.name);
      this.#drafting(expanded(this.#interaction.state.composer));
    } else {
      if (effect.type === 'say') this.#transcript.toEnd();
      await this.#interaction.act(effect, before);
    }
    this.#parts.changed();
  }

  /** What nobody is told of is stopped, and the key does what it does where there is nothing to stop. */
  #stop(isEsc: boolean): void {
    const isUntold = isEsc && toldWriting(this.#play) === null && this.#play.auto === null;
    this.#parts.play.stop();
    if (isUntold) this.#transcript.toEnd();
  }

  #drafting(draft: string): void {
    this.#parts.play.drafting(sayable(draft), whisperedTo(draft, this.#play.cast));
  }

  async #edit(): Promise<void> {
    const text = await this.#parts.terminal
      .editor(expanded(this.#interaction.state.composer))
      .catch((error: unknown) => {
        this.#interaction.notify(error instanceof Error ? error.message : String(error), 'error');
        return null;
      });
    if (text !== null) this.#interaction.draft(text);
  }

  #scroll({ by, unit }: Extract<Effect, { type: 'scroll' }>): void {
    const height = this.#chrome(this.#parts.size()).chrome.transcriptHeight;
    if (unit === 'end') this.#transcript.toEnd();
    else this.#transcript.scroll(unit === 'page' ? by * Math.max(1, height - 2) : by, height, this.#style);
  }
}
