import type { Member } from '../../domain/world/world.ts';
import type { CompletionEvent } from '../../inference/backend.ts';
import type { Leaving } from './play-state.ts';

/** How much of a prompt a server has read. */
export type Progress = Extract<CompletionEvent, { type: 'progress' }>;

/** What lets the server read ahead while the human types, and while somebody answers. */
export interface ReadAhead {
  /** Ends what is under way at once. */
  stop(): void;
  /** Begins with the prompt of whoever is next, before anything is typed: a server that was started anew holds none. */
  open(): void;
  /**
   * The play rests: begins with prompts of which nearly all is new to the server, because an epoch begins or much else was read
   * since; once for each state of the chat.
   */
  rest(): void;
  /** The server has read so many tokens of something else, and may have lost what it has read ahead: that may be begun with again. */
  overtaken(tokens: number): void;
  /** Begins with the prompt of who speaks after a line that is being written, where that takes nobody's place in the server's cache. */
  follow(speaker: Member, line: Member): void;
  /** The screen closes: lets the server keep what it has read for each speaker, where it can; ends in some seconds at the latest. Never rejects. */
  keep(leaving: Leaving): Promise<void>;
  /**
   * Resolves when the server is free for this prompt: at once, but for what it is reading ahead of that very prompt, of
   * which `heard` is told.
   */
  give(prompt: string, heard: (progress: Progress) => void, signal: AbortSignal): Promise<void>;
}
