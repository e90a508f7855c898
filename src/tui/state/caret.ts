import type { CharacterId } from '../../domain/message.ts';
import type { PlayState } from '../../play/chat/play-state.ts';

const blinkMs = 530;

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

  /** Who thinks, as far as the one at the screen may know, with the caret as it is in this frame; null for nobody. */
  of({
    generating,
  }: Pick<PlayState, 'generating'>): { readonly id: CharacterId; readonly isLit: boolean } | null {
    if (generating === null || typeof generating === 'string') {
      this.#isLit = true;
      return null;
    }
    if (this.#isMoving) this.#wait();
    return { id: generating.speaker.id, isLit: this.#isLit };
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
