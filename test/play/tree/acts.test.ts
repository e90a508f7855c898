import { describe, expect, test } from 'vitest';
import type { Play } from '../../../src/play/play.ts';
import { messageVersions } from '../../../src/play/tree/message-versions.ts';
import { setEdge, setWorld } from '../../../src/play/world/edits.ts';
import { edgesSeen } from '../../../src/play/world/lines/known.ts';
import { anew, scene } from '../scene.ts';

const hints = ['none', 'count', 'names'] as const;
const note = { text: 'Be quick.', depth: 0, role: 'system', every: 1 } as const;

const names = (as?: string): string[] =>
  scene
    .playing(as)
    .branches()
    .map(({ name, current }) => (current ? `*${name}` : name));

/** The id of the newest event of the log, but for what jobs found. */
const newest = (): string => [...scene.store.log.all({ chat: scene.id })].at(-1)?.id ?? '';

/** What a chat has after two lines of which the second is undone: a fork on which only this was done. */
async function forkBy(act: (play: Play) => unknown): Promise<string> {
  scene.said('Tomas', 'One.');
  scene.said('Tomas', 'Two.');
  await scene.playing('Tomas').undo();
  await act(scene.playing('Tomas'));
  return `main~${newest().slice(0, 6)}`;
}

describe('RP-080 a fork on which nothing was said', () => {
  test.each<[string, (play: Play) => unknown]>([
    ['an edit', (play) => play.edit('last', 'One, edited.')],
    ['a deletion', (play) => play.remove('last')],
    ['a pin', (play) => play.pin('last')],
    ['an audience', (play) => play.changeAudience('last', { to: ['Odile'] })],
    ['weather', (play) => setWorld(play.chat, 'weather', 'fog')],
    ['time', (play) => setWorld(play.chat, 'time', '1911-10-04T23:20')],
    ['an edge', (play) => setEdge(play.chat, 'Tomas', 'Odile', { trust: 40 })],
    ['a note', (play) => play.setNote({ ...note, to: [] })],
    ['who is in a group', (play) => play.changeGroup('crew', 'add', ['Odile'])],
    ['somebody who goes', (play) => play.leave('Odile')],
  ])('is listed, current and can be entered again: %s', async (_, act) => {
    const name = await forkBy(act);
    expect(names('Tomas')).toEqual(['main', `*${name}`]);
    const { head } = scene.state;
    await scene.playing('Tomas').switchTo('main');
    expect(scene.texts('everyone').at(-1)).toBe('Two.');
    expect(names('Tomas')).toEqual(['*main', name]);
    await scene.playing('Tomas').switchTo(name);
    expect(scene.state.head).toEqual(head);
  });

  test('invariant 2 of others who go while one is away nothing is listed, though one knows them', async () => {
    await scene.playing('Tomas').leave('Ansel');
    await scene.playing('Tomas').join('Ansel', { newcomer: () => ({ name: 'Ansel', card: null }) });
    await scene.playing('Tomas').undo();
    await scene.playing('Tomas').leave('Odile');
    expect(names('Ansel')).toEqual(['*main']);
    expect(names('Maren')).toHaveLength(2);
  });

  test('invariant 2 is as good as none for who perceives nothing on it', async () => {
    await forkBy((play) => play.pin('last'));
    expect(names('Odile')).toEqual(['*main']);
    expect(names('*')).toHaveLength(2);
  });

  test.each(hints)(
    'invariant 2 with hint %s takes the place of what others alone went on with',
    async (hint) => {
      anew({ settings: { hint } });
      scene.said('Tomas', 'One.');
      scene.said('Maren', 'Psst.', ['Ansel']);
      await scene.playing('Maren').undo();
      await scene.playing('Tomas').pin('last');
      expect(names('Tomas')).toEqual(['*main']);
      await scene.playing('Tomas').switchTo('main');
      expect([...scene.playing('Tomas').state().pinned]).toHaveLength(1);
    },
  );

  test('what failed before its first word and what jobs found make no fork', async () => {
    const one = scene.said('Tomas', 'One.');
    scene.said('Tomas', 'Two.');
    await scene.playing('Tomas').undo();
    scene.given({
      kind: 'reply_failed',
      payload: { speaker: scene.who('Maren'), code: 'refused', message: 'no' },
    });
    scene.store.chats.conclude(
      scene.id,
      { actor: 'model', at: scene.parts.now() },
      { job: 'tide', about: one, source: 'x', facts: [{ kind: 'judged', payload: { answer: 'no' } }] },
    );
    expect(names('Tomas')).toEqual(['*main']);
  });
});

