/** What the Presence extension lists a message for everyone under. */
const everyone = 'presence_universal_tracker';

/** Whom the avatars of SillyTavern's Presence extension stand for. An avatar is the file name of a card. */
export class Presence {
  readonly #nameOf = new Map<string, string>();
  #omniscient: readonly string[] = [];

  /** Learns whose avatar this is. */
  isOf(avatar: string, name: string): void {
    this.#nameOf.set(avatar, name);
  }

  /** Avatars of those who perceive every message. */
  seesAll(avatars: readonly string[]): void {
    this.#omniscient = avatars;
  }

  /** Names of those who know a message besides its sender; null = everyone. Ask when every avatar is learnt. */
  audience(present: readonly string[]): string[] | null {
    if (present.includes(everyone)) return null;
    return [...present, ...this.#omniscient].map(
      (avatar) => this.#nameOf.get(avatar) ?? avatar.replace(/\.(png|webp|jpe?g)$/i, ''),
    );
  }
}
