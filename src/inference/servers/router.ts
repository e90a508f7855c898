import type { SottoError } from '../../domain/errors.ts';
import { modelsIn } from '../detection/identify.ts';
import { fieldsOf, oneLine, serverError, textOf } from '../failure.ts';
import { callJson, type Router, type Server } from '../transport/http.ts';

const askMs = 5000;
const mostNamed = 20;
const usualLoadingMs = 60_000;

/** What is to be told of a server that may serve several models. */
interface Wanted {
  /** The model that was asked for; empty or absent for the one that is loaded, or the only one. */
  readonly model?: string;
  /** How long it may take to load a model; 0 is for ever. */
  readonly loadingTimeoutMs?: number;
}

/** A llama.cpp server that serves several models (`--models-dir`), each request by the name of one; unless it shows that, it has but one. */
export class ModelRouter implements Router {
  readonly loadingMs: number;
  readonly #server: Server;
  readonly #wanted: string;
  #models: readonly string[] = [];
  #model: string | null = null;

  constructor(server: Server, { model = '', loadingTimeoutMs = usualLoadingMs }: Wanted) {
    this.#server = server;
    this.#wanted = model;
    this.loadingMs = loadingTimeoutMs;
  }

  get model(): string | null {
    return this.#model;
  }

  /** All that it serves, as it names them; none before it has shown that it is a router. */
  get models(): readonly string[] {
    return this.#models;
  }

  /** Chooses the model; rejects with SottoError `no_model`, which names those that there are, where none can be chosen. */
  async find(signal?: AbortSignal): Promise<void> {
    const call = { path: '/v1/models', timeoutMs: askMs, ...(signal ? { signal } : {}) };
    const models = (modelsIn(await callJson(this.#server, call)) ?? []).map(readModel);
    this.#models = models.map(({ id }) => id);
    const model = chosen(models, this.#wanted);
    if (model === undefined) throw noModel(this.#server, this.#models, this.#wanted);
    this.#model = model.id;
  }

  /** The server is gone, and may come back as another. */
  forget(): void {
    this.#models = [];
    this.#model = null;
  }
}

interface RoutedModel {
  readonly id: string;
  readonly names: readonly unknown[];
  readonly isLoaded: boolean;
}

const readModel = (model: Record<string, unknown>): RoutedModel => {
  const { id, aliases, status } = model;
  const names = [id, ...(Array.isArray(aliases) ? aliases : [])];
  return { id: textOf(id), names, isLoaded: fieldsOf(status)?.value === 'loaded' };
};

const chosen = (models: readonly RoutedModel[], wanted: string): RoutedModel | undefined => {
  const isWanted = ({ names }: RoutedModel) => names.includes(wanted.replace(/\.gguf$/i, ''));
  if (wanted !== '') return models.find(({ names }) => names.includes(wanted)) ?? models.find(isWanted);
  const loaded = models.filter(({ isLoaded }) => isLoaded);
  const [first, second] = loaded.length > 0 ? loaded : models;
  return second === undefined ? first : undefined;
};

const noModel = ({ url }: Server, ids: readonly string[], wanted: string): SottoError => {
  const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : '';
  const list = oneLine(ids.slice(0, mostNamed).join(', ')) + more;
  if (ids.length === 0) {
    const remedy = 'put a GGUF into its --models-dir, or start it with -m FILE';
    return serverError({ code: 'no_model', finding: `${url} has no model`, remedy });
  }
  const finding = wanted === '' ? `${url} serves several models` : `${url} has no model "${oneLine(wanted)}"`;
  return serverError({ code: 'no_model', finding, remedy: `choose one with --model: ${list}` });
};
