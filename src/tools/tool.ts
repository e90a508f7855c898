import type { z } from 'zod/mini';
import type { Command } from '../domain/decide/decide.ts';
import type { NewEvent } from '../domain/events/events.ts';
import type { AnyKnown, Known } from '../domain/known/known.ts';
import type { CharacterId } from '../domain/message.ts';
import type { Member } from '../domain/world/world.ts';
import type { StoryBefore } from './novelty.ts';

/** Who calls a tool, and all that it may go by: what that one knows. */
export interface Caller<Who> extends AnyCaller {
  readonly who: Member<Who>;
  readonly known: Known<Who>;
}

/** Whoever calls a tool, as the tool has them. */
export interface AnyCaller {
  readonly who: Member;
  readonly known: AnyKnown;
  /** Numbers from 0 to 1, drawn by the seed of the call. */
  readonly random: () => number;
  /** ISO 8601, UTC. */
  readonly now: string;
  /** An id that is the same for the same. */
  readonly idFor: (about: string) => string;
  /** Whether the caller has a past in other chats. */
  readonly hasPast: () => boolean;
  /** The names of the instructions that may be called, and what one says. */
  readonly instructions: () => readonly string[];
  readonly instruction: (name: string) => string | undefined;
  /** The stories that were played before with the human's persona, as far as the caller may know of them. */
  readonly played: () => readonly StoryBefore[];
}

/** What a model is asked for a tool, beside the play; `play` carries it out with the caller's own prompt. */
export type Question =
  | {
      readonly about: 'past';
      readonly text: string;
      /** Absent = all that the caller remembers. */
      readonly chat?: string;
      readonly around?: string;
      /** Whether it asks for what the caller wants to remember, by its five points (HC-51). */
      readonly isRemembered?: boolean;
    }
  | { readonly about: 'link'; readonly text: string; readonly url: string }
  | { readonly about: 'web'; readonly text: string };

/** What a call comes to. */
export interface Outcome {
  /** What the caller is answered. */
  readonly result: string;
  /** How it reads to whoever perceives it; absent = the tool's name and the result. */
  readonly text?: string;
  /** Who perceives the call: those who hear the line that it was made in, its caller alone (the default), or these and the caller. */
  readonly for?: 'line' | 'caller' | readonly CharacterId[];
  /** What it does in the chat. */
  readonly command?: Command;
  readonly events?: readonly NewEvent[];
  /** Who speaks next because of it. */
  readonly triggers?: CharacterId;
}

/** What a tool does: an outcome at once, or a question whose answer is the result, under this title. */
export type Done = Outcome | { readonly question: Question; readonly title: string };

/** Something that a character can do beside speaking. */
export interface Tool<Arguments = unknown> {
  readonly name: string;
  /** What the original calls it. */
  readonly alias?: string;
  /** What the original calls what it is given, and what that is here (HC-47). */
  readonly aliases?: Readonly<Record<string, string>>;
  /** One sentence for the model. */
  readonly description: string;
  readonly parameters: z.ZodMiniType<Arguments>;
  /** Why there is no use for it; null where there is (HC-45). */
  useless?(caller: Pick<AnyCaller, 'known' | 'who' | 'hasPast' | 'instructions'>): string | null;
  /** Whether it must be allowed in the settings first. */
  readonly reaches?: 'web';
  /**
   * What a person must say yes to before it does anything: in the chat, to its calls there; to the files that it consists of; to
   * each thing that it proposes. Absent = to nothing.
   */
  readonly confirm?: 'chat' | 'files' | 'each';
  /** `signal` tells that nobody waits for it any more. */
  run(given: Arguments, caller: AnyCaller, signal?: AbortSignal): Done | Promise<Done>;
}

/** A tool, its arguments checked by its own schema. */
export const tool = <Arguments>(one: Tool<Arguments>): Tool => one;

/** What the caller reads where a call cannot be carried out (HC-48). */
export const failed = (why: string): Outcome => ({ result: `ERROR: ${why}` });
