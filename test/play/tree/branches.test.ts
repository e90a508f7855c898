import { describe, expect, test } from 'vitest';
import type { ReplyUsage } from '../../../src/play/chat/play-state.ts';
import { anew, scene } from '../scene.ts';

const names = (as?: string): string[] =>
  scene
    .playing(as)
    .branches()
    .map(({ name, current }) => (current ? `*${name}` : name));

/** Goes back to just after a message and says something there, on a branch without a name. */
const saidAfter = async (
  id: string,
  by: string,
  text: string,
  to: readonly string[] = [],
): Promise<string> => {
  await scene.playing('*').rewind({ message: id });
  return scene.said(by, text, to);
};

describe('branches without a name', () => {
  test('invariant 2 a head before the first thing on a fork is on the line that it grew from, whatever was hidden there', async () => {
    const start = scene.said('Maren', 'So?');
    scene.said('Maren', 'One.');
    const fork = await saidAfter(start, 'Maren', 'Two.');
    await scene.playing('*').rewind({ turns: 1 });
    expect(names()).toEqual(['*main', `main~${fork.slice(0, 6)}`]);
    scene.said('Ansel', 'Psst.', ['Odile']);
    expect(names()).toEqual(['*main', `main~${fork.slice(0, 6)}`]);
  });

  test('invariant 2 are called after the first message on them that one perceives, and listed when there is one', async () => {
    const start = scene.said('Maren', 'So?');
    scene.said('Maren', 'One.');
    const whisper = await saidAfter(start, 'Maren', 'Psst.', ['Odile']);
    expect(names()).toEqual(['*main']);
    expect(names('Odile')).toEqual(['main', `*main~${whisper.slice(0, 6)}`]);
    expect(names('*')).toEqual(names('Odile'));
    const open = scene.said('Ansel', 'Two.');
    expect(names()).toEqual(['main', `*main~${open.slice(0, 6)}`]);
    expect(scene.playing().branches()).toMatchObject([{ preview: 'One.' }, { preview: 'Two.' }]);
  });

  test('invariant 2 what was said after a hidden line was written anew goes on where it was, for who heard neither', async () => {
    const start = scene.said('Maren', 'So?');
    scene.said('Ansel', 'Psst.', ['Odile']);
    await saidAfter(start, 'Ansel', 'Psst!', ['Odile']);
    const open = scene.said('Maren', 'Two.');
    expect(names()).toEqual(['*main']);
    expect(scene.playing().branches()).toMatchObject([{ preview: 'Two.' }]);
    await scene.playing().rewind({ message: start });
    expect(names()).toEqual(['*main']);
    await scene.playing().switchTo('main');
    expect(scene.playing().view().last(1)).toMatchObject([{ id: open }]);
    const other = await saidAfter(start, 'Maren', 'Three.');
    expect(names()).toEqual(['main', `*main~${other.slice(0, 6)}`]);
  });

  test('a line of play on which all was deleted is still a branch of its own', async () => {
    const start = scene.said('Maren', 'So?');
    const gone = scene.said('Maren', 'One.');
    const two = await saidAfter(start, 'Maren', 'Two.');
    await scene.playing().switchTo('main');
    await scene.playing().remove(gone);
    expect(names()).toEqual(['*main', `main~${two.slice(0, 6)}`]);
  });

  test('invariant 2 the current one is the nearest that one knows of, with the words of the head', async () => {
    const start = scene.said('Maren', 'So?');
    scene.said('Maren', 'One.');
    await saidAfter(start, 'Maren', 'Psst.', ['Odile']);
    expect(scene.playing().branches()).toMatchObject([{ name: 'main', current: true, preview: 'So?' }]);
  });

  test('invariant 2 stand in the order of what one perceives on them, whatever was whispered there before', async () => {
    const start = scene.said('Maren', 'So?');
    scene.said('Maren', 'One.');
    const hidden = await saidAfter(start, 'Maren', 'Psst.', ['Odile']);
    const two = await saidAfter(start, 'Ansel', 'Two.');
    await scene.playing('Odile').switchTo(`main~${hidden.slice(0, 6)}`);
    const three = scene.said('Ansel', 'Three.');
    expect(names()).toEqual(['main', `main~${two.slice(0, 6)}`, `*main~${three.slice(0, 6)}`]);
  });

  test('can be gone to by name or its beginning; one that is not known is no such branch, and not named', async () => {
    const start = scene.said('Maren', 'So?');
    scene.said('Maren', 'One.');
    const hidden = `main~${(await saidAfter(start, 'Maren', 'Psst.', ['Odile'])).slice(0, 6)}`;
    const two = `main~${(await saidAfter(start, 'Ansel', 'Two.')).slice(0, 6)}`;
    await scene.playing().switchTo('main');
    await scene.playing().switchTo('main~');
    expect(scene.texts('Tomas').at(-1)).toBe('Two.');
    await expect(scene.playing().switchTo(hidden)).rejects.toMatchObject({
      code: 'no_such_branch',
      message: `there is no branch "${hidden}"; there is main, ${two}`,
    });
  });

  test('RP-080 a branch that is asked for without a name gets one, numbered among those with names alone', async () => {
    const start = scene.said('Maren', 'So?');
    scene.said('Maren', 'One.');
    await saidAfter(start, 'Maren', 'Psst.', ['Odile']);
    expect(await scene.playing().branch()).toBe('main-2');
    expect(names()).toEqual(['main', '*main-2']);
    expect(await scene.playing().branch()).toBe('main-2-2');
  });
});

