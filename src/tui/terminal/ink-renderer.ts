import { EventEmitter } from 'node:events';
import { render } from 'ink';
import { Component, createElement, type ReactElement, type ReactNode } from 'react';

/** Lines and columns of a screen. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Keeps Ink from drawing a page about an error in place of the screen. */
class Boundary extends Component<{ children?: ReactNode; onError: (error: unknown) => void }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}

const nothing = (): void => undefined;

/** A keyboard that Ink reads from: one whole key at a time, and no terminal. */
class Keyboard extends EventEmitter {
  readonly isTTY = true;
  readonly setRawMode = nothing;
  readonly setEncoding = nothing;
  readonly ref = nothing;
  readonly unref = nothing;
  #pressed: string | null = null;

  read(): string | null {
    const pressed = this.#pressed;
    this.#pressed = null;
    return pressed;
  }

  press(sequence: string): void {
    this.#pressed = sequence;
    this.emit('readable');
  }
}

/** One Ink root that draws to rows of text instead of a terminal: what Ink would show, as strings. */
export class InkRenderer {
  #frame = '';
  readonly #size: { columns: number; rows: number } = { columns: 80, rows: 24 };
  readonly #keyboard = new Keyboard();
  #element: ReactElement | null = null;
  #instance: ReturnType<typeof render> | null = null;

  /** The element laid out on a screen of this size: as many rows as it takes, at most `rows`. Throws what a component threw. */
  draw(content: ReactElement, size: Size): string[] {
    Object.assign(this.#size, size);
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void errors.push(error);
    const element = createElement(Boundary, { onError }, content);
    this.#element = element;
    if (this.#instance === null) this.#instance = this.#mount(element);
    else this.#instance.rerender(element);
    if (errors.length > 0) throw errors[0];
    return this.#frame === '' ? [] : this.#frame.split('\n').slice(0, size.rows);
  }

  /** Gives a key to the components that listen, as the terminal would send it. */
  press(sequence: string): void {
    // React lets components listen anew after a drawing only when it draws again.
    if (this.#element !== null) this.#instance?.rerender(this.#element);
    this.#keyboard.press(sequence);
  }

  /** Lets go of Ink. */
  close(): void {
    this.#instance?.unmount();
    this.#instance?.cleanup();
    this.#instance = null;
  }

  #mount(element: ReactElement): ReturnType<typeof render> {
    const size = this.#size;
    const stdout = {
      get columns() {
        return size.columns;
      },
      get rows() {
        return size.rows;
      },
      write: (text: string) => {
        this.#frame = text;
        return true;
      },
      on: nothing,
      off: nothing,
    };
    return render(element, {
      stdout: stdout as unknown as NodeJS.WriteStream,
      stdin: this.#keyboard as unknown as NodeJS.ReadStream,
      debug: true,
      patchConsole: false,
      exitOnCtrlC: false,
    });
  }
}
