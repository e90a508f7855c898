import type { MessageId } from '../message.ts';

/** A text that a speaker was told between the messages of its prompt. */
export interface ToldText {
  readonly name: string;
  /** What it was made of, word by word: kinds and ids. */
  readonly source: readonly string[];
  /** Which part of its source it is; absent where it is all of it. */
  readonly part?: string | undefined;
  readonly text: string;
  /** Of what comes back to mind: how well it matched what it was asked for, in the unit of the recall's scores. */
  readonly match?: number | undefined;
}

/** What a speaker was told at one place of its history; later prompts repeat it there until its epoch ends. */
export interface ToldTurn {
  /** The message behind which it stands; null = before the first of the window. */
  readonly after: MessageId | null;
  readonly texts: readonly ToldText[];
}
