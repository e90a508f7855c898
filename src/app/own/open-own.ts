import type { LoadedConfig } from '../../config/load.ts';
import type { Backend } from '../../inference/backend.ts';
import { openGguf } from '../../inference/gguf/backend.ts';
import type { BackendConfig } from '../../inference/servers/detect.ts';
import { loadEngine } from '../../models/engine/place.ts';
import type { Meant } from '../../models/source.ts';
import { noEngine, notFetched, ownModel, roadHere } from './own-model.ts';
import { openOwnServer } from './own-server.ts';

const opened = new Map<string, Promise<Backend>>();

/** Opens a model that sotto runs itself: by llama-server, else in this process. Rejects with SottoError. */
export async function openOwn(
  { meant, loaded }: { readonly meant: Meant; readonly loaded: LoadedConfig },
  config: BackendConfig,
): Promise<Backend> {
  if (meant.type === 'hub') throw notFetched(meant.source);
  const road = roadHere(loaded);
  if (road.type === 'none') throw noEngine();
  const own = ownModel(loaded, meant.model);
  if (road.type === 'engine') {
    const { context } = own.fit();
    const load = loadEngine(road.engine);
    return {
      ...openGguf({ file: meant.model.file, contextSize: context, load }),
      isTuned: own.header.isTuned,
    };
  }
  return once(meant.model.file, () => openOwnServer(own, road.program, config));
}

/** One hold of a server serves a whole process; one that could not be had is tried again. */
function once(file: string, open: () => Promise<Backend>): Promise<Backend> {
  const known = opened.get(file) ?? open();
  opened.set(file, known);
  known.catch(() => opened.delete(file));
  return known;
}
