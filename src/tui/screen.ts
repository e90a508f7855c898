import { importOf } from '../commands/door/importing.ts';
import { offerSources } from '../commands/offers.ts';
import type { Arrival } from '../commands/scope.ts';
import { faceIn } from '../commands/shown/pictures.ts';
import { type Watched, watchedIn } from '../commands/world/pane.ts';
import type { PlayEvent, PlayState } from '../play/chat/play-state.ts';
import { Remembered } from '../play/chat/remembered.ts';
import { sayable } from './composer/draft.ts';
import { type Words, wordsOf } from './composer/menu.ts';
import { expanded } from './composer/state.ts';
import { ToldDraft } from './drafts.ts';
import type { Drawn } from './drawing.tsx';
import { handoverFrame } from './handover.ts';
import { belowOf } from './inline/below.ts';
import { Interaction } from './interaction.ts';
import { followChoice } from './panels/state.ts';
import { drafting, perform } from './performing.ts';
import { Pointing } from './pointing.ts';
import { ReadingPane } from './reading-pane.ts';
import type { ScreenParts } from './screen-parts.ts';
import { Caret } from './state/caret.ts';
import type { Effect } from './state/effect.ts';
import { type Field, fieldChanged, fieldOf, fieldStep, fieldText } from './state/field.ts';
import { Fill } from './state/fill.ts';
import { Pace } from './state/pace.ts';
import { reduce } from './state/reduce.ts';
import { contextOf, ownDraft, type ScreenState } from './state/state.ts';
import { guided } from './state/tour.ts';
import { inPieces } from './state/typed-run.ts';
import { vimInPanel } from './state/vim.ts';
import { composed, type Frame } from './terminal/frame.ts';
import type { Input, Key } from './terminal/key-names.ts';
import { firstPlace, laidSize, paneFrom, tooSmall } from './terminal/places.ts';
import { dimmed } from './themes/theme.ts';

/** What is never a panel's: leaving and stopping the process. */
const isOverAll = ({ name, ctrl }: Key): boolean => ctrl && (name === 'c' || name === 'z');

/** One open chat on the screen: inputs and play events in, frames out. */
export class Screen {
  readonly #parts: ScreenParts;
  readonly #pane: ReadingPane;
  readonly #words: Omit<Words, 'names'>;
  readonly #interaction: Interaction;
  #play: PlayState;
  readonly #pace: Pace;
  readonly #fill: Fill;
  readonly #caret: Caret;
  readonly #pointing: Pointing;
  readonly #told: ToldDraft;
  /** Whether portraits stand beside the headings. */
  readonly #isFaced: boolean;
  readonly #inPane = new Remembered<readonly Watched[]>();
  #drawn: Drawn | null = null;
  /** The line that is edited and its cursor, as they were after the last input. */
  #field: Field | null = null;
  /** Where the cursor of that line is once what is being typed into it is there. */
  #cursor = 0;