describe('invariant 2 of lines that go on from one place, as one perceives it', () => {
  const goBack = async (as: string, message: string) => scene.playing(as).rewind({ message });

  test('the oldest has the name, be it a fork from before a whisper behind which the branch went on later', async () => {
    const one = scene.said('Tomas', 'One.');
    scene.said('Maren', 'Psst.', ['Ansel']);
    await scene.playing('Maren').undo();
    scene.said('Tomas', 'Two.');
    await scene.playing('Maren').switchTo('main');
    const three = scene.said('Tomas', 'Three.');
    const fork = `main~${three.slice(0, 6)}`;
    expect(names('Tomas')).toEqual(['main', `*${fork}`]);
    await scene.playing('Tomas').switchTo('main');
    expect(scene.texts('Tomas').at(-1)).toBe('Two.');
    await goBack('Tomas', one);
    expect(messageVersions(scene.playing('Tomas').chat, one)).toHaveLength(1);
    await scene.playing('Tomas').switchTo(fork);
    expect(scene.texts('Tomas').at(-1)).toBe('Three.');
  });

  test('a fork from the very beginning of a named branch is that branch, where others alone went on with it', async () => {
    await scene.playing('Maren').branch('dawn');
    scene.said('Maren', 'Psst.', ['Ansel']);
    await scene.playing('Maren').undo();
    scene.said('Tomas', 'One.');
    expect(names('Tomas')).toEqual(['main', '*dawn']);
    expect(names('*')).toHaveLength(3);
  });
});

describe('switch to where one already is', () => {
  test('invariant 2 moves nothing, so that it drops no whisper of others', async () => {
    scene.said('Tomas', 'One.');
    scene.said('Tomas', 'Two.');
    await scene.playing('Tomas').undo();
    scene.said('Maren', 'Psst.', ['Ansel']);
    await scene.playing('Tomas').switchTo('main');
    expect(scene.texts('everyone').at(-1)).toBe('Two.');
    await scene.playing('Tomas').undo();
    scene.said('Maren', 'Psst!', ['Ansel']);
    const { head } = scene.state;
    await scene
      .playing('Tomas')
      .redo()
      .catch(() => undefined);
    expect(scene.state.head).toEqual(head);
  });

  test('invariant 2 where others whispered behind the newest line, their whisper stays', async () => {
    scene.said('Tomas', 'One.');
    scene.said('Maren', 'Psst.', ['Ansel']);
    await scene.playing('Maren').undo();
    scene.said('Maren', 'Psst, again.', ['Ansel']);
    await scene.playing('Tomas').switchTo('main');
    expect(scene.texts('everyone').at(-1)).toBe('Psst, again.');
  });
});

