import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { DomainEvent } from '../../../src/domain/events/events.ts';
import type { KnownRecord, RecordAudience, RecordRow } from '../../../src/domain/record.ts';
import { transcriptRow } from '../../../src/domain/rows/projection.ts';
import { opened, presentIn, type World } from '../../../src/domain/world/world.ts';
import { openDatabase } from '../../../src/store/database/database.ts';
import { Records } from '../../../src/store/records/records.ts';
import { Transcript } from '../../../src/store/transcript/transcript.ts';
import { patience, runs } from '../../cases.ts';
import { anyHistory, carryOut } from '../../commands.ts';
import { freshFolder, migrations, openStore, Scene } from '../../histories.ts';
import { foldedView } from '../folded-view.ts';

const { folder, remove } = freshFolder();
const store = openStore(folder);
const second = openDatabase(store.file, migrations);
const records = new Records(second, new Transcript(second));
afterAll(() => {
  second.sqlite.close();
  store.close();
  remove();
});

/** What events of these histories make known: to every kind of audience, and now and then that something is no longer so. */
function madeKnown(before: World, event: DomainEvent): RecordRow[] {
  const record = (key: string, value: RecordRow['value'], audience: RecordAudience): RecordRow => ({
    key,
    value,
    owner: null,
    audience,
  });
  const present = presentIn(before);
  switch (event.kind) {
    case 'message_said':
    case 'reply_received': {
      const { text, speaker } = event.payload;
      return [
        record('said', text, { type: 'message', message: event.id }),
        record(`said:${event.id}`, { text }, { type: 'message', message: event.id }),
        record('hour', event.at, { type: 'anybody' }),
        record('door', text === 'Aye.' ? null : [event.id], { type: 'public', present }),
        record(`mind:${speaker}`, text === 'Not here.' ? null : event.id, {
          type: 'named',
          characters: [speaker],
        }),
      ];
    }
    case 'message_edited':
      return [record('door', 'ajar', { type: 'message', message: event.payload.message })];
    case 'character_left':
      return [record('door', 'shut', { type: 'named', characters: present.slice(0, 2) })];
    default:
      return [];
  }
}

/** What a viewer knows, by a plain fold over the events of the head's history. */
function foldedRecords(scene: Scene, viewer: string | null): KnownRecord[] {
  const seen = new Set(foldedView(scene, viewer).map(({ id }) => id));
  const events: { seq: number; rows: RecordRow[] }[] = [];
  let arrived = 0;
  store.worlds.fromScratch(scene.id, scene.state.head, (world, event) => {
    events.push({ seq: event.seq, rows: madeKnown(opened(world), event) });
    const row = transcriptRow(opened(world), event);
    if (row?.table === 'arrival' && row.character === viewer) arrived = event.seq;
  });
  const perceives = (seq: number, audience: RecordAudience): boolean => {
    if (audience.type === 'message') return seen.has(audience.message);
    if (viewer === null || audience.type === 'anybody') return true;
    if (audience.type === 'named') return audience.characters.includes(viewer);
    return audience.present.includes(viewer) || seq < arrived;
  };
  const latest = new Map<string, RecordRow>();
  for (const { seq, rows } of events)
    for (const row of rows) if (perceives(seq, row.audience)) latest.set(row.key, row);
  return [...latest.values()]
    .flatMap(({ key, value, owner }) => (value === null ? [] : [{ key, value, owner }]))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

let chats = 0;

describe('for all histories', () => {
  test(
    'invariant 1 RP-086 what somebody knows at a head is the fold of the records that it perceives',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyHistory, async (commands) => {
          chats += 1;
          const scene = new Scene(store, { title: `The quay ${chats}` });
          const written = new Set<number>();
          for (const command of commands) {
            await carryOut(scene, command);
            const { head, world: whole } = scene.state;
            const world = opened(whole);
            store.worlds.fromScratch(scene.id, head, (before, event) => {
              if (!written.has(event.seq)) records.apply(event, madeKnown(opened(before), event));
              written.add(event.seq);
            });
            for (const viewer of [null, ...world.cast.map(({ id }) => id)]) {
              const view = store.view(scene.id, viewer ?? 'everyone', head);
              const known = foldedRecords(scene, viewer);
              expect(view.records('')).toEqual(known);
              expect(view.records('said:')).toEqual(known.filter(({ key }) => key.startsWith('said:')));
              for (const key of ['said', 'door', 'hour'])
                expect(view.record(key)).toEqual(known.find((one) => one.key === key));
            }
          }
        }),
        runs(60),
      );
    },
    patience,
  );
});
