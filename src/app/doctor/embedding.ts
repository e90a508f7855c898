import type { LoadedConfig } from '../../config/load.ts';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import type { Embedded } from '../../inference/backend.ts';
import type { Store } from '../../store/store.ts';
import { embedAt } from '../run/embedder.ts';
import { besideServer, openServer } from '../run/model-servers.ts';
import { type Finding, inTwo } from './finding.ts';

const name = 'embedding';
const sample = 'The ferryman waits.';
const patienceMs = 5000;

interface Made extends Embedded {
  readonly where: string;
}

/** Lets the server embed a short text that is kept nowhere. Rejects with SottoError. */
async function embedSample(loaded: LoadedConfig): Promise<Made> {
  const server = await openServer(besideServer(loaded, 'memory.embed'));
  const { kind, url } = server;
  const late = AbortSignal.timeout(patienceMs);
  const made = await embedAt(server)([sample], late).catch((error: unknown) => {
    if (!late.aborted) throw error;
    const message = `${url} embedded no text in time; check whether it is busy or hangs`;
    throw new SottoError('server', 'embedding_slow', message);
  });
  return { ...made, where: `${kind} at ${url}` };
}

/** What is embedded of what the store holds, by a model of this name, and what becomes of the rest. */
function tallyOf({ vectors }: Pick<Store, 'vectors'>, model: string): Pick<Finding, 'finding' | 'remedy'> {
  const { embedded, waiting } = vectors.tally(model);
  const finding = `; texts: ${embedded} embedded, ${waiting} waiting`;
  return {
    finding,
    remedy: waiting === 0 ? '' : 'they are embedded while a chat is open, or by `sotto settle`',
  };
}

/**
 * Looks at the server that embeds, when that is enabled: nothing of what it embeds is kept. Without a store that can be read
 * nothing is told of what is embedded. Returns what is wrong with the server.
 */
export async function* checkEmbedding(
  loaded: LoadedConfig,
  store: Pick<Store, 'vectors'> | null,
): AsyncGenerator<Finding, SottoError | null> {
  const { enabled, model: called } = loaded.config.memory.embed;
  if (!enabled) return null;
  try {
    const { model, vectors, where } = await embedSample(loaded);
    const known = called || model || 'unnamed';
    const dimension = vectors[0]?.length ?? 0;
    store?.vectors.check({ name: known, dimension });
    const found = `${known} of ${where}: vectors of ${dimension} dimensions`;
    const tally = store ? tallyOf(store, known) : { finding: '', remedy: '' };
    yield { name, ok: true, finding: `${found}${tally.finding}`, remedy: tally.remedy };
  } catch (error) {
    if (!isSottoError(error)) throw error;
    yield { name, ok: false, ...inTwo(error.message) };
    return error;
  }
  if (store && !store.vectors.load()) yield { name, ok: false, ...inTwo(store.vectors.missing ?? '') };
  return null;
}
