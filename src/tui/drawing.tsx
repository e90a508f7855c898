import type { DOMElement } from 'ink';
import { createRef, type ReactElement } from 'react';
import { sanitize } from '../domain/sanitize.ts';
import { Remembered } from '../play/chat/remembered.ts';
import { Above, Below, type Column } from './components/bottom.tsx';
import { Composer, layComposer, layEdited } from './components/composer.tsx';
import { situationOf } from './components/key-line.tsx';
import { LaidRows, LaidRowsContext } from './components/laid-rows.ts';
import { Listen, type Listening } from './components/listening.tsx';
import { overlaid, overlayIn, rowsWanted } from './components/overlay.ts';
import { Page, placeOf } from './components/page.tsx';
import { PanelView, placeIn } from './components/panel.tsx';
import type { ScreenProps } from './components/props.ts';
import { TitleBar } from './components/title-bar.tsx';
import { RowStarts } from './composer/row-starts.ts';
import type { Panel } from './panels/state.ts';
import type { Room } from './panels/text.ts';
import { Pictures } from './pictures/pictures.ts';
import { Sixels } from './pictures/sixels.ts';
import type { Frame, Piece } from './terminal/frame.ts';
import { InkRenderer, type Size } from './terminal/ink-renderer.ts';
import { type Key, key, sequenceOf } from './terminal/key-names.ts';
import { type Place, paneWidth, tallFrom, titleRows } from './terminal/places.ts';
import { dimmed } from './themes/theme.ts';
import { Margin } from './tiles/margin.ts';
import { type TilesPanel, tilesIn, tilesPage } from './tiles/page.ts';
import { paneRows } from './tiles/pane.ts';
import type { HeadingInSight } from './transcript/sight.ts';

/** One part of the screen: an Ink root of its own, so that the others are not laid out with it. */
class Part<Value> {
  readonly memo = new Remembered<Value>();
  readonly #renderer = new InkRenderer();
  readonly #laid = new LaidRows();

  /** The element laid out: as many rows as it takes, at most `rows`. Throws what a component threw. */
  draw(content: ReactElement, size: Size): string[] {
    const around = <LaidRowsContext value={this.#laid}>{content}</LaidRowsContext>;
    return this.#laid.over(this.#renderer.draw(around, size), size.rows);
  }

  /** Gives a key to the components that listen, as the terminal would send it. */
  press(sequence: string): void {
    this.#renderer.press(sequence);
  }

  /** Lets go of Ink. */
  close(): void {
    this.#renderer.close();
  }
}

/** The screen around the transcript, drawn, and the rectangle that is left for the transcript. */
export interface Drawn {
  /** What is open over the page stands last. */
  readonly pieces: readonly Piece[];
  readonly transcript: Place;
  /** What stands at the left of the page, with these headings in sight, which are looked for only where anything does. */
  readonly margin: (headings: () => readonly HeadingInSight[]) => readonly Piece[];
  /** Whether something is open over the page, which is dim behind it. */
  readonly isCovered: boolean;
  /** Whether a page of its own stands in place of the chat. */
  readonly isPage: boolean;
  /** Columns and rows of the open panel's text; null where none is open. */
  readonly room: Room | null;
  readonly cursor: Frame['cursor'];
}

const leastTranscript = 3;

/** What stands below a page of tiles, and whether something is open over it. */
interface AroundTiles {
  readonly told: Omit<Piece, 'top'>;
  readonly keys: Omit<Piece, 'top'>;
  readonly isBehind: boolean;
}

/** Draws the screen with Ink, part by part; what did not change is not laid out again. */
export class Drawing {
  /** Pictures that the terminal draws by kitty's letters, as far as it can. */
  readonly pictures = new Pictures();
  /** Pictures that it draws by sixels, with what makes them. */
  readonly sixels = (...given: ConstructorParameters<typeof Sixels>) => new Sixels(...given);
  readonly #title = new Part<string[]>();
  readonly #above = new Part<string[]>();
  readonly #composer = new Part<{ rows: string[]; cursor: NonNullable<Frame['cursor']> }>();
  readonly #below = new Part<string[]>();
  readonly #panel = new Part<string[]>();
  readonly #page = new Part<Place>();
  readonly #column = new Remembered<Place>();
  readonly #beside = new Remembered<string[]>();
  readonly #margin = new Margin();
  readonly #rowStarts = new RowStarts();
  readonly #transcript = createRef<DOMElement>();
  readonly #listening: Listening;
  #pressed: Key = key('');
  #hasPanel = false;

