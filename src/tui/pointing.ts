import type { ReadingPane } from './reading-pane.ts';
import type { Input } from './terminal/key-names.ts';
import type { Place } from './terminal/places.ts';

type Mouse = Extract<Input, { type: 'mouse' }>;

const moved = 32;
const wheel = 64;

/** What the mouse does on the page: a click picks the message there, a drag marks a text, which is copied at its end. */
export class Pointing {
  readonly #pane: ReadingPane;
  readonly #copy: (text: string) => void;

  constructor(pane: ReadingPane, copy: (text: string) => void) {
    this.#pane = pane;
    this.#copy = copy;
  }

  /** Takes what the mouse did, with the transcript in this place; false where that is nothing of the page's. */
  take({ button, down, ...at }: Mouse, place: Place): boolean {
    if ((button & wheel) !== 0) return false;
    const pane = this.#pane;
    const row = Math.max(0, Math.min(at.row - place.top, place.height - 1));
    const spot = { row, column: at.column - place.left };
    const begun = pane.stretch?.[0];
    if (!down) {
      if (begun) this.#end(place);
    } else if ((button & moved) !== 0) {
      if (begun) pane.stretch = [begun, spot];
    } else if (button === 0) pane.stretch = row === at.row - place.top ? [spot, spot] : null;
    return true;
  }

  #end({ height }: Place): void {
    const pane = this.#pane;
    const [from, to] = pane.stretch ?? [];
    const text = pane.stretchText;
    pane.stretch = null;
    if (!from || !to) return;
    if (from.row === to.row && from.column === to.column) pane.transcript.selectAt(from.row, height);
    else if (text.trim() !== '') this.#copy(text);
  }
}
