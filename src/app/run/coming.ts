/** A model that is being fetched while one plays on. */
export class Coming {
  readonly #hearers = new Set<(hasArrived: boolean) => void>();
  #text: string | null = null;

  /** How far it is, in a few words; null for none. */
  get text(): string | null {
    return this.#text;
  }

  /** It is so far now; null where it does not come. */
  tell(text: string | null): void {
    this.#text = text;
    for (const hear of this.#hearers) hear(false);
  }

  /** It is here, and the settings name it. */
  arrive(): void {
    this.#text = null;
    for (const hear of this.#hearers) hear(true);
  }

  subscribe(hear: (hasArrived: boolean) => void): void {
    this.#hearers.add(hear);
  }
}
