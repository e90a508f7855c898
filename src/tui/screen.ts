import type { App } from '../app/app.ts';
import type { Command } from '../commands/command.ts';
import { isOnScreen, screenName } from '../commands/on-screen.ts';
import type { OocStyle } from '../domain/audience/ooc.ts';
import type { PlayEvent, PlayState, ReplyUsage } from '../play/chat/play-state.ts';
import type { Play } from '../play/play.ts';
import type { ScreenProps } from './components/props.ts';
import { sayable, whisperedTo } from './composer/draft.ts';
import { expanded } from './composer/state.ts';
import type { Drawn } from './drawing.tsx';
import type { Effect } from './effect.ts';
import { fieldChanged, isFieldKey } from './field.ts';
import { handoverFrame } from './handover.ts';
import { Interaction } from './interaction.ts';
import { firstPlace } from './places.ts';
import { ReadingPane } from './reading-pane.ts';
import { contextOf, reduce, type ScreenState, told, toldWriting } from './state.ts';
import { composed, type Frame } from './terminal/frame.ts';
import type { Size } from './terminal/ink-renderer.ts';
import type { Input, Key } from './terminal/key-names.ts';
import type { Theme } from './theme.ts';

/** What a screen needs from outside. */
export interface ScreenParts {
  readonly app: App;
  readonly play: Play;
  readonly theme: Theme;
  readonly ooc: OocStyle;
  readonly commands: readonly Command[];
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
  };
}

/** What is never a panel's: leaving and stopping the process. */
const isOverAll = ({ name, ctrl }: Key): boolean => ctrl && (name === 'c' || name === 'z');

/** One open chat on the screen: inputs and play events in, frames out. */
export class Screen {
  readonly #parts: ScreenParts;
  readonly #pane: ReadingPane;
  readonly #names: readonly string[];
  readonly #interaction: Interaction;
  #play: PlayState;
  #usage: ReplyUsage | null = null;
  #drawn: Drawn | null = null;

  constructor(parts: ScreenParts, notice?: string) {
    this.#parts = parts;
    const { play, theme, ooc, size } = parts;
    this.#pane = new ReadingPane(play, { theme, ooc, width: size().columns });
    this.#names = parts.commands.filter(isOnScreen).map(screenName);
    this.#interaction = new Interaction({
      ...parts,
      transcript: this.#pane.transcript,
      toggleThoughts: () => this.#pane.toggleThoughts(),
    });
    this.#play = play.state();
    if (notice !== undefined) this.#interaction.begin(notice);
  }

  /** The frame as it is now. */
  frame(): Frame {
    const size = this.#parts.size();
    const { handover } = this.#interaction.state;
    if (handover !== null) return handoverFrame(handover, size);
    const { pieces, transcript, cursor } = this.#draw();
    return {
      columns: size.columns,
      rows: composed(size.rows, [this.#pane.rows(transcript), ...pieces]),
      region: { top: transcript.top, height: transcript.height },
      cursor,
    };
  }

  /** An input from the terminal. */
  input(input: Input): void {
    const { state } = this.#interaction;
    const isText = isFieldKey(state, input);
    if (
      input.type === 'key' &&
      (isText || (state.panel !== null && state.handover === null && !isOverAll(input)))
    ) {
      this.#draw();
      this.#parts.press(input, isText);
    } else this.take(input);
  }

  /** An input that is for the screen's own state. */
  take(input: Input): void {
    const before = this.#interaction.state;
    const { state, effect } = reduce(
      before,
      input,
      contextOf(this.#play, this.#names, this.#drawn?.room ?? null),
    );
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
    this.#draw();
    this.#parts.changed();
  }

  /** News from the chat. */
  hear(event: PlayEvent): void {
    this.#pane.hear(event);
    if (event.type === 'usage') this.#usage = event.usage;
    if (event.type === 'notice') this.#interaction.state = told(this.#interaction.state, event.message);
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
    this.#pane.restyle(this.#play);
  }

  #draw(): Drawn {
    const { size: sizeNow, theme } = this.#parts;
    const size = sizeNow();
    const { below } = this.#pane.transcript;
    const screen = this.#interaction.state;
    const props = { screen, play: this.#play, below, usage: this.#usage, size, theme };
    this.#drawn = this.#parts.draw(props);
    return this.#drawn ?? { pieces: [], transcript: firstPlace(size), room: null, cursor: null };
  }

  async #perform(effect: Effect, before: ScreenState): Promise<void> {
    const { terminal } = this.#parts;
    if (effect.type === 'scroll') this.#pane.scroll(effect.by, effect.unit, this.#draw().transcript.height);
    else if (effect.type === 'stop') this.#stop(effect.isEsc === true);
    else if (effect.type === 'leave') terminal.leave();
    else if (effect.type === 'suspend') terminal.suspend();
    else if (effect.type === 'editor') await this.#edit();
    else if (effect.type === 'take') {
      this.#pane.transcript.toEnd();
      await this.#interaction.take(effect.name);
      this.#drafting(expanded(this.#interaction.state.composer));
    } else {
      if (effect.type === 'say') this.#pane.transcript.toEnd();
      await this.#interaction.act(effect, before);
    }
    this.#parts.changed();
  }

  /** What nobody is told of is stopped, and the key does what it does where there is nothing to stop. */
  #stop(isEsc: boolean): void {
    const isUntold = isEsc && toldWriting(this.#play) === null && this.#play.auto === null;
    this.#parts.play.stop();
    if (isUntold) this.#pane.transcript.toEnd();
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
}
