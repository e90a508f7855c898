import type { Segment } from '../../domain/lineage.ts';
import type { Viewer } from '../../domain/view.ts';
import type { Connection } from '../database/database.ts';
import { lazy } from '../database/lazy.ts';

/** An event that a viewer perceived when it was written. */
export interface PerceivedEvent {
  readonly branch: number;
  readonly seq: number;
  readonly id: string;
  readonly turn: string;
  readonly kind: string;
}

const range = 'branch = @branch AND seq > @after AND seq <= @upTo';

/** Whether a candidate was told a message as it was written, and not only later, by a change of its audience. */
const heard = `iif(m.known_to = '[]',
  EXISTS (SELECT 1 FROM presence p CROSS JOIN json_each(p.members) c WHERE p.id = m.present AND c.value = @viewer),
  EXISTS (SELECT 1 FROM json_each(m.known_to) c WHERE c.value = @viewer))`;

const statements = ({ sqlite }: Connection) => {
  const found = (seq: string) =>
    sqlite.prepare<[object], PerceivedEvent>(
      `SELECT branch, seq, id, turn, kind FROM event WHERE seq = (${seq})`,
    );
  const end = (order: 'ASC' | 'DESC') => ({
    everyone: () =>
      found(`SELECT seq FROM event WHERE ${range} AND kind <> 'reply_failed' ORDER BY seq ${order} LIMIT 1`),
    viewer: () =>
      found(`SELECT seq FROM (
        SELECT * FROM (SELECT seq FROM act_witness WHERE ${range} AND character = @viewer ORDER BY seq ${order} LIMIT 1)
        UNION ALL
        SELECT * FROM (SELECT w.seq FROM witness w CROSS JOIN message m ON m.branch = w.branch AND m.seq = w.seq
          WHERE w.branch = @branch AND w.character = @viewer AND w.seq > @after AND w.seq <= @upTo AND ${heard}
          ORDER BY w.seq ${order} LIMIT 1)
        ) ORDER BY seq ${order} LIMIT 1`),
  });
  const [first, last] = [end('ASC'), end('DESC')];
  return lazy({
    first: () => first.viewer(),
    firstOfAll: () => first.everyone(),
    last: () => last.viewer(),
    lastOfAll: () => last.everyone(),
  });
};

/**
 * Finds what a viewer perceived of a branch: lines and acts, each by who perceived it when it was written. What jobs found
 * is not among them, nor are replies that failed before their first word. Costs the same however much lies between.
 */
export class PerceivedEvents {
  readonly #statements: ReturnType<typeof statements>;

  constructor(connection: Connection) {
    this.#statements = statements(connection);
  }

  /** The first in a part of a branch; undefined without one. */
  first(segment: Segment, viewer: Viewer): PerceivedEvent | undefined {
    const { first, firstOfAll } = this.#statements;
    return (viewer === 'everyone' ? firstOfAll : first).get({ ...segment, viewer });
  }

  /** The last in a part of a branch; undefined without one. */
  last(segment: Segment, viewer: Viewer): PerceivedEvent | undefined {
    const { last, lastOfAll } = this.#statements;
    return (viewer === 'everyone' ? lastOfAll : last).get({ ...segment, viewer });
  }
}
