import type { DOMElement } from 'ink';
import { createRef, type ReactElement } from 'react';
import { Remembered } from '../play/chat/remembered.ts';
import { Above, Below, type Column } from './components/bottom.tsx';
import { Composer, layComposer, layEdited } from './components/composer.tsx';
import { situationOf } from './components/key-line.tsx';
import { LaidRows, LaidRowsContext } from './components/laid-rows.ts';
import { Listen, type Listening } from './components/listening.tsx';
import { Page, placeOf } from './components/page.tsx';
import { edgeWidth, PanelView } from './components/panel.tsx';
import type { ScreenProps } from './components/props.ts';
import { TitleBar } from './components/title-bar.tsx';
import { RowStarts } from './composer/row-starts.ts';
import type { Room } from './panels/text.ts';
import type { Frame, Piece } from './terminal/frame.ts';
import { InkRenderer, type Size } from './terminal/ink-renderer.ts';
import { type Key, key, sequenceOf } from './terminal/key-names.ts';
import { measure, type Place, tallFrom, titleRows, wideFrom } from './terminal/places.ts';

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
  readonly pieces: readonly Piece[];
  readonly transcript: Place;
  /** Columns and rows of the open panel's text; null where none is open. */
  readonly room: Room | null;
  readonly cursor: Frame['cursor'];
}

const leastTranscript = 3;
const widestPanel = 76;

/** Draws the screen with Ink, part by part; what did not change is not laid out again. */
export class Drawing {
  readonly #title = new Part<string[]>();
  readonly #above = new Part<string[]>();
  readonly #composer = new Part<{ rows: string[]; cursor: NonNullable<Frame['cursor']> }>();
  readonly #below = new Part<string[]>();
  readonly #panel = new Part<string[]>();
  readonly #page = new Part<{ transcript: Place; panel: Place }>();
  readonly #column = new Remembered<Place>();
  readonly #rowStarts = new RowStarts();
  readonly #boxes = { transcript: createRef<DOMElement>(), panel: createRef<DOMElement>() };
  readonly #listening: Listening;
  #pressed: Key = key('');
  #hasPanel = false;

  /** `onKey` hears the keys of what has the keyboard, `onField` the new text of the line that is edited. */
  constructor(on: Pick<Listening, 'onKey' | 'onField'>) {
    this.#listening = { ...on, pressed: () => this.#pressed };
  }

  /** Everything but the transcript, for these properties. */
  draw(props: ScreenProps): Drawn {
    const { size, screen } = props;
    this.#hasPanel = screen.panel !== null;
    const isBeside = screen.panel !== null && screen.panel.type !== 'question' && size.columns >= wideFrom;
    const panelWidth = isBeside ? besideWidth(size.columns) : 0;
    const title = this.#drawTitle(props);
    const { left, width } = this.#column.of(
      [size.columns, size.rows, panelWidth],
      () => this.#layOut(size, [0, 0, panelWidth, 0]).transcript,
    );
    const composer = this.#drawComposer(props, width);
    const below = this.#drawBelow(props, width);
    const rest = size.rows - title.length - composer.rows.length - below.length;
    const above = this.#drawAbove(props, { left, width }, rest - leastTranscript);
    const bottom = above.length + composer.rows.length + below.length;
    const under = isBeside ? null : this.#drawPanel(props, roomUnder(size, title.length + bottom), false);
    const places = this.#layOut(size, [title.length, bottom, panelWidth, under?.rows.length ?? 0]);
    const panel = isBeside
      ? this.#drawPanel(props, { width: places.panel.width - edgeWidth, height: places.panel.height }, true)
      : under;
    const top = size.rows - bottom;
    const composerTop = top + above.length;
    const { cursor } = composer;
    return {
      pieces: [
        { top: 0, left: 0, rows: title },
        ...(panel === null ? [] : [{ ...places.panel, rows: panel.rows }]),
        { top, left: 0, rows: above },
        { top: composerTop, left, rows: composer.rows },
        { top: composerTop + composer.rows.length, left, rows: below },
      ],
      transcript: places.transcript,
      room: panel?.room ?? null,
      cursor:
        this.#hasPanel && screen.panel?.type !== 'question'
          ? null
          : { row: composerTop + cursor.row, column: left + cursor.column },
    };
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

  #drawTitle({ play, theme, size }: ScreenProps): string[] {
    const rows = titleRows(size);
    if (rows === 0) return [];
    return this.#title.memo.of([play, theme, size.columns, rows], () =>
      this.#title.draw(<TitleBar play={play} theme={theme} width={size.columns} rows={rows} />, size),
    );
  }

  #drawAbove({ screen, play, below, size, theme }: ScreenProps, { left, width }: Column, most: number) {
    const { composer, notice, tour, panel } = screen;
    const { menu, search } = composer;
    const step = tour[0]?.says ?? null;
    const hasPanel = panel !== null;
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
      const rows = this.#composer.draw(<Composer {...{ laid, theme }} />, {
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

  #drawPanel(
    { screen, theme, size }: ScreenProps,
    room: Room,
    isBeside: boolean,
  ): { rows: string[]; room: Room } | null {
    const { panel } = screen;
    if (panel === null) return null;
    const rows = this.#panel.memo.of([panel, theme, room.width, room.height, isBeside], () =>
      this.#panel.draw(
        <Listen to={this.#listening}>
          <PanelView {...{ panel, theme, room, isBeside }} />
        </Listen>,
        { columns: room.width + (isBeside ? edgeWidth : 0), rows: Math.min(room.height, size.rows) },
      ),
    );
    return { rows, room };
  }

  #layOut(size: ScreenProps['size'], [top = 0, bottom = 0, panelWidth = 0, panelHeight = 0]: number[]) {
    const { transcript, panel } = this.#boxes;
    return this.#page.memo.of([size.columns, size.rows, top, bottom, panelWidth, panelHeight], () => {
      const given = { size, top, bottom, panelWidth, panelHeight, transcript, panel };
      this.#page.draw(<Page {...given} />, size);
      return { transcript: placeOf(transcript.current), panel: placeOf(panel.current) };
    });
  }
}

const roomUnder = ({ columns, rows }: ScreenProps['size'], used: number): Room => ({
  width: columns,
  height: Math.max(2, rows - leastTranscript - used),
});

const besideWidth = (columns: number): number =>
  Math.min(widestPanel, Math.max(columns - measure, Math.floor(columns * 0.4)));
