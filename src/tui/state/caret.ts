import type { CharacterId, MessageId } from '../../domain/message.ts';
import type { PlayState } from '../../play/chat/play-state.ts';

const blinkMs = 530;

/** Who writes, whether the caret is lit that they have before their words come, and in whose place they write; null = behind all. */
export interface Writer {
  readonly id: CharacterId;
  readonly isLit: boolean;
  readonly replaces: MessageId | null;
}

/** The caret of who is about to speak: it blinks while it is drawn, unless a person wants no motion. */
export class Caret {
  readonly #isMoving: boolean;
  readonly #changed: () => void;
  #isLit = true;
  #timer: NodeJS.Timeout | null = null;

  constructor(isMoving: boolean, changed: () => void) {
    this.#isMoving = isMoving;
    this.#changed = changed;
  }

  /** Who writes, as far as the one at the screen may know, with the caret as it is in this frame; null for nobody. */
  of({ generating }: Pick<PlayState, 'generating'>): Writer | null {
    if (generating === null || typeof generating === 'string') {
      this.#isLit = true;
      return null;
    }
    if (this.#isMoving) this.#wait();
    return { id: generating.speaker.id, isLit: this.#isLit, replaces: generating.replaces ?? null };
  }

  #wait(): void {
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#isLit = !this.#isLit;
      this.#changed();
    }, blinkMs);
    this.#timer.unref();
  }
}
