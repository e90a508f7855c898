import { isSottoError } from '../../domain/errors.ts';
import type { DomainEvent } from '../../domain/events/events.ts';
import type { TextToEmbed } from '../../store/recall/vectors/vector-statements.ts';
import type { Store } from '../../store/store.ts';
import type { Embedder } from '../chat/embedder.ts';
import type { AtWork, JobKind } from '../chat/job-kind.ts';
import type { OpenChat } from '../open/open-chat.ts';

/** So many texts go to the server at once, and so often before the job lets others go first. */
const batch = 32;
const batchesAtOnce = 8;
/** Of a text so many characters are embedded; of one that the server refuses so many. */
const longest = 1500;
const shortest = 300;

/** What a server says of a text that is too much for it, rather than of itself. */
const refusals: ReadonlySet<string> = new Set(['bad_request', 'context_exceeded', 'server_error']);
const isRefused = (error: unknown): boolean => isSottoError(error) && refusals.has(error.code);

const saysText = ({ payload }: DomainEvent): boolean => 'text' in payload && typeof payload.text === 'string';

/** The name of the model by which texts are kept: as a person calls it, else as it was called before. */
export const modelIn = ({ vectors }: Store, { model }: Embedder): string =>
  model || (vectors.model?.name ?? '');

/** Texts with what a server made of them, under the name of its model. */
interface Made {
  readonly name: string;
  readonly vectors: readonly (Float32Array | null)[];
}

async function whole(embedder: Embedder, texts: readonly string[], signal?: AbortSignal): Promise<Made> {
  const cut = texts.map((text) => text.slice(0, longest));
  const { model, vectors } = await embedder.embed(cut, signal);
  return { name: embedder.model || model || 'unnamed', vectors };
}

/** Each text alone; one that the server takes in no length has no vector. Rejects where it embeds nothing at all. */
async function oneByOne(embedder: Embedder, texts: readonly string[], signal?: AbortSignal): Promise<Made> {
  const { name } = await whole(embedder, ['.'], signal);
  const vectors: (Float32Array | null)[] = [];
  for (const text of texts) {
    const made = await whole(embedder, [text], signal)
      .catch((error: unknown) => {
        if (isRefused(error)) return whole(embedder, [text.slice(0, shortest)], signal);
        throw error;
      })
      .catch((error: unknown) => {
        if (isRefused(error)) return null;
        throw error;
      });
    vectors.push(made?.vectors[0] ?? null);
  }
  return { name, vectors };
}

/** Embeds texts and keeps that; with `isNext` they are the next that were pending. Rejects with SottoError. */
export async function embedAndKeep(
  store: Store,
  embedder: Embedder,
  texts: readonly TextToEmbed[],
  { isNext, signal }: { readonly isNext: boolean; readonly signal?: AbortSignal },
): Promise<void> {
  const assumed = modelIn(store, embedder);
  const said = texts.map(({ text }) => text);
  const { name, vectors } = await whole(embedder, said, signal).catch((error: unknown) => {
    if (isRefused(error)) return oneByOne(embedder, said, signal);
    throw error;
  });
  const dimension = vectors.find((vector) => vector !== null)?.length ?? store.vectors.model?.dimension;
  if (dimension === undefined || signal?.aborted) return;
  const made = texts.map(({ seq }, at) => ({ seq, vector: vectors[at] ?? null }));
  store.ifWritableUnsynced(() => store.vectors.keep({ name, dimension }, made, isNext && name === assumed));
}

const aloneUntilThen = 'until then only words are searched';

async function embedPending({ chat, store, signal }: AtWork<OpenChat>): Promise<void> {
  const embedder = chat.parts.embedder?.();
  if (!embedder || !store.vectors.load()) return;
  for (let done = 0; done < batchesAtOnce && !signal.aborted; done += 1) {
    const texts = store.vectors.pending(modelIn(store, embedder), batch);
    if (texts.length === 0) return;
    await embedAndKeep(store, embedder, texts, { isNext: true, signal });
  }
}

/**
 * Embeds what characters perceived, in whatever chat, a part at a time: behind all other jobs, of an import and of another model
 * as well. How far it is the store says itself, so that nothing of it is in the log and a killed process goes on where it was.
 */
export const embedJob = (isOff: () => string | null): JobKind<OpenChat> => ({
  kind: 'embed',
  priority: 9,
  isOff,
  of({ events }) {
    const last = isOff() === null ? events.findLast(saysText) : undefined;
    return last ? [{ about: last.id, source: last.id }] : [];
  },
  hasMore({ parts }) {
    const { store } = parts;
    const embedder = parts.embedder?.();
    if (!embedder || !store.vectors.load()) return false;
    return store.vectors.pending(modelIn(store, embedder), 1).length > 0;
  },
  async run(_, at) {
    await embedPending(at).catch((error: unknown) => {
      if (isSottoError(error) && !at.signal.aborted) at.chat.tellOnce(`${error.message}; ${aloneUntilThen}`);
      throw error;
    });
    return [];
  },
});
