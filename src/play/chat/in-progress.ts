import type { Member } from '../../domain/world/world.ts';
import type { Generating } from './play-state.ts';

/** What is being written, and how to stop it. */
export interface InProgress {
  readonly speaker: Member;
  isHidden: boolean;
  /** Share of the prompt that the server has read; null when it does not tell, or writes already. */
  reading: number | null;
  readonly abort: AbortController;
}

/** As much of it as the played character may know. */
export const asGenerating = (progress: InProgress | null): Generating | 'hidden' | null => {
  if (progress === null || progress.isHidden) return progress && 'hidden';
  return { speaker: progress.speaker, reading: progress.reading };
};
