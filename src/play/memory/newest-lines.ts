import type { Message } from '../../domain/message.ts';
import type { AnyView } from '../../domain/view.ts';
import { lastRows } from '../../prompt/history.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { embedAndKeep, modelIn } from './embed-job.ts';

/** So many lines are what is asked: the last of the view. */
export const rowsAsked = 4;

/** The vector of these lines, as far as they have any; null = they are looked up by their words alone. */
export const meaningOf = ({ parts }: OpenChat, rows: readonly Message[]): Float32Array | null =>
  parts.embedder?.() ? parts.store.vectors.meanOf(rows) : null;

/**
 * Embeds the newest lines of a view that have no vector yet, where others have. Nobody waits for it: the next line is looked up by
 * what has come by then. Never rejects.
 */
export async function embedNewest({ parts }: OpenChat, view: AnyView): Promise<void> {
  const { store, settings } = parts;
  const embedder = parts.embedder?.();
  if (!embedder || settings.memory.most === 0 || !store.vectors.model || !store.vectors.load()) return;
  const rows = lastRows({ ooc: settings.ooc }, view, { count: rowsAsked });
  const texts = store.vectors.pendingOf(modelIn(store, embedder), rows);
  if (texts.length === 0) return;
  await embedAndKeep(store, embedder, texts, { isNext: false }).catch(() => {});
}
