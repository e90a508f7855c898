import { createHash } from 'node:crypto';
import { archiveVersion } from '../../interop/chats/archive-lines.ts';
import type { EventRecord } from '../../store/archive/recording.ts';
import type { Identities, OfCard } from '../../store/identity/identities.ts';
import type { App } from '../run/app.ts';

/** Bytes of a card in one line; divisible by three, so that no line but the last is padded. */
const bytesInLine = 3 * 256 * 1024;

/** Rows of the library that events speak of. */
class Spoken {
  readonly cards = new Map<string, Set<number>>();
  readonly books = new Set<string>();

  hear({ kind, payload }: EventRecord): void {
    const { card, book } = payload as { card?: Partial<OfCard> | null; book?: unknown };
    if (typeof card?.id === 'string') {
      const characters = this.cards.get(card.id) ?? new Set();
      this.cards.set(card.id, characters.add(card.index ?? 0));
    }
    if (kind === 'book_added' && typeof book === 'string') this.books.add(book);
  }
}

/** Who the characters are, behind those of the versions of their cards that they were made from; each once. */
function* identityLines(identities: Identities, cards: Spoken['cards']): Iterable<object> {
  const told = new Set<string>();
  for (const [id, characters] of [...cards].sort(([a], [b]) => (a < b ? -1 : 1)))
    for (const index of [...characters].sort((a, b) => a - b))
      for (const one of [...identities.before({ id, index }), { id, index }]) {
        const kin = identities.kinOf(one);
        const line = { type: 'identity', card: one.id, character: one.index, ...kin };
        if (kin && !told.has(`${one.id}.${one.index}`)) yield line;
        told.add(`${one.id}.${one.index}`);
      }
}

function* libraryLines({ library, identities }: App['store'], { cards, books }: Spoken): Iterable<object> {
  for (const id of [...cards.keys()].sort()) {
    const bytes = library.card(id)?.bytes;
    if (!bytes) continue;
    yield { type: 'card', id, size: bytes.length };
    for (let at = 0; at < bytes.length; at += bytesInLine)
      yield { type: 'bytes', base64: bytes.subarray(at, at + bytesInLine).toString('base64') };
  }
  yield* identityLines(identities, cards);
  for (const { name, body } of library.presets(['replaced_card']))
    if (cards.has(name) && cards.has(String(body.by))) yield { type: 'replaced', card: name, by: body.by };
  if (books.size === 0) return;
  for (const { name } of library.presetNames('lorebook')) {
    const book = books.has(name) ? library.bookInParts(name) : undefined;
    if (!book) continue;
    const { body, foreign } = book.row;
    yield { type: 'lorebook', name, body, foreign };
    for (const entries of book.pages) yield { type: 'entries', entries };
  }
}

function* values({ store }: Pick<App, 'store'>, chat: string): Iterable<object> {
  const { chat: record, counts, branches, events, moves } = store.recording(chat);
  yield { type: 'sotto-chat', version: archiveVersion, ...record, counts };
  for (const branch of branches) yield { type: 'branch', ...branch };
  const spoken = new Spoken();
  for (const event of events()) {
    spoken.hear(event);
    yield { type: 'event', ...event };
  }
  for (const move of moves()) yield { type: 'move', ...move };
  yield* libraryLines(store, spoken);
}

/**
 * A chat with its whole tree and the cards and lorebooks it uses, line by line, as "Archives" in src/interop/README.md
 * describes. Throws SottoError `no_such_chat`.
 */
export function* archiveOf(app: Pick<App, 'store'>, chat: string): Iterable<string> {
  const hash = createHash('sha256');
  for (const value of values(app, chat)) {
    const line = `${JSON.stringify(value)}\n`;
    hash.update(line);
    yield line;
  }
  yield `${JSON.stringify({ type: 'end', hash: hash.digest('hex') })}\n`;
}
