import type { Lineage, Segment } from '../../domain/lineage.ts';
import type { CharacterId } from '../../domain/message.ts';
import { sceneKeys } from '../../domain/rows/records.ts';
import type { Between as Happening } from '../../domain/view.ts';
import type { Connection } from '../database/database.ts';
import { lazy } from '../database/lazy.ts';
import type { StoredMessage } from './stored.ts';

interface Move {
  readonly seq: number;
  readonly character: CharacterId;
  readonly isIn: number;
}

interface End {
  readonly seq: number;
  readonly key: string;
}

interface OwnPart extends Segment {
  readonly keys: string;
}

const statements = ({ sqlite }: Connection) =>
  lazy({
    moves: () =>
      sqlite.prepare<[Segment], Move>(
        `SELECT seq, payload ->> '$.character' AS character, kind = 'character_joined' AS isIn FROM event
         WHERE branch = @branch AND seq > @after AND seq <= @upTo AND kind IN ('character_joined', 'character_left')
         ORDER BY seq`,
      ),
    ends: () =>
      sqlite.prepare<[OwnPart], End>(
        `SELECT r.seq, k.key FROM record r CROSS JOIN record_key k ON k.id = r.key
         WHERE r.seq > @after AND r.seq <= @upTo AND r.branch = @branch AND r.value ->> '$.reason' <> 'skip'
         AND k.key >= @keys AND k.key < @keys || char(0x10ffff)`,
      ),
  });

/** Reads what happened between messages. Costs by how much did between those that it is asked about. */
export class Between {
  readonly #statements: ReturnType<typeof statements>;

  constructor(connection: Connection) {
    this.#statements = statements(connection);
  }

  /**
   * What somebody (null = everyone) saw between these messages of a history, oldest first: whoever is there sees who comes and
   * goes; of the ends of scenes those that are kept for them, but not where a line of its own tells of the time that passes.
   */
  seen(
    lineage: Lineage,
    messages: readonly StoredMessage[],
    { character, isToHead }: { readonly character: CharacterId | null; readonly isToHead: boolean },
  ): Happening[] {
    const [first] = messages;
    const last = messages.at(-1);
    if (first === undefined || last === undefined) return [];
    // What a job found out about a message counts at the very seq of that.
    const upTo = isToHead ? (lineage.segments[0]?.upTo ?? 0) : last.seq - 1;
    const parts = partsOf(lineage, first.seq - 1, upTo);
    const keys = sceneKeys(character ?? 'everyone');
    const all = [
      ...parts.flatMap((part) => this.#statements.moves.all(part)),
      ...parts.flatMap((part) => this.#statements.ends.all({ ...part, keys })),
    ].sort((a, b) => a.seq - b.seq);
    const seen: Happening[] = [];
    let isThere = character === null || first.present.includes(character);
    let behind = 0;
    for (const one of all) {
      while ((messages[behind + 1]?.seq ?? Number.POSITIVE_INFINITY) <= one.seq) behind += 1;
      const after = messages[behind]?.id ?? first.id;
      if ('key' in one) {
        seen.push({ type: 'scene_end', after, scene: Number(one.key.slice(keys.length)) });
        continue;
      }
      const isOwn = one.character === character;
      const isIn = one.isIn === 1;
      if (isThere || (isOwn && isIn)) seen.push({ type: 'coming', after, character: one.character, isIn });
      if (isOwn) isThere = isIn;
    }
    return seen;
  }
}

/** The parts of a history behind a seq and through another, oldest first. */
const partsOf = ({ segments }: Lineage, after: number, upTo: number): Segment[] =>
  segments
    .toReversed()
    .map((segment) => ({
      branch: segment.branch,
      after: Math.max(segment.after, after),
      upTo: Math.min(segment.upTo, upTo),
    }))
    .filter((part) => part.after < part.upTo);
