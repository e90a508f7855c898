import type { PlayState } from '../../src/play/chat/play-state.ts';
import type { DirectingPlay } from '../../src/play/director/directing.ts';
import { SmallNotes } from './small-notes.ts';

/** The director of a chat in memory: notes what it is told, and says what it was given. */
export class SmallDirecting extends SmallNotes implements Omit<DirectingPlay, 'drafting'> {
  next: PlayState['next'] = null;
  /** The pause of auto mode. */
  seconds: number | null = null;
  /** What would have been said, after every key. */
  readonly sayings: (string | null)[] = [];
  /** Whom the last of them would have been whispered to. */
  whispered: readonly string[] = [];
  directed: ReturnType<DirectingPlay['director']> = {
    strategy: 'natural',
    selfReply: false,
    muted: [],
    talkativeness: { Alice: 0.5, Bob: 0.5, Carl: 0.5 },
    hasClassifier: false,
  };

  director = (): ReturnType<DirectingPlay['director']> => this.directed;
  async setDirector(change: Parameters<DirectingPlay['setDirector']>[0]): Promise<void> {
    this.calls.push(['setDirector', change]);
  }
  chooseNext(name: string | null): void {
    this.calls.push(['chooseNext', name]);
  }
  async goOn(): Promise<boolean> {
    this.calls.push(['goOn']);
    return true;
  }
  auto(seconds: number | true | null): void {
    this.calls.push(['auto', seconds]);
    this.seconds = seconds === true ? 5 : seconds;
  }
}