describe.each(hints)('with hint %s', (hint) => {
  test('invariant 2 RP-079 rewind to a line lands before the next that one perceives, with all that was done since', async () => {
    anew({ settings: { hint } });
    const one = scene.said('Tomas', 'One.');
    scene.said('Maren', 'Psst.', ['Ansel']);
    setEdge(scene.playing('Tomas').chat, 'Tomas', 'Odile', { trust: 40 });
    scene.said('Tomas', 'Two.');
    await scene.playing('Tomas').rewind({ message: one });
    expect(scene.texts('everyone').slice(1)).toEqual(['One.', 'Psst.']);
    expect(edgesSeen(scene.playing('Tomas').chat)).toMatchObject([{ trust: 40 }]);
    const { head } = scene.state;
    expect(await scene.playing('Tomas').rewind({ message: one })).toMatchObject({
      messages: [],
      unperceived: 0,
    });
    expect(scene.state.head).toEqual(head);
  });

  test('invariant 2 RP-080 a branch at a line begins before the next that one perceives', async () => {
    anew({ settings: { hint } });
    const one = scene.said('Tomas', 'One.');
    scene.said('Maren', 'Psst.', ['Ansel']);
    setEdge(scene.playing('Tomas').chat, 'Tomas', 'Odile', { trust: 40 });
    scene.said('Tomas', 'Two.');
    await scene.playing('Tomas').branch('dawn', one);
    expect(scene.texts('everyone').slice(1)).toEqual(['One.', 'Psst.']);
    expect(edgesSeen(scene.playing('Tomas').chat)).toMatchObject([{ trust: 40 }]);
  });

  test('invariant 2 RP-079 undo and rewind by turns count what one perceives; unheard lines behind that go along', async () => {
    anew({ settings: { hint } });
    scene.said('Tomas', 'One.');
    scene.said('Maren', 'Psst.', ['Ansel']);
    const hidden = hint === 'none' ? 0 : 1;
    const dry = await scene.playing('Tomas').rewind({ turns: 1 }, { dryRun: true });
    expect(dry).toMatchObject({ messages: [{ text: 'One.' }], unperceived: hidden });
    await scene.playing('Tomas').undo();
    expect(scene.texts('everyone')).toHaveLength(1);
    await scene.playing('Tomas').redo();
    expect(scene.texts('everyone')).toHaveLength(3);
    await scene.playing('Tomas').rewind({ turns: 1 });
    expect(scene.texts('everyone')).toHaveLength(1);
  });

  test('invariant 2 there is nothing to redo where one perceives nothing of it', async () => {
    anew({ settings: { hint } });
    scene.said('Tomas', 'One.');
    scene.said('Maren', 'Psst.', ['Ansel']);
    await scene.playing('Maren').undo();
    await expect(scene.playing('Tomas').redo()).rejects.toMatchObject({ code: 'nothing_to_redo' });
  });
});

describe('going back', () => {
  const returns = [
    { what: 'message', was: '"One." known to Ansel, Tomas', becomes: 'known to everyone present' },
  ];

  test('RP-102 says that a line becomes public again, before and after', async () => {
    scene.said('Tomas', 'One.');
    scene.said('Tomas', 'Two.');
    await scene.playing('Tomas').changeAudience('-2', { to: ['Ansel'] });
    expect(scene.playing('Tomas').undoneBy({ message: '-2' }).facts).toMatchObject(returns);
    expect(await scene.playing('Tomas').rewind({ message: '-2' }, { dryRun: true })).toMatchObject({
      returns,
    });
    expect(await scene.playing('Tomas').rewind({ message: '-2' })).toMatchObject({ returns });
  });

  test('RP-102 says that a deleted line is back; whoever does not perceive it is told nothing', async () => {
    scene.said('Tomas', 'One.', ['Ansel']);
    scene.said('Tomas', 'Two.');
    await scene.playing('Tomas').remove('-2');
    const back = { returns: [{ what: 'message', was: null, becomes: 'One.' }] };
    expect(await scene.playing('Tomas').undo({ dryRun: true })).toMatchObject(back);
    expect(await scene.playing('Odile').rewind({ turns: 1 }, { dryRun: true })).toMatchObject({
      returns: [],
    });
    expect(await scene.playing('Tomas').undo()).toMatchObject(back);
  });

  test.each<[string, (play: Play) => unknown]>([
    ['a switch', (play) => play.switchTo('dawn')],
    ['a branch', (play) => play.branch('dusk', '-2')],
    ['a redo', (play) => play.undo().then(() => play.redo())],
  ])('says so where a line becomes public again by %s', async (what, move) => {
    scene.said('Tomas', 'One.');
    scene.said('Tomas', 'Two.');
    const play = scene.playing('Tomas');
    await play.branch('dawn');
    await play.switchTo('main');
    await play.changeAudience('-2', { to: ['Ansel'] });
    if (what === 'a redo')
      await play.changeAudience('-2', { to: 'everyone' }).then(() => scene.playing('Tomas').undo());
    const told: string[] = [];
    const again = scene.playing('Tomas');
    again.subscribe((event) => event.type === 'notice' && told.push(event.message));
    await (what === 'a redo' ? again.redo() : move(again));
    expect(told).toEqual([expect.stringContaining('"One." is known to everyone present again')]);
  });
});
