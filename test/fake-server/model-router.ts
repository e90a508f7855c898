import { parseJson } from '../../src/inference/failure.ts';
import { type HttpResponse, jsonResponse } from './apis/api.ts';

/** A request as a router sees it. */
interface RoutedRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
}

const refuse = (code: number, type: string, message: string): HttpResponse =>
  jsonResponse(code, { error: { code, message, type } });
const invalidRequest = (message: string): HttpResponse => refuse(400, 'invalid_request_error', message);

const listed = (id: string, isLoaded: boolean) => ({
  id,
  aliases: [],
  object: 'model',
  owned_by: 'llamacpp',
  created: 0,
  status: { value: isLoaded ? 'loaded' : 'unloaded', args: ['llama-server', '--alias', id] },
});

const props = {
  role: 'router',
  max_instances: 4,
  models_autoload: true,
  model_alias: 'llama-server',
  model_path: 'none',
  default_generation_settings: { params: null, n_ctx: 0 },
  build_info: 'understudy',
};

/** llama-server with `--models-dir`: each request names its model, which is loaded by that. One called `broken` cannot be. */
export class ModelRouter {
  readonly #models: readonly string[];
  readonly #loaded = new Set<string>();

  constructor(models: readonly string[]) {
    this.#models = models;
  }

  /** What the router answers by itself; null for what it forwards to a model. */
  respond({ method, url, body }: RoutedRequest): HttpResponse | null {
    const fields = method === 'GET' ? {} : Object(parseJson(body));
    const model = method === 'GET' ? url.searchParams.get('model') : fields.model;
    if (url.pathname === '/health') return jsonResponse(200, { status: 'ok' });
    if (url.pathname === '/v1/models') {
      return jsonResponse(200, {
        object: 'list',
        data: this.#models.map((id) => listed(id, this.#loaded.has(id))),
      });
    }
    if (url.pathname === '/props' && !model) return jsonResponse(200, props);
    if (typeof model !== 'string' || model === '')
      return invalidRequest('model name is missing from the request');
    if (!this.#models.includes(model)) return invalidRequest(`model '${model}' not found`);
    if (model === 'broken') return refuse(500, 'server_error', `model name=${model} failed to load`);
    this.#loaded.add(model);
    return null;
  }
}
