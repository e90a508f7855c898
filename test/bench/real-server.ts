import { realpathSync } from 'node:fs';
import { recordsHere } from '../../src/app/own/own-model.ts';
import { App } from '../../src/app/run/app.ts';
import { SottoError } from '../../src/domain/errors.ts';
import { openBackend } from '../../src/inference/servers/detect.ts';
import { runningServers } from '../../src/models/server/hold.ts';
import { patience } from './cached-play.ts';
import type { Scene } from './scene.ts';

// Read before a bench takes the settings of whoever runs it away.
const { SOTTO_BENCH_URL: url, SOTTO_BENCH_KEY: apiKey = '', SOTTO_BENCH_MODEL: model } = process.env;

/** A llama.cpp server that is really there. */
export interface RealServer {
  /** For the names of cases. */
  readonly name: string;
  readonly url: string;
  readonly apiKey: string;
  close(): void;
}

/** Throws when no llama.cpp server answers there. */
async function checked(server: RealServer): Promise<RealServer> {
  const at = { url: server.url, apiKey: server.apiKey };
  const { ok, finding } = await (await openBackend({ kind: 'llamacpp', ...at, ...patience })).probe();
  if (ok) return server;
  server.close();
  throw new SottoError('server', 'unreachable', finding);
}

/** The one that sotto itself starts for a model file; it stays as long as `backend.keep_alive` says. */
async function ownServer(scene: Scene, model: string): Promise<RealServer> {
  const app = new App({ data: scene.emptyFolder(), backend: 'auto', model: realpathSync(model) });
  await (await app.openBackend()).probe();
  const found = (await runningServers(recordsHere())).find(
    ({ record }) => record.model === realpathSync(model),
  );
  if (!found) throw new SottoError('server', 'no_keeper', `no server was started for ${model}`);
  return { name: 'own server', url: found.url, apiKey: found.record.key, close: () => app.close() };
}

/** The server at $SOTTO_BENCH_URL, with the key $SOTTO_BENCH_KEY, or that which sotto starts for $SOTTO_BENCH_MODEL; null for neither. */
export async function realServer(scene: Scene): Promise<RealServer | null> {
  if (model) return checked(await ownServer(scene, model));
  return url ? checked({ name: 'server', url, apiKey, close: () => {} }) : null;
}
