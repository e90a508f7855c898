import type { GroupSeen } from '../../domain/audience/group-seen.ts';

/** Somebody to bring into a chat who is not of its cast; a null card is a bare name. */
export interface Newcomer {
  readonly name: string;
  readonly card: { readonly id: string; readonly index: number } | null;
}

/** How somebody comes in. */
export interface Joining {
  /** Whether they are told of all that was said in public before. */
  readonly knowsPast?: boolean;
  /** Who it is when nobody of the cast is called so; absent = only one of the cast can come in. */
  readonly newcomer?: () => Newcomer;
}

/** Names of those who are there and of those who are not, as far as the played character is there to see it. */
export interface SceneNow {
  readonly present: readonly string[];
  readonly away: readonly string[];
}

/** Who is there, what they are called, and who has heard what was said. */
export interface PresencePlay {
  /** Brings somebody in. Resolves to their name. Rejects with `already_here`, `duplicate_name`, `bad_name`, `cast_too_large`. */
  join(name: string, how?: Joining): Promise<string>;
  /** Sends somebody away. Resolves to their name. Rejects with `already_away`. */
  leave(name: string): Promise<string>;
  /** Who is there; with names exactly these are, from here on. */
  scene(names?: readonly string[]): Promise<SceneNow>;
  /** Gives a character another name, everywhere. Resolves to it. */
  renameCharacter(name: string, to: string): Promise<string>;
  /**
   * Lets exactly these have perceived a message, or each that the played character perceives from it through another;
   * its speaker always has. Resolves to how many have another audience now.
   */
  changeAudience(
    from: string,
    change: { readonly through?: string; readonly to: readonly string[] | 'everyone' },
  ): Promise<number>;
  /**
   * Adds these to a named audience, which is there from then on, or takes them out of it; those who are in it, were in it or
   * made it learn of that. Resolves to the group as the played character knows it now, null where it no longer does.
   */
  changeGroup(group: string, what: 'add' | 'remove', names: readonly string[]): Promise<GroupSeen | null>;
}
