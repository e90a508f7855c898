import { expect, onTestFinished, test } from 'vitest';
import { memoriesOf } from '../../../src/play/story/memories/memories.ts';
import { openThread, score, setWorld } from '../../../src/play/world/edits.ts';
import { edgesSeen, entityNamed } from '../../../src/play/world/lines/known.ts';
import { chatsOf, screenOn } from '../door/stocked.ts';
import { openScreen } from '../emulator.ts';
import { atTheInn, elsewhere } from './inn.ts';

const f6 = '\x1b[17~';
const down = '\x1b[B';
const wide = { columns: 120, rows: 40 };

const felt = { affinity: 40, trust: -20 };

test('RP-093 ruling 8 F6 shows the world as the played character knows it; other minds are veiled until asked for', async () => {
  const { app, id } = await atTheInn(felt);
  const emulator = await screenOn(app, id, undefined, wide);
  emulator.type(f6);
  await emulator.shows(/Alice {2,}wary/);
  await emulator.shows(/Bob {2,}drinking/);
  await emulator.shows(/→ Bob {2,}\+40 ██░░ ↑40 · trust -20 █░░░ ↓20/);
  expect(emulator.text()).not.toMatch(/grim|-60/);
  emulator.type('other\r');
  await emulator.shows(/grim · drinking/);
  await emulator.shows(/Bob → Alice {2,}-60/);
});

test('RP-094 RP-095 RP-096 what is in the drawer is edited in place, and undo takes it back', async () => {
  const { app, id } = await atTheInn(felt);
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
  await emulator.shows('› add');
  emulator.type('\x15');
  await emulator.shows('He owes me.  Enter removes it');
  const play = elsewhere(app).play(id);
  expect(edgesSeen(play.chat, 'Alice')[0]).toMatchObject({ trust: 55, knowledge: ['He owes me.'] });
  await play.undo();
  await emulator.hides('He owes me.  Enter removes it');
});

test('RP-093 RP-094 F6 shows memories, threads and pins too; how much a memory matters and what is pinned is edited from there', async () => {
  const { app, id, play } = await atTheInn(felt);
  await play.say('The key is under the mat.', { reply: [] });
  score(play.chat, 'last', 2);
  await play.pin('last');
  openThread(play.chat, 'Who took the spoon?');
  const memory = () => memoriesOf(elsewhere(app).play(id).chat);
  const emulator = await screenOn(app, id, undefined, wide);
  emulator.type(f6);
  await emulator.shows('I: The key is under the mat.');
  expect(emulator.text()).toContain('open thread: Who took the spoon?');
  expect(emulator.text()).toMatch(/pins {2,}1 message/);
  emulator.type('under the mat\r');
  await emulator.shows('matters  2');
  emulator.type('matters\r');
  await emulator.shows('Memory: matters');
  emulator.type('\x153\r');
  await emulator.shows('matters  3');
  expect(memory()).toMatchObject([{ significance: 3, pinned: false }]);
  emulator.type('\x152');
  await emulator.shows('unpin');
  expect(memory()).toMatchObject([{ significance: 3, pinned: true }]);
  expect(elsewhere(app).play(id).pins()).toHaveLength(1);
});

test('RP-093 an edit out of bounds is refused where it is written', async () => {
  const { app, id } = await atTheInn(felt);
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
  const { app, id } = await atTheInn(felt);
  const play = elsewhere(app).play(id);
  const emulator = await screenOn(app, id, undefined, wide);
  emulator.type(f6);
  await emulator.shows('→ Bob  +40');
  emulator.type(down);
  setWorld(play.chat, 'weather', 'hail');
  await emulator.shows(/now {2,}hail/);
  openThread(play.chat, 'Who took the spoon?');
  await emulator.shows('open thread: Who took the spoon?');
  emulator.type('\r');
  await emulator.shows('mood  wary');
});

test('RP-092 ruling 8 what is read as the play begins is agreed to row by row; what is within others is not shown', async () => {
  const { app, ids } = chatsOf('The Inn');
  const id = ids[0] ?? '';
  const model = { kind: 'openai', model: 'm', isModel: true, context: null } as const;
  const lines = [
    { type: 'world', weather: 'hail' },
    { type: 'entity', name: 'Bob', mood: 'grim' },
    { type: 'edge', from: 'Alice', to: 'Bob', trust: 7 },
  ] as const;
  const play = app.play(id);
  const readKickoff = async () => [...lines];
  const asModel = () => ({ ...play.state(), backend: model });
  const { emulator, ended } = await openScreen({ ...play, state: asModel, readKickoff }, wide, { app });
  onTestFinished(async () => {
    emulator.type('\x03\x03');
    await ended;
  });
  emulator.type('/kickoff\r');
  await emulator.shows('1 accept (3 lines)');
  await emulator.shows('Bob: feelings and goals, hidden');
  await emulator.shows('Alice → Bob: trust 7');
  expect(emulator.text()).not.toContain('grim');
  emulator.type('4');
  await emulator.shows('1 accept (2 lines)');
  emulator.type('1');
  await emulator.shows('2 lines of initial state');
  expect(app.play(id, '*').known().mind.world.weather).toBe('hail');
  expect(entityNamed(app.play(id, 'Bob').chat, 'Bob').mood).toBe('grim');
  expect(edgesSeen(app.play(id, 'Alice').chat, 'Alice')).toEqual([]);
});
