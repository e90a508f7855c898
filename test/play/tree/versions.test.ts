import { describe, expect, test } from 'vitest';
import { type MessageVersion, messageVersions } from '../../../src/play/tree/message-versions.ts';
import type { Act } from '../deeds.ts';
import { perform, Quay } from '../doing.ts';
import { anew, kinds, scene, speakers } from '../scene.ts';
import { inTwoStores } from '../two-stores.ts';

describe('other versions', () => {
  const replies = (): string[] => scene.texts('Tomas').slice(2);

  test('RP-098 regenerate makes another reply beside the first; swipe goes from one to the other', async () => {
    await scene.play.say('Maren, what does the river want?');
    const [first] = replies();
    await scene.play.regenerate();
    const [second] = replies();
    expect(second).not.toBe(first);
    expect(await scene.play.swipe('prev')).toEqual({ index: 1, of: 2 });
    expect(replies()).toEqual([first]);
    expect(await scene.play.swipe(2)).toEqual({ index: 2, of: 2 });
    expect(replies()).toEqual([second]);
    await expect(scene.play.swipe('next')).rejects.toMatchObject({ code: 'no_such_swipe' });
    expect(kinds().filter((kind) => kind === 'reply_received')).toHaveLength(2);
  });

  test('a version that was continued and edited comes back as it was left', async () => {
    await scene.play.say('Maren?');
    await scene.play.edit('last', 'Edited.');
    await scene.play.regenerate();
    await scene.play.swipe(1);
    expect(replies()).toEqual(['Edited.']);
  });

  test('invariant 2 what happened in secret is no version of what the human perceives', async () => {
    await scene.play.say('Maren?');
    await scene.play.branch('dawn', '-2');
    await scene.play.say('Psst.', { as: 'Odile', to: ['Ansel'], reply: [] });
    await scene.play.switchTo('main');
    await scene.play.regenerate();
    expect(await scene.play.swipe('prev')).toEqual({ index: 1, of: 2 });
  });

  test('invariant 2 what happened in secret changes no word of another version', async () => {
    const written: string[][] = [];
    for (const isSecret of [true, false]) {
      anew({});
      await scene.play.say('Maren?');
      await scene.play.branch('dawn', '-2');
      if (isSecret) {
        await scene.play.say('Psst.', { as: 'Odile', to: ['Ansel'], reply: [] });
        await scene.play.undo();
        await scene.play.say('Pst.', { as: 'Odile', to: ['Ansel'], reply: [] });
      }
      await scene.play.switchTo('main');
      await scene.play.regenerate();
      written.push(scene.texts('Tomas'));
    }
    expect(written[0]).toEqual(written[1]);
  });

  test('invariant 2 nor of one that whoever reads it was told of when they came in', async () => {
    const whisper: Act[] = [
      { type: 'reply', by: 'Maren', to: ['Tomas'], text: 'Psst.', cut: false, thinks: false },
      { type: 'rewind', turns: 1 },
    ];
    const read = (before: readonly Act[]): Promise<MessageVersion[]> =>
      inTwoStores(async ([store]) => {
        const quay = new Quay(store, {});
        const acts: Act[] = [
          { type: 'join', who: 'Rook', knowsPast: true },
          ...before,
          { type: 'continue', by: 'Maren', pick: 0 },
          { type: 'rewind', turns: 1 },
          { type: 'join', who: 'Rook', knowsPast: false },
          { type: 'say', by: 'Maren', to: [], text: 'Aye.' },
        ];
        for (const act of acts) expect([act.type, await perform(quay, act)]).toEqual([act.type, true]);
        return messageVersions(quay.playing('Rook').chat, 'last');
      });
    const without = await read([]);
    expect(without.map(({ text }) => text)).toContainEqual(expect.stringContaining('And so on.'));
    expect(await read(whisper)).toEqual(without);
  });

  test('a message that was deleted since is no version of what followed it', async () => {
    await scene.play.say('One.', { reply: [] });
    await scene.play.say('Maren?');
    await scene.play.remove('-3');
    await scene.play.remove('-2');
    const before = scene.texts('Tomas');
    expect(await scene.play.swipe(1)).toEqual({ index: 1, of: 1 });
    expect(scene.texts('Tomas')).toEqual(before);
  });

  test.each([false, true])(
    'invariant 2 what is done to a version belongs to it, be there a secret between (%s) or not',
    async (isSecret) => {
      await scene.play.say('Maren?');
      if (isSecret) await scene.play.say('Psst.', { as: 'Odile', to: ['Ansel'], reply: [] });
      const id = scene.seenBy('Tomas').at(-1)?.id ?? '';
      await scene.play.edit(id, 'Edited.');
      await scene.play.regenerate();
      expect(await scene.play.swipe('prev')).toEqual({ index: 1, of: 2 });
      expect(replies()).toEqual(['Edited.']);
    },
  );

  test.each([false, true])(
    'invariant 2 a version that is gone where it stood is none, be there a secret between (%s) or not',
    async (isSecret) => {
      await scene.play.say('Maren?');
      if (isSecret) await scene.play.say('Psst.', { as: 'Odile', to: ['Ansel'], reply: [] });
      await scene.play.remove(scene.seenBy('Tomas').at(-1)?.id ?? '');
      await scene.play.undo();
      await scene.play.regenerate();
      expect(await scene.play.swipe(1)).toEqual({ index: 1, of: 1 });
    },
  );

  test('what was said on another branch, before or after a reply, is no version of it', async () => {
    await scene.play.say('Maren?');
    await scene.play.branch('fog', '-3');
    await scene.play.say('Zero.', { reply: [] });
    await scene.play.switchTo('main');
    await scene.play.branch('dawn');
    await scene.play.say('One.', { reply: [] });
    await scene.play.switchTo('main');
    await scene.play.say('Two.', { reply: [] });
    await scene.play.undo();
    expect(await scene.play.swipe(1)).toEqual({ index: 1, of: 1 });
  });

  test('invariant 2 a reply after a secret is a version of one without it', async () => {
    await scene.play.say('Maren?');
    await scene.play.branch('dawn', '-2');
    await scene.play.say('Psst.', { as: 'Odile', to: ['Ansel'], reply: [] });
    await scene.play.reply('Maren');
    expect(await scene.play.swipe('prev')).toEqual({ index: 1, of: 2 });
  });

  test('RP-098 after the human spoke last, regenerate fetches the reply that is missing', async () => {
    await scene.play.say('Ansel?', { reply: [] });
    await scene.play.regenerate();
    expect(speakers()).toEqual(['Maren', 'Tomas', 'Ansel']);
  });
});
