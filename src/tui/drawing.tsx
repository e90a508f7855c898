import type { DOMElement } from 'ink';
import { createRef } from 'react';
import { Bottom } from './components/bottom.tsx';
import { layComposer } from './components/composer.tsx';
import { Page, placeOf } from './components/page.tsx';
import { edgeWidth, Listen, type Listening, PanelView } from './components/panel.tsx';
import type { ScreenProps } from './components/props.ts';
import { TitleBar } from './components/title-bar.tsx';
import { measure, type Place, tallFrom, wideFrom } from './places.ts';
import type { Frame, Piece } from './terminal/frame.ts';
import { InkRenderer } from './terminal/ink-renderer.ts';
import { type Key, key, sequenceOf } from './terminal/key-names.ts';

/** The screen around the transcript, drawn, and the rectangle that is left for the transcript. */
export interface Drawn {
  readonly pieces: readonly Piece[];
  readonly transcript: Place;
  /** Columns and rows of the open panel's text; null where none is open. */
  readonly room: { readonly width: number; readonly height: number } | null;
  readonly cursor: Frame['cursor'];
}

const leastTranscript = 3;
const widestPanel = 76;

/** Something that is drawn again only when what it is made from has changed. */
class Memo<Value> {
  #inputs: readonly unknown[] = [];
  #value: Value | null = null;

  of(inputs: readonly unknown[], make: () => Value): Value {
    const isSame =
      inputs.length === this.#inputs.length && inputs.every((input, index) => input === this.#inputs[index]);
    if (this.#value === null || !isSame) this.#value = make();
    this.#inputs = inputs;
    return this.#value;
  }
}

/** One part of the screen: an Ink root of its own, so that the others are not laid out with it. */
class Part<Value> {
  readonly renderer = new InkRenderer();
  readonly memo = new Memo<Value>();
}

/** Draws the screen with Ink, part by part; what did not change is not laid out again. */
export class Drawing {
  readonly #title = new Part<string[]>();
  readonly #bottom = new Part<{ rows: string[]; cursor: NonNullable<Frame['cursor']> }>();
  readonly #panel = new Part<string[]>();
  readonly #page = new Part<{ transcript: Place; panel: Place }>();
  readonly #boxes = {
    composer: createRef<DOMElement>(),
    transcript: createRef<DOMElement>(),
    panel: createRef<DOMElement>(),
  };
  readonly #listening: Listening;
  #pressed: Key = key('');
  #hasPanel = false;
  #bottomHeight = 0;

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
    const { transcript: column } = this.#layOut(size, [title.length, this.#bottomHeight, panelWidth, 0]);
    const { rows: bottom, cursor } = this.#drawBottom(props, column);
    this.#bottomHeight = bottom.length;
    const room = belowRoom(size, title, bottom);
    const below = screen.panel === null || isBeside ? null : this.#drawPanel(props, room, false);
    const heights = [title.length, bottom.length, panelWidth, below?.rows.length ?? 0];
    const places = this.#layOut(size, heights);
    const panel = isBeside
      ? this.#drawPanel(props, { width: places.panel.width - edgeWidth, height: places.panel.height }, true)
      : below;
    const bottomTop = size.rows - bottom.length;
    return {
      pieces: [
        { top: 0, left: 0, rows: title },
        ...(panel === null ? [] : [{ ...places.panel, rows: panel.rows }]),
        { top: bottomTop, left: 0, rows: bottom },
      ],
      transcript: places.transcript,
      room: panel?.room ?? null,
      cursor: screen.panel === null ? { row: bottomTop + cursor.row, column: cursor.column } : null,
    };
  }

  /** Gives a key to whatever has the keyboard; `isText` where a line that is edited takes it. */
  press(pressed: Key, isText: boolean): void {
    this.#pressed = pressed;
    const { renderer } = this.#hasPanel ? this.#panel : this.#bottom;
    renderer.press(sequenceOf(pressed, isText));
  }

  /** Lets go of Ink. */
  close(): void {
    for (const { renderer } of [this.#title, this.#bottom, this.#panel, this.#page]) renderer.close();
  }

  #drawTitle({ play, theme, size }: ScreenProps): string[] {
    if (size.rows < tallFrom) return [];
    return this.#title.memo.of([play, theme, size.columns], () =>
      this.#title.renderer.draw(<TitleBar play={play} theme={theme} width={size.columns} />, size),
    );
  }

  #drawBottom(
    props: ScreenProps,
    { left, width }: Place,
  ): { rows: string[]; cursor: NonNullable<Frame['cursor']> } {
    const { screen, play, below, isSelecting, usage, size, theme } = props;
    const { composer, notice, panel } = screen;
    const inputs = [
      composer,
      notice,
      panel?.type,
      play,
      below,
      isSelecting,
      usage,
      size.columns,
      size.rows,
      theme,
      left,
      width,
    ];
    return this.#bottom.memo.of(inputs, () => {
      const most = Math.max(1, Math.min(8, Math.floor((size.rows - leastTranscript - 2) / 2)));
      const laid = layComposer(composer, play, { width, most });
      const place = this.#boxes.composer;
      const rows = this.#bottom.renderer.draw(
        <Listen to={this.#listening}>
          <Bottom {...{ props, laid, place, left, width }} />
        </Listen>,
        size,
      );
      const at = placeOf(place.current);
      return { rows, cursor: { row: at.top + laid.cursor.row, column: at.left + laid.cursor.column } };
    });
  }

  #drawPanel(
    { screen, theme, size }: ScreenProps,
    room: { width: number; height: number },
    isBeside: boolean,
  ): { rows: string[]; room: { width: number; height: number } } {
    const { panel } = screen;
    if (panel === null) return { rows: [], room };
    const rows = this.#panel.memo.of([panel, theme, room.width, room.height, isBeside], () =>
      this.#panel.renderer.draw(
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
      this.#page.renderer.draw(<Page {...given} />, size);
      return { transcript: placeOf(transcript.current), panel: placeOf(panel.current) };
    });
  }
}

const belowRoom = ({ columns, rows }: ScreenProps['size'], ...used: readonly (readonly string[])[]) => ({
  width: columns,
  height: Math.max(2, rows - leastTranscript - used.reduce((sum, { length }) => sum + length, 0)),
});

const besideWidth = (columns: number): number =>
  Math.min(widestPanel, Math.max(columns - measure, Math.floor(columns * 0.4)));
