import type { StoredJob } from '../../store/jobs/jobs.ts';

/** How a job that runs may ask a model. */
export interface Work {
  /** Whether the play pauses, or somebody waits for the job. */
  readonly isQuiet: () => boolean;
  /** Whether nobody types: what is not at the server by then waits. */
  readonly mayBegin: () => boolean;
  /** Asks once those that run with it have been answered that asked before: they would take each other's place in one cache. */
  inTurn<T>(ask: () => Promise<T>): Promise<T>;
  /** Hears whether the server has its question: true when it is sent, false when it must wait or gives way. */
  sent(isSent: boolean): void;
}

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
  /** How a job may ask that runs here; undefined for any other. */
  work(job: string): Work | undefined;
  /** Ends `settle`. */
  stop(): void;
  /** Leaves what runs to the next who has time. */
  close(): Promise<void>;
}
