import type { FindMatch } from '../../commands/scope.ts';
import type { MessageId } from '../../domain/message.ts';
import { isMatch, occurrences, type Query, readQuery, type Way } from '../../domain/search.ts';
import type { Play } from '../../play/play.ts';
import { hitsIn, plainRow } from '../markup/hits.ts';
import type { Block, Blocks, RowAt } from './blocks.ts';

/** Where something was found: the message, null for the reply that streams, and whether that was around the end. */
interface FoundAt extends RowAt, FindMatch {}

/** Rows of a block, counted from its heading, in which what is sought begins; none where the block lacks a part of it. */
const rowsWith = ({ rows, head, frame }: Block, query: Query): number[] => {
  const shown = rows.slice(head, frame === null ? undefined : -1);
  if (!isMatch(occurrences(query, shown.map(plainRow).join('\n')))) return [];
  return hitsIn(shown, query).map(([first]) => head + (first?.row ?? 0));
};

/** Looks for words on the page: in what is laid out where one is, then through the search of the chat. */
export class Seek {
  readonly #play: Pick<Play, 'find'>;
  readonly #blocks: Blocks;
  /** What was looked for last. */
  sought: { readonly text: string; readonly query: Query } | null = null;
  /** What was found last. */
  #hit: { readonly message: MessageId | null; readonly row: number } | null = null;

  constructor(play: Pick<Play, 'find'>, blocks: Blocks) {
    this.#play = play;
    this.#blocks = blocks;
  }

  /** The place of the last hit may be another now. */
  forgetHit(): void {
    this.#hit = null;
  }

  /**
   * The next place that says this: from the last hit where the same was looked for, else from another; itself left out.
   * Throws SottoError `nothing_to_search`.
   */
  next(text: string, way: Way, elsewhere: RowAt): FoundAt | null {
    const found = this.#from(text, way, (this.sought?.text === text && this.#lastHit()) || elsewhere);
    if (found === null) return null;
    const message = this.#blocks.held.at(found.block) ?? null;
    this.sought = { text, query: readQuery(text) };
    this.#hit = { message: message?.id ?? null, row: found.row };
    return { ...found, message };
  }

  #lastHit(): RowAt | null {
    const hit = this.#hit;
    const { held, reply } = this.#blocks;
    if (hit === null || (hit.message === null && reply === null)) return null;
    const block = hit.message === null ? held.end : held.readAround(hit.message);
    return block === null ? null : { block, row: hit.row };
  }

  #from(text: string, way: Way, start: RowAt): Omit<FoundAt, 'message'> | null {
    const query = readQuery(text);
    const message = this.#blocks.held.at(start.block)?.id;
    const near = query.phrases.length === 0 ? null : this.#within(start.block, query, way, start.row);
    if (near !== null) return { ...near, isAround: false };
    const edge = message ?? (way === 'down' ? this.#newest() : undefined);
    const isAtEnd = way === 'down' && message === undefined;
    const next = isAtEnd ? null : this.#inChat(text, query, way, edge);
    const found = next ?? (way === 'down' && !isAtEnd ? this.#inReply(query, way) : null);
    if (found !== null) return { ...found, isAround: false };
    const around = (way === 'up' ? this.#inReply(query, way) : null) ?? this.#inChat(text, query, way);
    const last = around ?? (way === 'down' ? this.#inReply(query, way) : null);
    return last && { ...last, isAround: true };
  }

  #newest(): MessageId | undefined {
    return this.#blocks.held.at(this.#blocks.held.end - 1)?.id;
  }

  #inChat(text: string, query: Query, way: Way, edge?: MessageId): RowAt | null {
    const message = this.#play.find(text, edge, way);
    const block = message === undefined ? null : this.#blocks.held.readAround(message.id);
    return block === null ? null : (this.#within(block, query, way) ?? { block, row: 0 });
  }

  #inReply(query: Query, way: Way): RowAt | null {
    const { reply, held } = this.#blocks;
    if (reply === null) return null;
    if (!held.isToHead) held.readEnd();
    return this.#within(held.end, query, way);
  }

  /** The first place this way in a block, behind a row where one is told. */
  #within(index: number, query: Query, way: Way, row?: number): RowAt | null {
    const block = this.#blocks.at(index);
    const rows = block ? rowsWith(block, query) : [];
    const found =
      way === 'up'
        ? rows.findLast((one) => row === undefined || one < row)
        : rows.find((one) => row === undefined || one > row);
    return found === undefined ? null : { block: index, row: found };
  }
}