  /** `onKey` hears the keys of what has the keyboard, `onField` the new text of the line that is edited. */
  constructor(on: Pick<Listening, 'onKey' | 'onField'>) {
    this.#listening = { ...on, pressed: () => this.#pressed };
  }

  /** Everything but the transcript, for these properties. */
  draw(props: ScreenProps): Drawn {
    const { size, screen, theme } = props;
    const { panel } = screen;
    this.#hasPanel = panel !== null;
    const isAsked = panel?.type === 'question';
    const title = this.#drawTitle(props);
    const beside = props.pane === null ? 0 : paneWidth(size.columns);
    const { left, width } = this.#columnOf(size, beside);
    const composer = this.#drawComposer(props, width);
    const below = this.#drawBelow(props, width);
    const rest = size.rows - title.length - composer.rows.length - below.length;
    const above = this.#drawAbove(props, { left, width }, rest - leastTranscript);
    const bottom = above.length + composer.rows.length + below.length;
    const question = isAsked ? this.#drawQuestion(panel, props, size.rows - title.length - bottom) : null;
    const transcript = this.#layOut(size, [title.length, bottom, question?.rows.length ?? 0, beside]);
    const tiles = tilesIn(panel);
    const open =
      panel === null || isAsked || panel === tiles ? null : this.#drawOverlay(panel, props, transcript);
    if (tiles) {
      const keys = { left, rows: size.rows < tallFrom ? [] : below.slice(-1) };
      const told = { left, rows: [...(question?.rows ?? []), ...above.slice(1)] };
      const page = this.#drawTiles(tiles, props, { told, keys, isBehind: panel !== tiles });
      return {
        pieces: [...page.pieces, ...(open ? [open.piece] : [])],
        ...{ transcript, isCovered: true, isPage: true, cursor: null, margin: () => [] },
        room: open?.room ?? question?.room ?? page.room,
      };
    }
    const behind = (rows: readonly string[]) => (open === null ? rows : dimmed(rows, theme));
    const top = size.rows - bottom;
    const composerTop = top + above.length;
    const { row, column } = composer.cursor;
    return {
      pieces: [
        { top: 0, left: 0, rows: behind(title) },
        { top: title.length, left: size.columns - beside, rows: behind(this.#drawPane(props, transcript)) },
        ...(question ? [{ top: top - question.rows.length, left: 0, rows: question.rows }] : []),
        { top, left: 0, rows: above },
        { top: composerTop, left, rows: behind(composer.rows) },
        { top: composerTop + composer.rows.length, left, rows: below },
        ...(open ? [open.piece] : []),
      ],
      transcript,
      margin: (headings) => this.#marginOf(props, transcript, headings),
      isCovered: open !== null,
      isPage: false,
      room: open?.room ?? question?.room ?? null,
      cursor: open ? null : { row: composerTop + row, column: left + column },
    };
  }

  #marginOf({ faceOf, theme, play }: ScreenProps, place: Place, headings: () => readonly HeadingInSight[]) {
    return faceOf === null ? [] : this.#margin.pieces(headings(), place, { theme, about: play, faceOf });
  }

  /** Gives a key to whatever has the keyboard; `isText` where a line that is edited takes it. */
  press(pressed: Key, isText: boolean): void {
    this.#pressed = pressed;
    const part = this.#hasPanel ? this.#panel : this.#above;
    part.press(sequenceOf(pressed, isText));
  }

  /** Lets go of Ink. */
  close(): void {
    const parts = [this.#title, this.#above, this.#composer, this.#below, this.#panel, this.#page];
    for (const part of parts) part.close();
  }

  /** Where the transcript stands, and all that is in its column. */
  #columnOf(size: Size, beside: number): Place {
    const parts = [0, 0, 0, beside];
    return this.#column.of([size.columns, size.rows, beside], () => this.#layOut(size, parts));
  }

  #drawTitle({ play, theme, size }: ScreenProps): string[] {
    const rows = titleRows(size);
    if (rows === 0) return [];
    return this.#title.memo.of([play, theme, size.columns, rows], () =>
      this.#title.draw(<TitleBar play={play} theme={theme} width={size.columns} rows={rows} />, size),
    );
  }

