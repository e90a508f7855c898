import type { DOMElement } from 'ink';
import { createContext } from 'react';
import { padded } from '../terminal/cells.ts';
import { placeOf } from './page.tsx';

/**
 * Rows that are laid out already. Ink reserves a box for them and never reads them: it would take each apart into its cells
 * and put it together again for every frame, and keep it for good.
 */
export class LaidRows {
  readonly #boxes = new Map<DOMElement, readonly string[]>();

  /** For the `ref` of a box: these rows stand in it, with nothing at its right. */
  hold(rows: readonly string[]): (box: DOMElement) => () => void {
    return (box) => {
      this.#boxes.set(box, rows);
      return () => void this.#boxes.delete(box);
    };
  }

  /** What Ink drew, with the rows in their boxes as far as those go: at most `most` rows. */
  over(drawn: readonly string[], most: number): string[] {
    const frame = [...drawn];
    for (const [box, rows] of this.#boxes) {
      const { top, left, height } = placeOf(box);
      for (const [index, row] of rows.slice(0, Math.min(height, most - top)).entries()) {
        const before = frame[top + index] ?? '';
        frame[top + index] = row === '' ? before : padded(before, left) + row;
      }
    }
    return frame;
  }
}

/** Who lays rows into their boxes; null where Ink draws them. */
export const LaidRowsContext = createContext<LaidRows | null>(null);
