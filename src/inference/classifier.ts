import { gbnfLiteral } from '../domain/audience/gbnf.ts';
import { isSottoError, SottoError } from '../domain/errors.ts';
import type { Backend, CompletionEvent, CompletionRequest, Sampling } from './backend.ts';
import { oneLine } from './failure.ts';

/** A model that classifies, and what errors call it. */
export interface ClassifierModel {
  readonly name: string;
  readonly backend: Backend;
}

/** The models in the order in which they are asked, and the longest question in tokens. */
export interface ClassifierOptions {
  readonly models: readonly ClassifierModel[];
  readonly hard: number;
  /** Tokens of a text, for models whose server does not count. */
  readonly estimate: (text: string) => number;
}

/** A small question with a fixed set of answers, each one line; case does not matter. */
export interface Question {
  readonly prompt: string;
  readonly choices: readonly string[];
  /** Most tokens of the answer, thoughts included; default 32. */
  readonly maxTokens?: number;
}

/** One of the choices, and the name of the model that made it. */
export interface Choice {
  readonly choice: string;
  readonly model: string;
}

/** Asks small questions of a model of their own (RP-010). */
export interface Classifier {
  /**
   * Each question goes to the first model again; a refusal or a failure passes that question on to the next
   * (RP-011, RP-012). Rejects with SottoError `question_too_large`, `no_answer` (which names each), `interrupted`.
   */
  ask(question: Question, signal: AbortSignal): Promise<Choice>;
}

const defaultTokens = 32;
const owner = { key: 'classifier', castIndex: -1 };

/** Makes a classifier of models; nothing is sent before the first question. */
export const createClassifier = (options: ClassifierOptions): Classifier => ({
  ask: async (question, signal) => {
    const failures: string[] = [];
    for (const model of options.models) {
      const answer = await askModel(model, options, question, signal);
      if (typeof answer !== 'string') return answer;
      if (signal.aborted) throw new SottoError('interrupted', 'interrupted', 'the question was stopped');
      failures.push(`${model.name}: ${answer}`);
    }
    const message = `no classifier model answered (${failures.join(' | ')}); check [backend.classifier] and name other models under fallbacks`;
    throw new SottoError('server', 'no_answer', message);
  },
});

/** The choice, or why there is none. */
const askModel = async (
  { name, backend }: ClassifierModel,
  { hard, estimate }: ClassifierOptions,
  question: Question,
  signal: AbortSignal,
): Promise<Choice | string> => {
  const tokens = await countTokens(backend, estimate, question.prompt, signal);
  if (tokens > hard) {
    const message = `a question of ${tokens} tokens is longer than backend.classifier.hard allows (${hard}); raise it`;
    throw new SottoError('failed', 'question_too_large', message);
  }
  for await (const event of backend.complete(requestFor(backend.kind, question), signal)) {
    const said = answerIn(event, question.choices);
    if (said !== null) return 'choice' in said ? { ...said, model: name } : said.failure;
  }
  return 'ended without an end';
};

const countTokens = async (
  { countTokens }: Backend,
  estimate: (text: string) => number,
  prompt: string,
  signal: AbortSignal,
): Promise<number> => {
  try {
    return (await countTokens?.([prompt], signal))?.[0] ?? estimate(prompt);
  } catch (error) {
    if (isSottoError(error)) return estimate(prompt);
    throw error;
  }
};

const requestFor = (kind: string, { prompt, choices, maxTokens }: Question): CompletionRequest => ({
  prompt,
  stop: [],
  maxTokens: maxTokens ?? defaultTokens,
  seed: 1,
  sampling: { temperature: 0, ...onlyThese(kind, choices) },
  cache: owner,
});

/** Holds the model to the choices where its server can; Ollama takes a schema, the others a grammar or nothing. */
const onlyThese = (kind: string, choices: readonly string[]): Sampling =>
  kind === 'ollama' ? { json_schema: { type: 'string', enum: choices } } : { grammar: grammarOf(choices) };

/** A grammar in GBNF that allows these texts and no others, with a space before them or without. */
export const grammarOf = (choices: readonly string[]): string =>
  `root ::= " "? (${choices.map(gbnfLiteral).join(' | ')})`;

type Answer = { readonly choice: string } | { readonly failure: string };

const answerIn = (event: CompletionEvent, choices: readonly string[]): Answer | null => {
  if (event.type === 'failed') return { failure: event.failure.message };
  if (event.type === 'aborted') return { failure: 'stopped' };
  if (event.type !== 'finished') return null;
  const choice = choiceIn(event.text, choices);
  if (choice !== undefined) return { choice };
  const said = oneLine(event.text).slice(0, 80);
  return { failure: said === '' ? 'said nothing' : `said "${said}", which is no answer` };
};

const refusal =
  /\b(?:sorry|as an ai|cannot|can(?:no|['’])t|won['’]t|unable|not able|not comfortable|decline|refuse)\b/i;

/**
 * The choice that a reply makes: one of them alone, in quotes or with a full stop, or followed by a comma, colon
 * or dash and a reason; undefined for anything else, such as a refusal.
 */
export const choiceIn = (reply: string, choices: readonly string[]): string | undefined => {
  const [line = ''] = reply.trim().split('\n', 1);
  const said = fold(line);
  const exact = choices.find((choice) => fold(choice) === said);
  if (exact !== undefined || refusal.test(line)) return exact;
  return choices.find((choice) => {
    const start = fold(choice);
    return said.startsWith(start) && /^\s*[.,;:!–—-]\s/u.test(said.slice(start.length));
  });
};

const marks = /^[\s"'`*_([{<]+|[\s"'`*_)\]}>.!,;:]+$/gu;

const fold = (text: string): string => text.normalize('NFC').replace(marks, '').toLowerCase();
