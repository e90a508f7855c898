import type { LoadedConfig } from '../../config/load.ts';
import { SottoError } from '../../domain/errors.ts';
import type { Backend } from '../../inference/backend.ts';
import type { Embedder } from '../../play/chat/embedder.ts';
import { besideServer, openServer } from './model-servers.ts';
import type { RunConfig } from './run-config.ts';

const embedding = new WeakMap<LoadedConfig, Promise<Backend>>();

/** What embeds texts at a server. Throws SottoError `no_embeddings` where nothing does. */
export function embedAt({ kind, embed }: Backend): NonNullable<Backend['embed']> {
  if (embed) return embed;
  const message = `${kind} cannot embed texts; name a server that can under [memory.embed]`;
  throw new SottoError('server', 'no_embeddings', message);
}

/** What embeds texts, its server opened when it is first asked, and again after that failed; undefined when it is not enabled. */
export function embedderOf(config: RunConfig): Embedder | undefined {
  const { enabled, model } = config.loaded.config.memory.embed;
  if (!enabled) return undefined;
  const opened = (loaded: LoadedConfig): Promise<Backend> => {
    const known = embedding.get(loaded);
    if (known) return known;
    const opening = openServer(besideServer(loaded, 'memory.embed'));
    embedding.set(loaded, opening);
    opening.catch(() => embedding.delete(loaded));
    return opening;
  };
  return {
    model,
    async embed(texts, signal) {
      return embedAt(await opened(config.servers))(texts, signal);
    },
  };
}
