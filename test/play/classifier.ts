import type { Question } from '../../src/inference/questions/calls.ts';
import type { Classifier } from '../../src/inference/questions/classifier.ts';
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
    extract: () => Promise.reject(new Error('nothing is extracted here')),
    again: () => Promise.reject(new Error('nothing is asked again here')),
  });
  return { questions, classifier };
}

/** The scene's chat opened with other parts. */
export const playingWith = (parts: Partial<PlayParts>, as?: string): Play =>
  openPlay({ ...scene.parts, ...parts }, scene.id, as);
