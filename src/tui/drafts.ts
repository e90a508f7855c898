import type { CharacterId } from '../domain/message.ts';
import type { Play } from '../play/play.ts';
import { reopened, unsent } from './composer/history.ts';
import { holdsPaste } from './composer/pastes.ts';
import { type ComposerState, emptyComposer } from './composer/state.ts';

const asKept = ['text', 'pastes', 'recalled', 'aside', 'history'] as const;

/** Keeps what is written in composers, each for the character that it is written as. */
export class ScreenDrafts {
  readonly #play: Play;
  readonly #noted = new Map<CharacterId, ComposerState>();

  constructor(play: Play) {
    this.#play = play;
  }

  /** The composer of the character played now, as it was left. */
  opened(): ComposerState {
    const { history, drafts } = this.#play.kept();
    this.#noted.set(this.#play.state().playing.id, emptyComposer(history));
    return reopened(history, drafts);
  }

  /** Keeps what stands in this character's composer, where that is not what is kept. */
  note(owner: CharacterId, composer: ComposerState): void {
    const before = this.#noted.get(owner) ?? emptyComposer(composer.history);
    this.#noted.set(owner, composer);
    if (asKept.every((part) => before[part] === composer[part])) return;
    this.#play.keep(owner, unsent(composer), composer.history.slice(before.history.length));
  }
}

const tellAfterMs = 150;

/** Tells what is being written: at once, but of a draft with a long paste when typing pauses, for no key waits for that. */
export class ToldDraft {
  readonly #now: () => ComposerState;
  readonly #tell: (draft: ComposerState) => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(now: () => ComposerState, tell: (draft: ComposerState) => void) {
    this.#now = now;
    this.#tell = tell;
  }

  /** The draft is this now. */
  tell(draft: ComposerState): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (!holdsPaste(draft)) {
      this.#tell(draft);
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#now().text === draft.text) this.#tell(draft);
    }, tellAfterMs);
    this.#timer.unref();
  }
}
