import { perceivers } from '../domain/audience.ts';
import type { Lineage, Segment } from '../domain/lineage.ts';
import type { CharacterId, Message, MessageId } from '../domain/message.ts';
import { sealView, type View, type ViewSource } from '../domain/view.ts';
import type { StoredMessage, StoredRevision, Transcript } from './transcript.ts';

const superseded = (row: StoredMessage, revisions: readonly StoredRevision[] = []) => {
  let { text, knownTo, truncated } = row;
  for (const revision of revisions) {
    if (revision.deleted) return null;
    text = revision.text ?? text;
    knownTo = revision.knownTo ?? knownTo;
    truncated = revision.truncated ?? truncated;
  }
  return { text, knownTo, truncated };
};

/** Reads one lineage for one viewer; the only maker of Views. */
class LineageView implements ViewSource {
  readonly viewer: CharacterId | 'everyone';
  readonly #transcript: Transcript;
  readonly #lineage: Lineage;
  readonly #branchName: (id: number) => string;

  constructor(
    transcript: Transcript,
    lineage: Lineage,
    viewer: CharacterId | 'everyone',
    branchName: (id: number) => string,
  ) {
    this.#transcript = transcript;
    this.#lineage = lineage;
    this.#branchName = branchName;
    this.viewer = viewer;
  }

  get #character(): CharacterId | null {
    return this.viewer === 'everyone' ? null : this.viewer;
  }

  /** The message as this viewer perceives it under this head, or null. */
  #perceive(row: StoredMessage, revisions?: readonly StoredRevision[]): Message | null {
    const latest = superseded(row, revisions);
    if (!latest) return null;
    const perceived = perceivers(row.present, latest.knownTo);
    if (this.#character !== null && !perceived.includes(this.#character)) return null;
    const { id, turn, speaker, role, at } = row;
    const branch = this.#branchName(row.branch);
    return { id, turn, speaker, role, at, ...latest, perceived, branch, reasoning: this.#reasoning(row) };
  }

  /** Thoughts may speak of whispers that others never heard, so they stay with who thought them. */
  #reasoning({ speaker, reasoning }: StoredMessage): string {
    return this.#character === null || this.#character === speaker ? reasoning : '';
  }

  #perceiveAll(rows: readonly StoredMessage[]): Message[] {
    if (rows.length === 0) return [];
    const seqs = rows.map((row) => row.seq);
    const span = { after: Math.min(...seqs) - 1, upTo: Math.max(...seqs) };
    const revisions = this.#transcript.revisions(this.#lineage, span);
    return rows.flatMap((row) => this.#perceive(row, revisions.get(row.seq)) ?? []);
  }

  /** Perceived messages of the segments in turn, until `limit` are found. */
  #collect(segments: readonly Segment[], limit: number, order: 'newest' | 'oldest'): Message[] {
    const found: Message[] = [];
    for (const segment of segments) {
      let rest = segment;
      while (found.length < limit) {
        const page = { limit: limit - found.length, order };
        const rows = this.#transcript.candidates(rest, this.#character, page);
        found.push(...this.#perceiveAll(rows));
        const edge = rows.at(-1)?.seq;
        if (edge === undefined || rows.length < page.limit) break;
        rest = order === 'newest' ? { ...rest, upTo: edge - 1 } : { ...rest, after: edge };
      }
    }
    return found;
  }

  #row(id: MessageId): StoredMessage | undefined {
    const row = this.#transcript.byId(id);
    return row && this.#lineage.contains(row) ? row : undefined;
  }

  last(limit: number, before?: MessageId): Message[] {
    const bound = before === undefined ? Number.POSITIVE_INFINITY : (this.#row(before)?.seq ?? 0);
    const segments = this.#lineage.segments
      .filter((segment) => segment.after < bound - 1)
      .map((segment) => ({ ...segment, upTo: Math.min(segment.upTo, bound - 1) }));
    return this.#collect(segments, limit, 'newest').reverse();
  }

  first(limit: number): Message[] {
    return this.#collect([...this.#lineage.segments].reverse(), limit, 'oldest');
  }

  from(from: MessageId, limit: number): Message[] {
    const bound = this.#row(from)?.seq;
    if (bound === undefined) return [];
    const segments = this.#lineage.segments
      .filter((segment) => segment.upTo >= bound)
      .map((segment) => ({ ...segment, after: Math.max(segment.after, bound - 1) }));
    return this.#collect(segments.reverse(), limit, 'oldest');
  }

  find(id: MessageId): Message | undefined {
    const row = this.#row(id);
    return row && this.#perceiveAll([row])[0];
  }

  count(): number {
    let total = 0;
    for (const segment of this.#lineage.segments) {
      const [first] = this.#oldest(segment);
      if (!first) continue;
      total += this.#transcript.count(segment, this.#character);
      const own = { ...segment, after: first.seq - 1 };
      for (const [seq, revisions] of this.#transcript.revisions(this.#lineage, own)) {
        const [row] = this.#oldest({ ...segment, after: seq - 1, upTo: seq });
        if (row && !this.#perceive(row, revisions)) total -= 1;
      }
    }
    return total;
  }

  /** The oldest candidate of a segment. */
  #oldest(segment: Segment): StoredMessage[] {
    return this.#transcript.candidates(segment, this.#character, { limit: 1, order: 'oldest' });
  }
}

/** The view of a lineage for a viewer. */
export const openView = (
  transcript: Transcript,
  lineage: Lineage,
  viewer: CharacterId | 'everyone',
  branchName: (id: number) => string,
): View => sealView(new LineageView(transcript, lineage, viewer, branchName));
