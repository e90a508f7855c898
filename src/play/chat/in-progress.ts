import type { Member } from '../../domain/world/world.ts';

/** What is being written, and how to stop it. */
export interface InProgress {
  readonly speaker: Member;
  isHidden: boolean;
  /** Share of the prompt that the server has read; null when it does not tell, or writes already. */
  reading: number | null;
  readonly abort: AbortController;
}
