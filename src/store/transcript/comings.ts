import type { Lineage, Segment } from '../../domain/lineage.ts';
import type { CharacterId } from '../../domain/message.ts';
import type { Coming } from '../../domain/view.ts';
import type { Connection } from '../database/database.ts';
import { lazy } from '../database/lazy.ts';
import type { StoredMessage } from './stored.ts';

interface Move {
  readonly seq: number;
  readonly character: CharacterId;
  readonly isIn: number;
}

const statements = ({ sqlite }: Connection) =>
  lazy({
    moves: () =>
      sqlite.prepare<[Segment], Move>(
        `SELECT seq, payload ->> '$.character' AS character, kind = 'character_joined' AS isIn FROM event
         WHERE branch = @branch AND seq > @after AND seq <= @upTo AND kind IN ('character_joined', 'character_left')
         ORDER BY seq`,
      ),
  });

/** Reads from the log who came and went. Costs by how many did between the messages that it is asked about. */
export class Comings {
  readonly #statements: ReturnType<typeof statements>;

  constructor(connection: Connection) {
    this.#statements = statements(connection);
  }

  #moves({ segments }: Lineage, after: number, upTo: number): Move[] {
    return segments.toReversed().flatMap((segment) => {
      const part = {
        branch: segment.branch,
        after: Math.max(segment.after, after),
        upTo: Math.min(segment.upTo, upTo),
      };
      return part.after < part.upTo ? this.#statements.moves.all(part) : [];
    });
  }

  /** What somebody (null = everyone) saw between these messages of a history, oldest first: whoever is there sees it. */
  seen(
    lineage: Lineage,
    messages: readonly StoredMessage[],
    { character, isToHead }: { readonly character: CharacterId | null; readonly isToHead: boolean },
  ): Coming[] {
    const [first] = messages;
    const last = messages.at(-1);
    if (first === undefined || last === undefined) return [];
    const head = lineage.segments[0]?.upTo ?? 0;
    const seen: Coming[] = [];
    let isThere = character === null || first.present.includes(character);
    let behind = 0;
    for (const move of this.#moves(lineage, first.seq, isToHead ? head : last.seq)) {
      while ((messages[behind + 1]?.seq ?? Number.POSITIVE_INFINITY) < move.seq) behind += 1;
      const isOwn = move.character === character;
      const isIn = move.isIn === 1;
      if (isThere || (isOwn && isIn))
        seen.push({ after: messages[behind]?.id ?? first.id, character: move.character, isIn });
      if (isOwn) isThere = isIn;
    }
    return seen;
  }
}
