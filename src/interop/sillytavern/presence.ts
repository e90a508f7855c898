import { foldName } from '../../domain/world/world.ts';

/** What the Presence extension lists a message for everyone under. */
const everyone = 'presence_universal_tracker';

/** Whom the avatars of SillyTavern's Presence extension stand for. An avatar is the file name of a card. */
export class Presence {
  readonly #nameOf = new Map<string, string>();
  readonly #listed = new Set<string>();
  #omniscient: readonly string[] = [];

  /** Learns whose avatar this is. */
  isOf(avatar: string, name: string): void {
    this.#nameOf.set(avatar, name);
  }

  /** Avatars of those who perceive every message. */
  seesAll(avatars: readonly string[]): void {
    this.#omniscient = avatars;
  }

  /** Learns a list, which tells whom the extension keeps account of. */
  lists(present: readonly string[]): void {
    for (const avatar of present) this.#listed.add(avatar);
  }

  /**
   * Names of those who know a message besides its sender; null = everyone. The human, who is no card, knows it too,
   * unless other lists of the file name the human. Ask when every avatar and list is learnt.
   */
  audience(present: readonly string[], human: string | null): string[] | null {
    if (present.includes(everyone)) return null;
    const heard = [...present, ...this.#omniscient].map(this.#name);
    const isListed = [...this.#listed].some(
      (avatar) => foldName(this.#name(avatar)) === foldName(human ?? ''),
    );
    return human === null || isListed ? heard : [...heard, human];
  }

  readonly #name = (avatar: string): string =>
    this.#nameOf.get(avatar) ?? avatar.replace(/\.(png|webp|jpe?g)$/i, '');
}
