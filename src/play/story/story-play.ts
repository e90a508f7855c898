import type { OpenChat } from '../chat/open-chat.ts';
import { type MemoriesPlay, memoriesOf } from './memories/memories.ts';

/** How the story goes on, and what is remembered of it. */
export interface StoryPlay {
  readonly memories: MemoriesPlay;
}

/** The story of an open chat. */
export const storyOf = (chat: OpenChat): StoryPlay => ({ memories: memoriesOf(chat) });
