import type { CastMember, VisibleWriting } from './play-state.ts';

/** What an open chat knows of the other terminals while this one looks on, and what it tells them. */
export interface Attendance {
  /** Whose line another terminal writes, as the viewer may know it. */
  readonly writing: VisibleWriting;
  /** Those who are typing in other terminals, as far as the viewer may see it. */
  readonly typing: readonly CastMember[];
  /** Takes in what other terminals have done since. */
  look(): void;
  /** Tells whom this terminal plays, after that has changed. */
  tellPlayed(): void;
  /** Takes in what stands in the composer, at every key. */
  drafting(draft: string): void;
  /** Leaves: nobody sees this terminal any more. */
  close(): void;
}
