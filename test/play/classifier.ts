import type { Classifier, Question } from '../../src/inference/classifier.ts';
import type { PlayParts } from '../../src/play/chat/parts.ts';
import { openPlay } from '../../src/play/open-play.ts';
import type { Play } from '../../src/play/play.ts';
import { scene } from './scene.ts';

/** Questions that were asked, and a classifier that answers them by what it is given. */
export function classifying(answer: (question: Question) => string | Promise<string>): {
  readonly questions: Question[];
  readonly classifier: () => Promise<Classifier>;
} {
  const questions: Question[] = [];
  const classifier = async (): Promise<Classifier> => ({
    async ask(question) {
      questions.push(question);
      return { choice: await answer(question), model: 'small' };
    },
  });
  return { questions, classifier };
}

/** The scene's chat opened with other parts. */
export const playingWith = (parts: Partial<PlayParts>, as?: string): Play =>
  openPlay({ ...scene.parts, ...parts }, scene.id, as);

/** Time that passes when a test says so. */
export class Clockwork {
  #pending: { readonly milliseconds: number; readonly run: () => void }[] = [];

  readonly after: PlayParts['after'] = (milliseconds, run) => {
    const entry = { milliseconds, run };
    this.#pending.push(entry);
    return () => {
      this.#pending = this.#pending.filter((other) => other !== entry);
    };
  };

  /** What is waited for: as long as this, and nothing else. */
  waiting(milliseconds: number): number {
    return this.#pending.filter((entry) => entry.milliseconds === milliseconds).length;
  }

  /** Ends every wait of this length. */
  pass(milliseconds: number): void {
    const due = this.#pending.filter((entry) => entry.milliseconds === milliseconds);
    this.#pending = this.#pending.filter((entry) => !due.includes(entry));
    for (const { run } of due) run();
  }
}
