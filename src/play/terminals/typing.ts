import { cutTagLength, type TagStyle } from '../../domain/audience/audience.ts';
import type { PlayParts } from '../chat/parts.ts';

const forgottenAfterMs = 5000;
const writtenEveryMs = 1000;

/** Whether others may see that this is being typed: not a command, and no whisper. */
export const isShownTyping = (draft: string, { enabled, tag }: TagStyle): boolean =>
  draft.trim() !== '' &&
  !draft.trimStart().startsWith('/') &&
  !(enabled && (draft.includes(tag) || cutTagLength(draft, tag, 1) > 0));

/**
 * Whether somebody is typing here: told on at most once a second, its end at once, for the process may be about to
 * stand still. Forgotten when no key comes for a while.
 */
export class Typing {
  readonly #after: PlayParts['after'];
  readonly #tell: (isTyping: boolean) => void;
  #is = false;
  #told = false;
  #forget: (() => void) | null = null;
  #pause: (() => void) | null = null;

  constructor(after: PlayParts['after'], tell: (isTyping: boolean) => void) {
    this.#after = after;
    this.#tell = tell;
  }

  /** Called at every key. */
  set(isTyping: boolean): void {
    this.#forget?.();
    this.#forget = isTyping ? this.#after(forgottenAfterMs, () => this.set(false)) : null;
    this.#is = isTyping;
    if (this.#pause === null || !isTyping) this.#tellNow();
  }

  #tellNow(): void {
    if (this.#is === this.#told) return;
    this.#told = this.#is;
    this.#pause?.();
    this.#pause = this.#after(writtenEveryMs, () => {
      this.#pause = null;
      this.#tellNow();
    });
    this.#tell(this.#told);
  }

  /** Ends it without telling. */
  close(): void {
    this.#forget?.();
    this.#pause?.();
  }
}
