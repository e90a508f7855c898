import type { PlayParts } from '../../src/play/chat/parts.ts';

/** Time that passes when a test says so. */
export class Clockwork {
  #pending: { readonly milliseconds: number; readonly run: () => void }[] = [];

  readonly after: PlayParts['after'] = (milliseconds, run) => {
    const entry = { milliseconds, run };
    this.#pending.push(entry);
    return () => {
      this.#pending = this.#pending.filter((other) => other !== entry);
    };
  };

  /** What is waited for: as long as this, and nothing else. */
  waiting(milliseconds: number): number {
    return this.#pending.filter((entry) => entry.milliseconds === milliseconds).length;
  }

  /** Ends every wait of this length. */
  pass(milliseconds: number): void {
    const due = this.#pending.filter((entry) => entry.milliseconds === milliseconds);
    this.#pending = this.#pending.filter((entry) => !due.includes(entry));
    for (const { run } of due) run();
  }
}
