import type { Character } from '../cards/character.ts';
import type { TagStyle } from '../domain/audience.ts';
import type { CharacterId, Message, MessageId } from '../domain/message.ts';
import type { View } from '../domain/view.ts';

/** Somebody whom the speaker knows of. */
export interface Acquaintance {
  readonly id: CharacterId;
  readonly name: string;
}

/** Tokens: the prompt never exceeds `hard`; after a trim it fills about 0.6 of `soft` (RP-013). */
export interface Budget {
  readonly hard: number;
  readonly soft: number;
}

/** Everything that one prompt is made of. `view` is the speaker's own. */
export interface PromptInput {
  readonly chat: string;
  /** The chat's shared system prompt; empty = sotto's own. */
  readonly rules: string;
  readonly speaker: Acquaintance;
  /** Null for a name without a card. */
  readonly character: Character | null;
  /** Everyone whom the speaker has met, itself included, in the order of the cast. */
  readonly cast: readonly Acquaintance[];
  /** The human's own name and description, worn by the played character; null without a persona. */
  readonly persona: { readonly name: string; readonly description: string } | null;
  /** What `{{user}}` stands for. */
  readonly userName: string;
  readonly view: View;
  readonly pins: readonly MessageId[];
  /** Where the speaker's window began at its last reply; null = nowhere yet. */
  readonly windowFrom: MessageId | null;
  /** A reply to go on with: its text ends the prompt instead of the bare cue. */
  readonly continues: Message | null;
  readonly tag: TagStyle;
  readonly stop: readonly string[];
  readonly budget: Budget;
  readonly countTokens: (text: string) => number;
}