describe('what is ahead', () => {
  const canRedo = (as?: string): boolean => scene.playing(as).state().canRedo;

  test('invariant 2 can be redone when one perceives something of it', async () => {
    scene.said('Maren', 'One.');
    scene.said('Maren', 'Psst.', ['Odile']);
    await scene.playing('*').rewind({ turns: 1 });
    expect([canRedo(), canRedo('Odile'), canRedo('*')]).toEqual([false, true, true]);
    await scene.playing('*').rewind({ turns: 1 });
    expect([canRedo(), canRedo('Odile')]).toEqual([true, true]);
  });

  test('an edit, a deletion, a pin: as far as they are one’s own to see', async () => {
    scene.said('Maren', 'Psst.', ['Odile']);
    for (const change of [
      () => scene.playing('Odile').edit('last', 'Psssst.'),
      () => scene.playing('Odile').pin('last'),
      () => scene.playing('Odile').remove('last'),
    ]) {
      await change();
      await scene.playing('*').undo();
      expect([canRedo(), canRedo('Odile')]).toEqual([false, true]);
    }
    expect(canRedo('Ansel')).toBe(false);
  });
});

describe('with privacy.hint = "none"', () => {
  test('invariant 2 KT-17 rewind counts what one perceives, and takes what is hidden in between along', async () => {
    anew({ settings: { hint: 'none' } });
    for (const text of ['One.', 'Two.']) {
      scene.said('Maren', text);
      scene.said('Maren', 'Psst.', ['Odile']);
    }
    const undone = await scene.playing().rewind({ turns: 2 }, { dryRun: true });
    expect(undone).toMatchObject({ messages: [{ text: 'One.' }, { text: 'Two.' }], unperceived: 0 });
    await scene.playing().rewind({ turns: 1 });
    expect(scene.texts('everyone').slice(1)).toEqual(['One.', 'Psst.']);
    const message = 'there are only 2 turns to undo, not 9; see `sotto log`';
    await expect(scene.playing().rewind({ turns: 9 })).rejects.toMatchObject({ message });
  });

  test('invariant 2 RP-079 undo takes back the last thing that one perceives', async () => {
    anew({ settings: { hint: 'none' } });
    scene.said('Maren', 'One.');
    scene.said('Maren', 'Psst.', ['Odile']);
    await scene.playing('Odile').pin('last');
    await scene.playing().undo();
    expect(scene.texts('everyone')).toHaveLength(1);
    await expect(scene.playing().undo()).rejects.toMatchObject({ code: 'nothing_to_undo' });
  });

  test('invariant 2 RP-079 there is nothing to redo where one perceives nothing of it', async () => {
    anew({ settings: { hint: 'none' } });
    scene.said('Maren', 'Psst.', ['Odile']);
    await scene.playing('Odile').undo();
    await expect(scene.playing('Tomas').redo()).rejects.toMatchObject({ code: 'nothing_to_redo' });
    await scene.playing('Odile').redo();
    expect(scene.texts('everyone')).toContain('Psst.');
  });

  test.each(['none', 'count'] as const)(
    'invariant 2 with hint %s neither size nor time of a prompt of another are told',
    async (hint) => {
      anew({ settings: { hint } });
      const told: ReplyUsage[] = [];
      for (const as of ['Tomas', 'Maren']) {
        const play = scene.playing(as);
        play.subscribe((event) => event.type === 'usage' && told.push(event.usage));
        await play.reply('Maren');
      }
      const [another, own] = told;
      expect(own?.promptTokens).toBeGreaterThan(0);
      expect(another).toMatchObject({ promptTokens: 0, reusedTokens: 0, firstTokenMs: 0, totalMs: 0 });
      expect(another?.generatedTokens).toBeGreaterThan(0);
    },
  );
});

describe('versions', () => {
  test('invariant 2 an edit after a whisper to others leaves them as many as they were', async () => {
    await scene.play.say('Maren?');
    await scene.play.regenerate();
    const before = scene.texts('Tomas').at(-1);
    scene.said('Ansel', 'Psst.', ['Odile']);
    await scene.playing().edit('last', `${before} Truly.`);
    expect(await scene.playing().swipe('prev')).toEqual({ index: 1, of: 2 });
    expect(await scene.playing().swipe('next')).toEqual({ index: 2, of: 2 });
  });
});
