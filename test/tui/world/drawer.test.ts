import { expect, onTestFinished, test } from 'vitest';
import { App } from '../../../src/app/app.ts';
import { chatsOf, screenOn } from '../door/stocked.ts';

const f6 = '\x1b[17~';
const down = '\x1b[B';
const wide = { columns: 120, rows: 40 };

/** The inn, where Alice has a mood and Bob a grudge. */
const atTheInn = async () => {
  const { app, ids } = chatsOf('The Inn');
  const id = ids[0] ?? '';
  const play = app.play(id);
  await play.world.setEntity('Alice', 'mood', 'wary');
  await play.world.setEntity('Bob', 'mood', 'grim');
  await play.world.setEntity('Bob', 'activity.verb', 'drinking');
  await play.world.setEdge('Alice', 'Bob', { affinity: 40, trust: -20 });
  await play.world.setEdge('Bob', 'Alice', { affinity: -60 });
  return { app, id, play };
};

/** Another process with the same store. */
const elsewhere = ({ dataFolder }: App): App => {
  const other = new App({ data: dataFolder, backend: 'understudy' });
  onTestFinished(() => other.close());
  return other;
};

test('RP-093 ruling 8 F6 shows the world as the played character knows it; other minds are veiled until asked for', async () => {
  const { app, id } = await atTheInn();
  const emulator = await screenOn(app, id, undefined, wide);
  emulator.type(f6);
  await emulator.shows(/Alice {2}wary/);
  await emulator.shows(/Bob {2}drinking/);
  await emulator.shows(/→ Bob {2}\+40 ██░░ ↑40 · trust -20 █░░░ ↓20/);
  expect(emulator.text()).not.toMatch(/grim|-60/);
  emulator.type('other\r');
  await emulator.shows(/grim · drinking/);
  await emulator.shows(/Bob → Alice {2}-60/);
});

test('RP-094 RP-095 RP-096 what is in the drawer is edited in place, and undo takes it back', async () => {
  const { app, id } = await atTheInn();
  const emulator = await screenOn(app, id, undefined, wide);
  emulator.type(f6);
  await emulator.shows('→ Bob  +40');
  emulator.type('→ Bob\r');
  await emulator.shows('2 trust  -20');
  emulator.type('2');
  await emulator.shows('from -100 to 100');
  emulator.type('\x1555\r');
  await emulator.shows('2 trust  55');
  emulator.type('add\r');
  await emulator.shows('> ');
  emulator.type('He owes me.\r');
  await emulator.shows('filter: add');
  emulator.type('\x15');
  await emulator.shows('He owes me.  Enter takes it away');
  const play = elsewhere(app).play(id);
  expect(play.world.edges('Alice')[0]).toMatchObject({ trust: 55, knowledge: ['He owes me.'] });
  await play.undo();
  await emulator.hides('He owes me.  Enter takes it away');
});

test('RP-093 an edit out of bounds is refused where it is written', async () => {
  const { app, id } = await atTheInn();
  const emulator = await screenOn(app, id, undefined, wide);
  emulator.type('/drawer\r');
  await emulator.shows('→ Bob  +40');
  emulator.type('→ Bob\r');
  await emulator.shows('1 affinity  40');
  emulator.type('1');
  await emulator.shows('from -100 to 100');
  emulator.type('\x15400\r');
  await emulator.shows('affinity is at most 100');
  await emulator.shows('> 400');
});

test('RP-021 what another terminal changes is in the open drawer, and what was chosen stays chosen', async () => {
  const { app, id } = await atTheInn();
  const play = elsewhere(app).play(id);
  const emulator = await screenOn(app, id, undefined, wide);
  emulator.type(f6);
  await emulator.shows('→ Bob  +40');
  emulator.type(down);
  await play.world.set('weather', 'hail');
  await emulator.shows(/now {2}hail/);
  await play.world.openThread('Who took the spoon?');
  await emulator.shows('unresolved: Who took the spoon?');
  emulator.type('\r');
  await emulator.shows('mood  wary');
});
