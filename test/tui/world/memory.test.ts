import { expect, test } from 'vitest';
import type { App } from '../../../src/app/run/app.ts';
import type { Payload } from '../../../src/domain/events/events.ts';
import { opened } from '../../../src/domain/world/world.ts';
import { memoriesOf } from '../../../src/play/story/memories/memories.ts';
import { closeScene } from '../../../src/play/story/scenes/scenes-seen.ts';
import { chatsOf, screenOn } from '../door/stocked.ts';

const wide = { columns: 120, rows: 40 };
const question = 'Who lights the beacon?';

/** Somebody keeps this of a chat. */
function remembers(app: App, chat: string, name: string, text: string): void {
  const { cast } = opened(app.store.chats.read(chat).world);
  const owner = cast.find((member) => member.name === name)?.id ?? '';
  const kept = { significance: 2, of: null, scene: 1, time: '', place: '', pinned: false } as const;
  const witnesses = cast.map(({ id }) => id);
  const payload: Payload<'memory_written'> = { ...kept, memory: `m-${name}`, owner, text, witnesses };
  const how = { actor: 'model', at: '2026-01-01T00:00:00.000Z' } as const;
  app.store.chats.append(chat, how, () => [{ kind: 'memory_written', payload }]);
}

/** The boat, where the beacon of the inn is asked after. */
async function onTheBoat() {
  const { app, ids } = chatsOf('The Inn', 'The Boat');
  const [inn = '', boat = ''] = ids;
  await app.play(inn).say('The beacon burns whale oil.', { reply: [] });
  for (let n = 0; n < 60; n += 1) await app.play(inn).say(`Line ${n}.`, { reply: [] });
  await app.play(boat).say(question, { reply: [] });
  return { app, inn, boat };
}

test('HC-27 /memory shows what comes back to mind, from which chat and why; Enter goes to where it was said', async () => {
  const { app, boat } = await onTheBoat();
  const emulator = await screenOn(app, boat, undefined, wide);
  emulator.type('/memory\r');
  await emulator.shows('Recalled');
  expect(emulator.text()).toContain('The Inn · The beacon burns whale oil.');
  expect(emulator.text()).toMatch(/with Bob, Carl/);
  expect(emulator.text()).toMatch(/1\.00: text 0\.\d+/);
  emulator.type('\r');
  await emulator.shows(/The Inn\n you are Alice/);
  await emulator.shows('The beacon burns whale oil.');
  expect(emulator.text()).not.toContain('Line 59.');
});

test('RP-095 HC-28 a memory of another chat is edited, pinned and forgotten from the panel, in the chat that it is of', async () => {
  const { app, inn, boat } = await onTheBoat();
  remembers(app, inn, 'Alice', 'Bob lit the beacon once.');
  const kept = () => memoriesOf(app.play(inn).chat, undefined, true);
  const emulator = await screenOn(app, boat, undefined, wide);
  emulator.type('/memories\r');
  await emulator.shows('Alice ·· Bob lit the beacon once.');
  emulator.type('\r');
  await emulator.shows('pin: keep in every prompt');
  emulator.type('2');
  await emulator.shows('pinned: in every prompt from now on');
  await emulator.shows('unpin');
  expect(kept()).toMatchObject([{ pinned: true }]);
  emulator.type('1');
  await emulator.shows('Memory: reads');
  emulator.type('\x15Carl lit the beacon.\r');
  await emulator.shows('an undo in "The Inn" reverts it');
  await emulator.shows('reads  Carl lit the beacon.');
  expect(kept()).toMatchObject([{ text: 'Carl lit the beacon.', pinned: true }]);
  emulator.type('3');
  await emulator.shows('forgotten; an undo in "The Inn" reverts it');
  expect(kept()).toEqual([]);
});

test('KT-12 what another remembers is veiled until it is asked for again, and only who remembers it changes it', async () => {
  const { app, inn, boat } = await onTheBoat();
  remembers(app, inn, 'Bob', 'I stole the beacon.');
  const emulator = await screenOn(app, boat, undefined, wide);
  for (const line of ['/memories --of Bob', '/memory --for Bob', '/memory find --of Bob beacon']) {
    emulator.type(`${line}\r`);
    await emulator.shows('Hidden from Alice');
    expect(emulator.text()).not.toContain('stole');
    emulator.type('s');
    await emulator.shows('I stole the beacon.');
    emulator.type('\r');
    await emulator.shows('only its owner can change it');
    emulator.type('\x1b');
    await emulator.hides('only its owner can change it');
  }
});

test('HC-53 KT-07 /persona played tells what was played in this chat only where its wearer is played', async () => {
  const { app, inn, boat } = await onTheBoat();
  app.store.library.setPersona('Ann', 'A traveller.');
  for (const chat of [inn, boat]) {
    await app.play(chat).playAs('Alice', 'Ann');
    closeScene(app.play(chat).chat, { summary: `What Alice keeps of ${chat}.` });
  }
  const bobs = await screenOn(app, boat, 'Bob', wide);
  bobs.type('/persona played Ann\r');
  await bobs.shows(`What Alice keeps of ${inn}.`);
  expect(bobs.text()).not.toContain(`What Alice keeps of ${boat}.`);
  const alices = await screenOn(app, boat, 'Alice', wide);
  alices.type('/persona played Ann\r');
  await alices.shows(`What Alice keeps of ${boat}.`);
});