  #drawAbove(
    { screen, play, field, below, size, theme }: ScreenProps,
    { left, width }: Column,
    most: number,
  ) {
    const { composer, notice, tour, panel } = screen;
    const { menu } = composer;
    const search = composer.search === null ? null : field;
    const step = tour[0]?.says ?? null;
    const hasPanel = panel?.type === 'question';
    const given = { menu, search, notice, step, hasPanel, play, below, most, theme, left, width };
    return this.#above.memo.of([...Object.values(given), size.columns], () =>
      this.#above.draw(
        <Listen to={this.#listening}>
          <Above {...given} columns={size.columns} />
        </Listen>,
        size,
      ),
    );
  }

  #drawComposer({ screen, play, edited, size, theme }: ScreenProps, width: number) {
    const composer = edited === null ? screen.composer : null;
    return this.#composer.memo.of([composer, edited, play, size.rows, theme, width], () => {
      const most = Math.max(1, Math.min(8, Math.floor((size.rows - leastTranscript - 2) / 2)));
      const laid =
        composer === null
          ? layEdited(edited ?? '', width)
          : layComposer(composer, play, { width, most, known: this.#rowStarts });
      const rows = this.#composer.draw(<Composer {...{ laid, theme, width }} />, {
        columns: width,
        rows: size.rows,
      });
      return { rows, cursor: laid.cursor };
    });
  }

  #drawBelow({ screen, play, isSelecting, usage, fill, size, theme }: ScreenProps, width: number): string[] {
    const isTall = size.rows >= tallFrom;
    const situation = situationOf(screen, isSelecting);
    return this.#below.memo.of([situation, play, usage, fill, isTall, theme, width], () =>
      this.#below.draw(<Below {...{ situation, play, usage, fill, isTall, theme, width }} />, {
        columns: width,
        rows: size.rows,
      }),
    );
  }

  #drawPanel(panel: Panel, { theme, field }: ScreenProps, room: Room): string[] {
    const cursor = field?.cursor ?? 0;
    return this.#panel.memo.of([panel, theme, cursor, room.width, room.height], () =>
      this.#panel.draw(
        <Listen to={this.#listening}>
          <PanelView {...{ panel, theme, room, cursor }} />
        </Listen>,
        { columns: room.width, rows: room.height },
      ),
    );
  }

  #drawQuestion(panel: Panel, props: ScreenProps, rest: number): { rows: string[]; room: Room } {
    const room = { width: props.size.columns, height: Math.max(2, rest - leastTranscript) };
    return { rows: this.#drawPanel(panel, props, room), room };
  }

  #drawTiles(panel: TilesPanel, props: ScreenProps, { told, keys, isBehind }: AroundTiles) {
    const { size, theme } = props;
    const height = Math.max(1, size.rows - told.rows.length - keys.rows.length);
    const room = { width: size.columns, height };
    const rows = isBehind
      ? dimmed(tilesPage({ panel, theme, room }), theme)
      : this.#drawPanel(panel, props, room);
    const pieces = [
      { top: 0, left: 0, rows },
      { ...told, top: height },
      { ...keys, top: height + told.rows.length },
    ];
    return { pieces, room };
  }

  #drawPane({ pane, theme, size }: ScreenProps, { height }: Place): string[] {
    if (pane === null) return [];
    const room = { width: paneWidth(size.columns), height };
    return this.#beside.of([pane, theme, room.width, height], () => paneRows(pane, theme, room));
  }

  #drawOverlay(panel: Panel, props: ScreenProps, transcript: Place): { piece: Piece; room: Room } {
    const { size, theme } = props;
    const overlay = overlayIn(size, transcript);
    const height = Math.min(overlay.room.height, rowsWanted(panel, overlay.room));
    const room = { width: overlay.room.width, height };
    const rows = this.#drawPanel(panel, props, room);
    const titled = { title: sanitize(panel.title), place: placeIn(panel, room), theme, height };
    return { piece: overlaid(overlay, rows, titled), room };
  }

  #layOut(size: ScreenProps['size'], [top = 0, bottom = 0, question = 0, pane = 0]: number[]): Place {
    const transcript = this.#transcript;
    return this.#page.memo.of([size.columns, size.rows, top, bottom, question, pane], () => {
      this.#page.draw(<Page {...{ size, top, bottom, question, pane, transcript }} />, size);
      return placeOf(transcript.current);
    });
  }
}
