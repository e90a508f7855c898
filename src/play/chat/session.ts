import type { CharacterId } from '../../domain/message.ts';
import { AutoMode } from '../director/auto.ts';
import type { NextSpeakers } from './play-state.ts';

/** What is only of this terminal while it has a chat open, and never logged: the draft, whom the human chose, auto mode. */
export class Session {
  /** What the human is about to say. */
  draft = '';
  /** Whom the draft is whispered to without a tag. */
  to: readonly string[] = [];
  readonly auto = new AutoMode();
  /** While a model is asked who speaks up; aborting it lets nobody. */
  asking: AbortController | null = null;
  #chosen: { readonly viewer: CharacterId; readonly id: CharacterId } | null = null;
  #next: { readonly about: readonly unknown[]; readonly speakers: NextSpeakers } | null = null;

  /** Whoever looks through these eyes wants this character to answer the next message; null leaves it to the director. */
  choose(choice: { readonly viewer: CharacterId; readonly id: CharacterId } | null): void {
    this.#chosen = choice;
  }

  /** Whom this viewer chose to answer the next message; null for nobody. */
  chosenBy(viewer: CharacterId): CharacterId | null {
    return this.#chosen?.viewer === viewer ? this.#chosen.id : null;
  }

  /** The next speakers, found anew only when something that they depend on has changed. */
  remembered(about: readonly unknown[], find: () => NextSpeakers): NextSpeakers {
    if (this.#next?.about.every((value, index) => value === about[index])) return this.#next.speakers;
    const speakers = find();
    this.#next = { about, speakers };
    return speakers;
  }
}
