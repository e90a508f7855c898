import type { StoredJob } from '../../store/jobs/jobs.ts';

/** What runs the jobs of a chat while nobody waits. */
export interface Bookkeeping {
  /** Somebody waits for something else from now on, until the returned function is called: what runs gives way. */
  hold(): () => void;
  /** Looks whether a job is to be run now, or no more; cheap, and only a chat that is looked on at runs any. */
  look(): void;
  /**
   * Runs every job about what was written after a place in the log, whether or not somebody looks on, and waits for those
   * that another terminal runs. Yields each that ended here. Of what is done in parts one part, where a place is given.
   */
  settle(since?: number): AsyncGenerator<StoredJob>;
  /** Ends `settle`. */
  stop(): void;
  /** Leaves what runs to the next who has time. */
  close(): Promise<void>;
}
