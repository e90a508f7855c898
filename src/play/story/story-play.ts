import type { CharacterId } from '../../domain/message.ts';
import { type PastPlay, pastPlayOf } from '../memory/past-play.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { type MeanwhilePlay, meanwhileOf } from './meanwhile.ts';
import { type MemoriesPlay, memoriesOf } from './memories/memories.ts';
import { type OccasionsPlay, occasionsOf } from './occasions-play.ts';
import { resetIn, type Traces, tracesOf } from './reset.ts';
import { type ScenesPlay, scenesOf } from './scenes/scenes-play.ts';
import { type TimePlay, timeOf } from './time/time-play.ts';

/** How the story goes on, and what is remembered of it. */
export interface StoryPlay extends MeanwhilePlay {
  readonly memories: MemoriesPlay;
  readonly past: PastPlay;
  readonly scenes: ScenesPlay;
  readonly occasions: OccasionsPlay;
  readonly time: TimePlay;
  /** What there is of a character, by id, in this chat. */
  traces(character: CharacterId): Traces;
  /** Takes all of that away, and the character out of the play: one act that undo takes back. */
  reset(character: CharacterId): void;
}

/** The story of an open chat. */
export const storyOf = (chat: OpenChat): StoryPlay => ({
  memories: memoriesOf(chat),
  past: pastPlayOf(chat),
  scenes: scenesOf(chat),
  traces: (character) => tracesOf(chat, character),
  reset: (character) => resetIn(chat, character),
  occasions: occasionsOf(chat),
  time: timeOf(chat),
  ...meanwhileOf(chat),
});
