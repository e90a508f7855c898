import * as full from 'zod';
import * as z from 'zod/mini';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import type { Backend } from '../backend.ts';
import { oneLine } from '../failure.ts';
import { askModel, type ClassifierModel, type ModelFailure, type TimeLimit } from './ask-model.ts';
import {
  type Calls,
  callsForChoice,
  callsForJson,
  type Extraction,
  type Question,
  withSchema,
} from './calls.ts';

/** The models in the order in which they are asked, the longest question in tokens, and how long one may think. */
export interface ClassifierOptions extends TimeLimit {
  readonly models: readonly ClassifierModel[];
  readonly hard: number;
  /** Tokens of a text; where it says too many, the server is asked. */
  readonly estimate: (text: string) => number;
}

/** One of the choices, and the name of the model that made it. */
export interface Choice {
  readonly choice: string;
  readonly model: string;
}

/** What a model found, or the schema's default, which no model gave: it is no outcome. */
export type Extracted<T> =
  | { readonly type: 'found'; readonly value: T; readonly model: string }
  | { readonly type: 'default'; readonly value: T };

/** Hears of each model that did not answer as it should, whether another did then or not. */
export type Failed = (failure: ModelFailure) => void;

/**
 * Asks small questions of a model of their own (RP-010). Each goes to the first model again; a refusal or a failure passes
 * that question on to the next (RP-011, RP-012); what is no answer is asked for once more, more strictly (RP-028).
 */
export interface Classifier {
  /** Rejects with SottoError `question_too_large`, `no_answer` (which names each model), `interrupted`. */
  ask(question: Question, signal: AbortSignal, failed?: Failed): Promise<Choice>;
  /** Rejects with SottoError `question_too_large`, `interrupted`. */
  extract<S extends z.core.$ZodDefault>(
    extraction: Extraction<S>,
    signal: AbortSignal,
    failed?: Failed,
  ): Promise<Extracted<z.output<S>>>;
  /** Asks once more what failed before; no default counts. Rejects like `ask`. */
  again(
    question: Pick<ModelFailure, 'prompt' | 'wanted'>,
    signal: AbortSignal,
    failed?: Failed,
  ): Promise<{ value: unknown; model: string }>;
}

/** Makes a classifier of models; nothing is sent before the first question. */
export const createClassifier = (options: ClassifierOptions): Classifier => ({
  ask: async (question, signal, failed) => {
    const found = await orNamed(options, callsForChoice(question), signal, failed);
    return { choice: found.value, model: found.model };
  },
  extract: async (extraction, signal, failed = () => {}) => {
    const prompt = withSchema(extraction);
    const found = await inOrder(options, callsForJson({ ...extraction, prompt }), { signal, failed });
    if (found) return { type: 'found', ...found };
    return { type: 'default', value: z.parse(extraction.schema, undefined) };
  },
  again: async ({ prompt, wanted: { maxTokens, ...wanted } }, signal, failed) => {
    const asked = { prompt, ...(maxTokens !== undefined && { maxTokens }) };
    if (wanted.type === 'choice')
      return orNamed(options, callsForChoice({ ...asked, choices: wanted.choices }), signal, failed);
    const schema = full.fromJSONSchema({ ...wanted.schema });
    return orNamed(options, callsForJson({ ...asked, schema, priority: 'choice' }), signal, failed);
  },
});

/** What the first model says that gives an answer. Rejects with SottoError `no_answer`, which names each. */
const orNamed = async <T>(
  options: ClassifierOptions,
  calls: Calls<T>,
  signal: AbortSignal,
  failed?: Failed,
): Promise<{ readonly value: T; readonly model: string }> => {
  const failures: ModelFailure[] = [];
  const hear: Failed = (failure) => {
    failures.push(failure);
    failed?.(failure);
  };
  const found = await inOrder(options, calls, { signal, failed: hear });
  if (found) return found;
  throw noAnswer(failures);
};

/** What the first model says that gives an answer; null when none does. */
const inOrder = async <T>(
  options: ClassifierOptions,
  [first, stricter]: Calls<T>,
  { signal, failed }: { readonly signal: AbortSignal; readonly failed: Failed },
): Promise<{ readonly value: T; readonly model: string } | null> => {
  const { hard } = options;
  let call = first;
  for (const model of options.models) {
    for (;;) {
      const estimated = options.estimate(call.prompt);
      if (estimated > hard) await requireRoom(model.backend, { ...call, estimated, hard }, signal);
      let isNonsense = false;
      const hear: Failed = (failure) => {
        isNonsense = failure.reason === 'nonsense';
        failed(failure);
      };
      const answer = await askModel(model, call, options, { signal, failed: hear });
      if (answer) return { value: answer.value, model: model.name };
      if (signal.aborted) throw new SottoError('interrupted', 'interrupted', 'the question was stopped');
      if (!isNonsense || call === stricter) break;
      call = stricter;
    }
  }
  return null;
};

const requireRoom = async (
  { countTokens }: Backend,
  { prompt, estimated, hard }: { readonly prompt: string; readonly estimated: number; readonly hard: number },
  signal: AbortSignal,
): Promise<void> => {
  const counted = await countTokens?.([prompt], signal).catch((error: unknown) => {
    if (isSottoError(error)) return [estimated];
    throw error;
  });
  const tokens = counted?.[0] ?? estimated;
  if (tokens <= hard) return;
  const message = `a question of ${tokens} tokens is longer than backend.classifier.hard allows (${hard}); raise it`;
  throw new SottoError('failed', 'question_too_large', message);
};

const noAnswer = (failures: readonly ModelFailure[]): SottoError => {
  const told = failures.map(({ model, reason, detail, raw }) => {
    const said = oneLine(raw).slice(0, 80);
    const isSaid = said !== '' && (reason === 'nonsense' || reason === 'refusal');
    return `${model}: ${isSaid ? `said "${said}", which is no answer` : detail}`;
  });
  const message = `no classifier model answered (${[...new Set(told)].join(' | ')}); check [backend.classifier] and name other models under fallbacks`;
  return new SottoError('server', 'no_answer', message);
};
