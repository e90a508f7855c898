import { createLlamaCpp } from '../../../src/inference/servers/llamacpp.ts';
import type { PlayParts } from '../../../src/play/chat/parts.ts';
import { embedJob } from '../../../src/play/memory/embed-job.ts';
import type { Store } from '../../../src/store/store.ts';

/** What lets a play embed at this address. */
export const embeddingAt = (store: Store, url: string, model = ''): Pick<PlayParts, 'jobs' | 'embedder'> => {
  const { embed } = createLlamaCpp({ url, firstTokenTimeoutMs: 60_000, silenceTimeoutMs: 60_000 });
  if (!embed) throw new Error('no embeddings');
  return {
    jobs: [embedJob(() => store.vectors.missing)],
    embedder: () => ({ model, embed }),
  };
};
