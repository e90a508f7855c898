import { isSottoError } from '../../domain/errors.ts';
import { readKoboldVersion } from '../dialects/koboldcpp-wire.ts';
import { readProps } from '../dialects/llamacpp-wire.ts';
import { readTags } from '../dialects/ollama-wire.ts';
import { count, fieldsOf, textOf } from '../failure.ts';
import type { Dialect } from '../sampling/sampler-rules.ts';
import type { Ask } from './probe.ts';

/** Which program answers at an address. */
export interface Identity {
  readonly dialect: Dialect;
  /** The model that it has loaded, else its first; empty when not told here. */
  readonly model: string;
  /** Tokens; 0 when unknown. */
  readonly contextSize: number;
}

const doors = {
  kobold: '/api/extra/version',
  props: '/props',
  tabby: '/v1/model',
  textgen: '/v1/internal/model/info',
  version: '/api/version',
  tags: '/api/tags',
  models: '/v1/models',
  lmstudio: '/api/v0/models',
} as const;

type Answers = Readonly<Record<keyof typeof doors, unknown>>;

/**
 * Asks a server who it is, at all doors at once. Null when it is none that is known. Rejects with SottoError
 * when it does not answer, loads its model or does not let us in.
 */
export const identify = async (ask: Ask): Promise<Identity | null> => {
  const names = Object.keys(doors) as (keyof typeof doors)[];
  const settled = await Promise.allSettled(names.map((name) => ask(doors[name])));
  const loading = settled.find(isLoading);
  if (loading?.status === 'rejected') throw loading.reason;
  const answers = Object.fromEntries(
    names.map((name, at) => [name, settled[at]?.status === 'fulfilled' ? settled[at].value : undefined]),
  ) as Answers;
  const identity = recognise(answers);
  const refused = settled[names.indexOf('models')];
  if (identity === null && refused?.status === 'rejected' && !isMissing(refused.reason)) throw refused.reason;
  return identity;
};

const isLoading = (answer: PromiseSettledResult<unknown>): boolean =>
  answer.status === 'rejected' && isSottoError(answer.reason) && answer.reason.code === 'loading';

const isMissing = (error: unknown): boolean =>
  isSottoError(error) && ['not_a_server', 'bad_request', 'no_model'].includes(error.code);

/** In this order, because KoboldCpp fakes /props and Ollama's routes, and TabbyAPI has /props too. */
const recognise = (answers: Answers): Identity | null => {
  const is = (dialect: Dialect, model = '', contextSize = 0): Identity => ({ dialect, model, contextSize });
  if (readKoboldVersion(answers.kobold) !== null) return is('koboldcpp');
  const props = readProps(answers.props);
  if (props) return is('llamacpp', props.model, props.contextSize);
  const tabby = fieldsOf(answers.tabby);
  if (typeof tabby?.id === 'string') {
    return is('tabbyapi', tabby.id, count(fieldsOf(tabby.parameters)?.max_seq_len));
  }
  const textgen = fieldsOf(answers.textgen)?.model_name;
  if (typeof textgen === 'string') return is('textgen', textgen);
  const isOllama = typeof fieldsOf(answers.version)?.version === 'string' && readTags(answers.tags) !== null;
  return isOllama ? is('ollama') : fromModels(answers);
};

const owners: readonly [RegExp, Dialect][] = [
  [/^vllm$/i, 'vllm'],
  [/aphrodite|pygmalion/i, 'aphrodite'],
  [/^tabbyapi$/i, 'tabbyapi'],
  [/^organization_owner$/, 'lmstudio'],
];

const fromModels = ({ models, lmstudio }: Answers): Identity | null => {
  const list = modelsIn(models);
  if (list === null) return null;
  const owner = textOf(list[0]?.owned_by);
  const dialect = owners.find(([pattern]) => pattern.test(owner))?.[1] ?? 'openai';
  const detailed = (modelsIn(lmstudio) ?? []).filter(({ type }) => type !== 'embeddings');
  const model =
    detailed.find(({ state }) => state === 'loaded') ??
    list.find(({ id }) => !/embed/i.test(textOf(id))) ??
    list[0];
  return { dialect, model: textOf(model?.id), contextSize: contextOf(model) };
};

type Model = Record<string, unknown>;

/** The models in an answer of /v1/models; null when it is something else. */
export const modelsIn = (value: unknown): Model[] | null => {
  const data = fieldsOf(value)?.data;
  return Array.isArray(data) ? data.map((model) => fieldsOf(model) ?? {}) : null;
};

/** Tokens of a model's context under any of the names that servers give it; 0 when not told. */
export const contextOf = (model: Model | undefined): number =>
  count(model?.loaded_context_length) ||
  count(model?.max_model_len) ||
  count(model?.context_length) ||
  count(model?.max_context_length);
