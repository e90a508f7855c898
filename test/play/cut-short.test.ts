import { describe, expect, test } from 'vitest';
import { opened } from '../../src/domain/world/world.ts';
import { contextOf } from '../../src/play/reading/line-event.ts';
import { visibleSoFar } from '../../src/play/reading/reply-so-far.ts';
import type { openScene, SceneOptions } from '../histories.ts';
import { sceneWith } from './scenes.ts';
import { scripted } from './scripted.ts';

describe('stopping', () => {
  const atFirstDelta = (scene: ReturnType<typeof openScene>, act: () => void): void => {
    const leave = scene.play.subscribe(({ type }) => {
      if (type !== 'delta') return;
      leave();
      act();
    });
  };

  test('KT-18 RP-041 keeps what was said as cut short, ends the queue, and the reply can be continued', async () => {
    const scene = sceneWith();
    atFirstDelta(scene, () => scene.play.stop());
    await scene.play.say('Ansel and Odile?');
    const cut = scene.seenBy('Tomas').at(-1);
    expect(scene.texts('Tomas')).toHaveLength(3);
    expect(cut).toMatchObject({ truncated: true, speaker: scene.who('Ansel') });
    await scene.play.continueReply();
    const whole = scene.seenBy('Tomas').at(-1);
    expect(whole).toMatchObject({ id: cut?.id, truncated: false });
    expect(whole?.text.startsWith(cut?.text ?? '-')).toBe(true);
    await scene.play.undo();
    expect(scene.seenBy('Tomas').at(-1)).toEqual(cut);
  });

  test('invariant 3 what another process said meanwhile stays, and the reply comes after it', async () => {
    const scene = sceneWith();
    atFirstDelta(scene, () => scene.said('Odile', 'Me first.'));
    await scene.play.say('Ansel?');
    expect(scene.texts('Tomas').slice(1, 3)).toEqual(['Ansel?', 'Me first.']);
    expect(scene.texts('Tomas')).toHaveLength(4);
    expect(scene.playing().branches()).toHaveLength(1);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('invariant 3 a reply to what another process rewound meanwhile stays with what it answers, and the head where it was put', async () => {
    const scene = sceneWith();
    atFirstDelta(scene, () => void scene.playing().rewind({ turns: 1 }));
    await scene.play.say('Ansel?');
    expect(scene.texts('Tomas')).toHaveLength(1);
    await scene.play.switchTo('main');
    expect(scene.texts('Tomas')[1]).toBe('Ansel?');
    expect(scene.texts('Tomas')).toHaveLength(3);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('RP-042 while a reply is written nothing else is done', async () => {
    const scene = sceneWith();
    const { play } = scene;
    let refused: Promise<PromiseSettledResult<unknown>[]> | undefined;
    const leave = play.subscribe(({ type }) => {
      if (type !== 'delta') return;
      leave();
      const others = [
        play.say('Me too.'),
        play.undo(),
        play.edit('last', 'x'),
        play.swipe(1),
        play.regenerate(),
      ];
      refused = Promise.allSettled(others);
    });
    await play.say('Maren?');
    const codes = (await refused)?.map((one) => one.status === 'rejected' && one.reason.code);
    expect(codes).toEqual(['busy', 'busy', 'busy', 'busy', 'busy']);
    expect(scene.texts('Tomas')).toHaveLength(3);
  });

  test('closing waits until the reply in flight is kept, whatever was refused meanwhile', async () => {
    const scene = sceneWith();
    const { play } = scene;
    const closed = new Promise<void>((resolve) => {
      const leave = play.subscribe(({ type }) => {
        if (type !== 'delta') return;
        leave();
        play.say('Me too.').catch(() => undefined);
        resolve(play.close());
      });
    });
    const said = play.say('Maren?');
    await closed;
    expect(play.state().generating).toBeNull();
    expect(scene.seenBy('Tomas').at(-1)).toMatchObject({ truncated: true });
    expect(scene.store.scratch.all()).toEqual([]);
    await said;
  });
});

test('KT-10 a reply that reaches its limit in the middle of a tag is for nobody but its speaker', async () => {
  const backend = scripted('Under the stone. (ooc: __known_to_ch');
  const limited: typeof backend = async () => {
    const real = await backend();
    return {
      ...real,
      async *complete(request, signal) {
        for await (const event of real.complete(request, signal))
          yield event.type === 'finished' ? { ...event, reason: 'length' } : event;
      },
    };
  };
  const scene = sceneWith({ backend: limited });
  await scene.play.reply('Ansel');
  expect(scene.seenBy('Ansel').at(-1)).toMatchObject({
    text: 'Under the stone.',
    knownTo: [scene.who('Ansel')],
  });
  expect(scene.texts('Tomas')).toHaveLength(1);
});

describe('a continued line', () => {
  const writing = (text: string): SceneOptions => ({ backend: scripted(text) });

  test.each([
    ['a whisper stays one', ['Tomas', 'Ansel'], ' more.', ['Ansel', 'Tomas']],
    ['a public line may end in secret', [], ' more. __known_to_chars__Ansel__', ['Maren', 'Ansel']],
    [
      'invariant 2 a whisper is never told to somebody who was not in it',
      ['Tomas', 'Ansel'],
      ' more. __known_to_chars__Ansel,Odile__',
      ['Maren', 'Ansel'],
    ],
  ])('KT-10 %s', async (_, to, more, expected) => {
    const scene = sceneWith(writing(more));
    scene.replied('Maren', 'The key', { to, cut: true });
    await scene.playing().continueReply();
    const whole = scene.seenBy('everyone').at(-1);
    expect(whole?.text).toBe('The key more.');
    const wanted = new Set(expected.map((name) => scene.who(name)));
    if (to.length > 0 && expected.includes('Tomas')) wanted.add(scene.who('Maren'));
    expect(new Set(whole?.knownTo)).toEqual(wanted);
    expect(scene.texts('Odile')).not.toContain('The key more.');
  });

  test.each([' more.', ' more. __known_to_chars__Odile__'])(
    'KT-10 is neither shown nor known to somebody who came after its beginning: %j',
    async (more) => {
      const scene = sceneWith(writing(more));
      await scene.play.leave('Odile');
      const id = scene.replied('Maren', 'The key', { cut: true });
      await scene.play.join('Odile');
      const continues = scene.seenBy('Maren').find((message) => message.id === id) ?? null;
      const stage = opened(scene.state.world);
      const about = { stage, untagged: undefined, speaker: scene.who('Maren'), continues, answered: null };
      expect(visibleSoFar(' more.', contextOf(about, scene.parts), scene.who('Odile'))).toBeNull();
      await scene.play.continueReply();
      expect(scene.seenBy('Maren').at(-1)?.text).toBe('The key more.');
      expect(scene.texts('Odile')).toHaveLength(1);
    },
  );

  test('a model that has nothing to add is an error, and the line stays as it was', async () => {
    const scene = sceneWith(writing(''));
    scene.replied('Maren', 'The key', { cut: true });
    await expect(scene.playing().continueReply()).rejects.toMatchObject({ code: 'empty_reply' });
    expect(scene.seenBy('Tomas').at(-1)).toMatchObject({ text: 'The key', truncated: true });
  });
});
