import type { OpenChat } from '../chat/open-chat.ts';
import { type ScenesPlay, scenesOf } from './scenes/scenes-play.ts';

/** How the story of a chat goes on. */
export interface StoryPlay {
  readonly scenes: ScenesPlay;
}

/** The story of an open chat. */
export const storyOf = (chat: OpenChat): StoryPlay => ({ scenes: scenesOf(chat) });
