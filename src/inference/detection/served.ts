import { readTags } from '../dialects/ollama-wire.ts';
import { fieldsOf, textOf } from '../failure.ts';
import { callJson, serverAt } from '../transport/http.ts';
import { modelsIn } from './identify.ts';

/** Names of the models that a server says it serves, but for those that only embed; empty where it tells none. */
export async function servedAt(url: string, apiKey: string, signal: AbortSignal): Promise<string[]> {
  const server = serverAt(url.replace(/\/(v1|beta)\/*$/, ''), apiKey);
  const ask = (path: string): Promise<unknown> =>
    callJson(server, { path, signal, timeoutMs: 0 }).catch(() => null);
  const [models, tags] = await Promise.all([ask('/v1/models'), ask('/api/tags')]);
  const listed = (modelsIn(models) ?? []).map(({ id }) => textOf(id));
  const names = listed.length > 0 ? listed : (readTags(fieldsOf(tags)) ?? []);
  return names.filter((name) => name !== '' && !/embed/i.test(name));
}