  constructor(parts: ScreenParts, arrival: Arrival = {}) {
    this.#parts = parts;
    const { play, looks, ooc, size } = parts;
    this.#pane = new ReadingPane(play, { theme: looks.theme, ooc, width: size().columns });
    this.#words = wordsOf(parts.commands, offerSources(parts));
    this.#interaction = new Interaction({
      ...parts,
      transcript: this.#pane.transcript,
      toggle: (what) => this.#pane.toggle(what),
    });
    this.#isFaced = parts.app.loaded.config.look.portraits === 'inline';
    this.#caret = new Caret(parts.app.given.config.screen.motion, parts.changed);
    this.#told = new ToldDraft(
      () => ownDraft(this.#interaction.state),
      (draft) => {
        play.typing(expanded(draft));
        if (draft.search === null) drafting(play, this.#play, expanded(draft));
      },
    );
    this.#pointing = new Pointing(this.#pane, (text) => {
      parts.terminal.copy(text);
      this.#interaction.notify('copied');
    });
    this.#fill = new Fill({
      find: () => play.fill(),
      isBusy: () => this.#play.generating !== null || this.#interaction.state.composer.text !== '',
      changed: parts.changed,
    });
    this.#play = play.state();
    this.#pace = new Pace(parts.now, this.#play.playing.id);
    this.#interaction.standing();
    this.arrive(arrival);
  }

  /** Somebody comes to this chat: to a message, or to be told something. */
  arrive({ message, notice, tour, line }: Arrival): void {
    if (tour !== undefined) this.#interaction.state = { ...this.#interaction.state, tour };
    if (message !== undefined) this.#pane.transcript.goTo(message);
    if (notice !== undefined) this.#interaction.notify(notice);
    if (line !== undefined) void this.#perform({ type: 'command', line }, this.#interaction.state);
  }

  /** The frame as it is now. */
  frame(): Frame {
    const size = this.#parts.size();
    const small = tooSmall(size);
    if (small !== null) return small;
    const { handover } = this.#interaction.state;
    if (handover !== null) return handoverFrame(handover, size);
    const { below } = this.#pane.transcript;
    const drawn = this.#draw(true);
    const { transcript } = drawn;
    const { editing, composer } = this.#interaction.state;
    this.#pane.edit(editing && { message: editing.message.id, draft: composer });
    this.#pane.transcript.writer = this.#caret.of(this.#play);
    const text = this.#pane.rows(transcript);
    // What is new may be in sight after all.
    const isAsDrawn = this.#pane.transcript.below === below;
    const { pieces, cursor, isCovered, isPage, margin } = isAsDrawn ? drawn : this.#draw(true);
    const page = [...margin(() => this.#pane.headings), text];
    const { theme } = this.#parts.looks;
    const behind = isCovered ? page.map((piece) => ({ ...piece, rows: dimmed(piece.rows, theme) })) : page;
    return {
      columns: size.columns,
      rows: composed(size.rows, isPage ? pieces : [...behind, ...pieces]),
      region: { top: transcript.top, height: transcript.height },
      cursor: editing === null ? cursor : this.#pane.caret(transcript),
    };
  }

  /** What stands below the transcript, and the cursor in it. */
  below(): Pick<Frame, 'rows' | 'cursor'> {
    const { rows, cursor } = belowOf(this.#draw(), laidSize(this.#parts.size()));
    const foot = this.#pane.footRows;
    return { rows: [...foot, ...rows], cursor: cursor && { ...cursor, row: cursor.row + foot.length } };
  }

  /** Whether the keyboard is being passed on: nothing of the chat is told then. */
  get isPassedOn(): boolean {
    return this.#interaction.state.handover !== null;
  }

  /** The name of the window: what is played; no more than sotto while the keyboard is passed on. */
  get title(): string {
    return this.isPassedOn ? 'sotto' : `sotto: ${this.#play.chat.title}`;
  }

  /** An input from the terminal. */
  input(given: Input): void {
    const { keys } = this.#parts;
    const now = () => ({ state: this.#interaction.state, keys, isSelecting: this.#pane.isSelecting });
    for (const one of inPieces(given, now)) {
      const { state, input } = vimInPanel(this.#interaction.state, one);
      this.#interaction.state = state;
      if (input === null) this.#changed();
      else this.#route(state, input);
    }
  }

  #route(state: ScreenState, input: Input): void {
    const { press } = this.#parts;
    this.#field = state.handover === null ? fieldOf(state, this.#field) : null;
    const step = this.#field && fieldStep(state, this.#field, input);
    const isForPanel = state.panel !== null && state.handover === null;
    if (step === null && (input.type !== 'key' || !isForPanel || isOverAll(input))) this.take(input);
    else {
      this.#draw();
      this.#cursor = step?.cursor ?? 0;
      if (step?.text !== undefined) this.fieldChanged(step.text);
      else if (step?.key) press(step.key, true);
      else if (step === null && input.type === 'key') press(input, false);
    }
    if (step === null) return;
    this.#keepField();
    this.#changed();
  }

  /** An input that is for the screen's own state. */
  take(input: Input): void {
    if (input.type === 'mouse' && this.#points(input)) {
      this.#changed();
      return;
    }
    const before = this.#interaction.state;
    const { isSelecting } = this.#pane;
    const room = this.#drawn?.room ?? null;
    const namesFile = (line: string) => importOf(line, this.#parts.app) !== undefined;
    const given = { words: this.#words, keys: this.#parts.keys, room, isSelecting, namesFile };
    const context = contextOf(this.#play, given);
    const { state, effect } = reduce(before, input, context);
    this.#interaction.state = state;
    followChoice(before.panel, state.panel, effect?.type === 'call');
    const [own, was] = [ownDraft(state), ownDraft(before)];
    if (own.text !== was.text || own.pastes !== was.pastes) this.#told.tell(own);
    if (effect !== undefined) void this.#perform(effect, before);
    this.#changed();
  }

  /** Whether the mouse did something on the page, which is there and whose nobody else's keys are. */
  #points(input: Extract<Input, { type: 'mouse' }>): boolean {
    const { panel, handover, editing } = this.#interaction.state;
    if (panel !== null || handover !== null || editing !== null || this.#drawn === null) return false;
    return this.#pointing.take(input, this.#drawn.transcript);
  }

  /** The text of the line that is edited is this now. It is drawn at once: the next key is typed into it. */
  fieldChanged(value: string): void {
    const { state: before } = this.#interaction;
    this.#interaction.state = fieldChanged(before, value);
    followChoice(before.panel, this.#interaction.state.panel, false);
    this.#keepField();
    this.#draw();
  }

  #keepField(): void {
    const text = fieldText(this.#interaction.state) ?? '';
    this.#field = { text, cursor: Math.min(this.#cursor, text.length) };
  }

  #changed(): void {
    this.#interaction.keep(this.#play.playing.id);
    this.#parts.changed();
  }

  /** News from the chat. */
  hear(event: PlayEvent): void {
    this.#pane.hear(event);
    this.#pace.hear(event);
    if (event.type === 'reload' || event.type === 'state') this.#readState();
    this.#interaction.hear(event);
    this.#fill.hear(event, this.#play);
    this.#changed();
  }

  #readState(): void {
    const { playing } = this.#play;
    this.#play = this.#parts.play.state();
    const draft = expanded(ownDraft(this.#interaction.state));
    this.#interaction.seated(playing.id, this.#play.playing.id);
    if (playing.id !== this.#play.playing.id) {
      this.#pace.clear(this.#play.playing.id);
      this.#fill.clear();
    }
    const now = expanded(ownDraft(this.#interaction.state));
    if (now !== draft) this.#parts.play.drafting(sayable(now));
    const { generating } = this.#play;
    if (generating !== null)
      this.#interaction.lastSpeaker = typeof generating === 'string' ? null : generating.speaker;
    this.#pane.restyle(this.#play);
    this.#interaction.state = guided(this.#interaction.state, this.#parts.play, this.#play);
  }

  /** `isInPlace`: whether the page stands above it, on which a message is edited where it is. */
  #draw(isInPlace = false): Drawn {
    const { theme } = this.#parts.looks;
    this.#pane.wear(theme);
    const size = laidSize(this.#parts.size());
    const { below } = this.#pane.transcript;
    const screen = this.#interaction.state;
    const { isSelecting } = this.#pane;
    const pane = screen.hasPane && size.columns >= paneFrom ? this.#watched() : null;
    const play = this.#play;
    const edited = isInPlace && screen.editing ? this.#pane.nameOf(screen.editing.message) : null;
    const props = {
      screen,
      play,
      field: fieldOf(screen, this.#field),
      below,
      isSelecting,
      edited,
      usage: this.#pace.usage,
      fill: this.#fill.share,
      faceOf: this.#isFaced ? faceIn(this.#parts.app, this.#parts.play, play) : null,
      ...{ pane, size, theme },
    };
    this.#drawn = this.#parts.draw(props);
    return (
      this.#drawn ?? {
        pieces: [],
        ...{ transcript: firstPlace(size), margin: () => [] },
        ...{ isCovered: false, isPage: false, room: null, cursor: null },
      }
    );
  }

  /** Who stands in the pane, as it is since the chat was last heard of. */
  #watched(): readonly Watched[] {
    const { app, play } = this.#parts;
    return this.#inPane.of([this.#play], () => watchedIn({ side: 'screen', app, play }));
  }

  async #perform(effect: Effect, before: ScreenState): Promise<void> {
    const { terminal, play } = this.#parts;
    const height = (): number => this.#draw().transcript.height;
    const isWide = this.#parts.size().columns >= paneFrom;
    const shown = { pane: this.#pane, interaction: this.#interaction, now: this.#play };
    await perform(effect, before, { terminal, play, ...shown, isWide, height });
    this.#changed();
  }
}
