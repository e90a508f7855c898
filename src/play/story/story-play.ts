import type { OpenChat } from '../chat/open-chat.ts';
import { type MeanwhilePlay, meanwhileOf } from './meanwhile.ts';
import { type OccasionsPlay, occasionsOf } from './occasions/occasions-play.ts';
import { type TimePlay, timeOf } from './time/time-play.ts';

/** How the story of a chat goes on. */
export interface StoryPlay extends MeanwhilePlay {
  readonly occasions: OccasionsPlay;
  readonly time: TimePlay;
}

/** The story of an open chat. */
export const storyOf = (chat: OpenChat): StoryPlay => ({
  occasions: occasionsOf(chat),
  time: timeOf(chat),
  ...meanwhileOf(chat),
});
