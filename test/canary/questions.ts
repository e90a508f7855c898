import type { Backend } from '../../src/inference/backend.ts';
import type { Question } from '../../src/inference/questions/calls.ts';
import { type Classifier, createClassifier } from '../../src/inference/questions/classifier.ts';
import { estimateTokens } from '../../src/prompt/tokens.ts';
import { askedFor } from '../play/passed.ts';
import type { Attribution } from './attributed.ts';
import { names } from './town.ts';

const wouldSpeak = /^Would (.+?) speak up now/m;

/** Whom a question is about: one who may want to speak, or all among whom a choice is made. */
const concerned = ({ prompt, choices }: Question): string[] => {
  const [, one] = wouldSpeak.exec(prompt) ?? [];
  return one === undefined ? choices.filter((name) => (names as readonly string[]).includes(name)) : [one];
};

/** A classifier of one model, whose questions have at most this many tokens. */
export function classifierOver(backend: Backend, hard = 100_000): Classifier {
  const models = [{ name: 'understudy', backend }];
  const limits = { hard, timeoutMs: 10_000, after: () => () => {} };
  return createClassifier({ models, ...limits, estimate: estimateTokens });
}

/** A classifier whose questions may say no more than each whom they concern may know. */
export function classifierOn(
  backend: Backend,
  attribution: Attribution,
  idOf: (name: string) => string,
): Classifier {
  const { ask, extract, again } = classifierOver(backend, 4000);
  return {
    again,
    extract: (extraction, signal, failed) =>
      attribution.asking([idOf(askedFor(extraction.prompt))], () => extract(extraction, signal, failed)),
    ask: (question, signal, failed) =>
      attribution.asking(concerned(question).map(idOf), () => ask(question, signal, failed)),
  };
}
