import { isDeepStrictEqual } from 'node:util';
import type { DomainEvent } from '../../domain/events/events.ts';
import type { CharacterId, MessageId } from '../../domain/message.ts';
import { actWitnesses } from '../../domain/rows/act-witnesses.ts';
import type { World } from '../../domain/world/world.ts';
import type { Connection } from '../database/database.ts';
import { insertAllInto } from '../database/insert.ts';
import { lazy } from '../database/lazy.ts';
import type { Tree } from '../log/tree.ts';
import { actWitness } from '../schema/schema-acts.ts';
import type { Arrivals } from '../transcript/arrivals.ts';
import { Perceiving } from '../transcript/perceiving.ts';
import type { Transcript } from '../transcript/transcript.ts';

interface Parts {
  readonly tree: Tree;
  readonly transcript: Transcript;
  readonly arrivals: Arrivals;
}

const ofChat = 'FROM act_witness WHERE branch IN (SELECT id FROM branch WHERE chat = ?)';

const statements = (connection: Connection) => {
  const { sqlite } = connection;
  return lazy({
    insert: () => insertAllInto(connection, actWitness),
    of: () =>
      sqlite
        .prepare<[object], string>(
          `SELECT w.character FROM json_each(@asked) c CROSS JOIN act_witness w
           ON w.branch = @branch AND w.character = c.value AND w.seq = @seq ORDER BY w.character`,
        )
        .pluck(),
    count: () => sqlite.prepare<[string], number>(`SELECT count(*) ${ofChat}`).pluck(),
    forget: () => sqlite.prepare<[string]>(`DELETE ${ofChat}`),
  });
};

/** Who perceived which act when it was written: immutable rows, by which branches and moves are found for a viewer. */
export class Acts {
  readonly #parts: Parts;
  readonly #statements: ReturnType<typeof statements>;

  constructor(connection: Connection, parts: Parts) {
    this.#parts = parts;
    this.#statements = statements(connection);
  }

  /** Writes who perceives an event, once its other rows are written, given the worlds around it. Twice changes nothing. */
  apply(before: World, event: DomainEvent, after: World): void {
    const { branch, seq } = event;
    this.#statements.insert(
      this.witnesses(before, event, after).flatMap((character) => [branch, character, seq]),
    );
  }

  /** Who perceives an act, given the worlds around it; nobody for a line of the transcript. */
  witnesses(before: World, event: DomainEvent, after: World): CharacterId[] {
    return actWitnesses(event, { before, after, hearersOf: (message) => this.#hearers(event, message) });
  }

  /** Whether the rows of an event name these and no others of a cast. */
  isSame({ branch, seq }: DomainEvent, witnesses: readonly CharacterId[], { cast }: World): boolean {
    const asked = JSON.stringify([...new Set([...witnesses, ...cast.map(({ id }) => id)])]);
    return isDeepStrictEqual(new Set(this.#statements.of.all({ branch, asked, seq })), new Set(witnesses));
  }

  /** How many rows a chat has. */
  count(chat: string): number {
    return this.#statements.count.get(chat) ?? 0;
  }

  /** Removes the rows of a chat, to write them anew. */
  forget(chat: string): void {
    this.#statements.forget.run(chat);
  }

  /** Those who perceive a message just before or just after an event that changes it. */
  #hearers({ chat, branch, seq }: DomainEvent, message: MessageId): CharacterId[] {
    const { tree, transcript } = this.#parts;
    const row = transcript.byId(message);
    if (!row) return [];
    return [seq - 1, seq].flatMap((at) => {
      const lineage = tree.lineage(chat, { branch, seq: at });
      const revisions = transcript.revisions(lineage, [row.seq]).get(row.seq);
      return (
        new Perceiving({ ...this.#parts, branchName: () => '' }, lineage, null).one(row, revisions)
          ?.perceived ?? []
      );
    });
  }
}
