import { describe, expect, test } from 'vitest';
import type { Play } from '../../../src/play/play.ts';
import type { Scene, SceneOptions } from '../../histories.ts';
import { until as settled } from '../../until.ts';
import { sceneWith } from '../scenes.ts';
import { dictated, type Terminal, terminal } from '../two.ts';

const noticesOf = ({ events }: Terminal): string[] =>
  events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));

/** Tomas here, whose model is dictated, and Odile in another process. */
function two(options: SceneOptions = {}) {
  const scene = sceneWith(options);
  const model = dictated();
  const here = () => terminal(scene, 'Tomas', model.backend);
  const there = () => terminal(scene, 'Odile');
  return { scene, model, here, there };
}

/** Lets something be done elsewhere, once it shows there what shows here, while a command streams a line; then ends it. */
async function meanwhile(
  { model, here, there }: { model: ReturnType<typeof dictated>; here: Terminal; there?: Terminal },
  command: (play: Play) => Promise<unknown>,
  how: { line: string; act: () => unknown },
): Promise<void> {
  const done = command(here.play);
  model.write(how.line);
  await settled(() => expect(here.streaming()).not.toBe(''));
  if (there) await settled(() => expect(there.shown()).toEqual(here.shown()));
  await how.act();
  model.end();
  await done;
}

const viewOf = (scene: Scene) => scene.texts('everyone').slice(1);

describe('invariant 3: the head stays where a person put it while a line was written', () => {
  test('an alternative leaves what was said after the old one, and who asked for it is told where it is', async () => {
    const { scene, model, ...open } = two();
    scene.said('Tomas', 'Ansel?');
    scene.replied('Ansel', 'Aye.');
    const [here, there] = [open.here(), open.there()];
    await meanwhile({ model, here, there }, (play) => play.regenerate(), {
      line: 'Nay.',
      act: () => scene.said('Odile', 'Good.'),
    });
    const stays = ['Ansel?', 'Aye.', 'Good.'];
    expect(viewOf(scene)).toEqual(stays);
    expect(here.shown().slice(1)).toEqual(stays);
    await settled(() => expect(there.shown().slice(1)).toEqual(stays));
    const [name] = here.play.branches().flatMap((one) => (one.current ? [] : [one.name]));
    expect(noticesOf(here)).toEqual([
      `the chat has moved on and stays where it is; the reply of Ansel is kept on the branch "${name}", \`switch ${name}\` goes there`,
    ]);
    expect(noticesOf(there)).toEqual([]);
    await settled(() => expect(there.play.branches()).toHaveLength(2));
    await there.play.switchTo(name ?? '');
    expect(viewOf(scene)).toEqual(['Ansel?', 'Nay.']);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test.each<[string, (play: Play) => Promise<unknown>, string[]]>([
    ['rewind', (play) => play.rewind({ turns: 2 }), ['Tea?']],
    ['undo', (play) => play.undo(), ['Tea?', 'Aye.']],
    ['switch', (play) => play.switchTo('inn'), ['To the inn.']],
    ['swipe', (play) => play.undo().then(() => play.swipe('prev')), ['Tea?', 'No.']],
  ])('%s is not undone by the end of a line, which stays with what it answers', async (_, act, stays) => {
    const { scene, model, ...open } = two();
    await scene.play.branch('inn');
    scene.said('Tomas', 'To the inn.');
    await scene.play.switchTo('main');
    scene.said('Tomas', 'Tea?');
    scene.replied('Ansel', 'No.');
    await scene.playing().undo();
    scene.replied('Ansel', 'Aye.');
    const [here, there] = [open.here(), open.there()];
    await meanwhile({ model, here, there }, (play) => play.say('Maren?', { reply: ['Maren', 'Ansel'] }), {
      line: 'Here.',
      act: () => act(there.play),
    });
    expect(viewOf(scene)).toEqual(stays);
    for (const { shown } of [here, there]) expect(shown().slice(1)).toEqual(stays);
    const name = /`switch (.*)`/.exec(noticesOf(here).join())?.[1] ?? '';
    await here.play.switchTo(name);
    expect(viewOf(scene)).toEqual(['Tea?', 'Aye.', 'Maren?', 'Here.']);
  });

  test('a line is not put behind what a person went to meanwhile, though it is in the same history', async () => {
    const { scene, model, ...open } = two();
    scene.said('Tomas', 'Tea?');
    scene.said('Tomas', 'Or beer?');
    await scene.playing().undo();
    const [here, there] = [open.here(), open.there()];
    await meanwhile({ model, here, there }, (play) => play.reply('Maren'), {
      line: 'Tea.',
      act: () => there.play.redo(),
    });
    expect(viewOf(scene)).toEqual(['Tea?', 'Or beer?']);
    expect(here.play.branches().map(({ preview }) => preview)).toContain('Tea.');
  });

  test('a line goes on from what others said, also after a rewind that was taken back', async () => {
    const { scene, model, ...open } = two();
    const [here, there] = [open.here(), open.there()];
    await meanwhile({ model, here, there }, (play) => play.say('Maren?', { reply: ['Maren'] }), {
      line: 'Here.',
      act: async () => {
        await there.play.undo();
        await there.play.redo();
        scene.said('Odile', 'Where?');
      },
    });
    expect(viewOf(scene)).toEqual(['Maren?', 'Where?', 'Here.']);
    expect(noticesOf(here)).toEqual([]);
  });

  test('invariant 2 nobody is told of a line aside that they do not perceive', async () => {
    const { scene, model, ...open } = two();
    scene.said('Tomas', 'Ansel?');
    const [here, there] = [open.here(), open.there()];
    await meanwhile({ model, here, there }, (play) => play.reply('Ansel'), {
      line: 'Nobody hears. ',
      act: async () => {
        await there.play.undo();
        model.write('(ooc: __known_to_chars__Odile__)');
      },
    });
    expect(viewOf(scene)).toEqual([]);
    expect(noticesOf(here)).toEqual([]);
    expect(here.play.branches()).toHaveLength(1);
  });

  test('invariant 2 where no hint tells of whispers, an alternative does as if there were none', async () => {
    const { scene, model, ...open } = two({ settings: { hint: 'none' } });
    scene.said('Tomas', 'Ansel?');
    scene.replied('Ansel', 'Aye.');
    const here = open.here();
    await meanwhile({ model, here }, (play) => play.regenerate(), {
      line: 'Nay.',
      act: () => scene.said('Odile', 'He lies.', ['Maren']),
    });
    expect(here.shown().slice(1)).toEqual(['Ansel?', 'Nay.']);
    expect(noticesOf(here)).toEqual([]);
  });
});
