import type { ReactElement } from 'react';
import { Remembered } from '../play/chat/remembered.ts';
import { LaidRows, LaidRowsContext } from './components/laid-rows.ts';
import { InkRenderer, type Size } from './terminal/ink-renderer.ts';

/** One part of the screen: an Ink root of its own, so that the others are not laid out with it. */
export class Part<Value> {
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
