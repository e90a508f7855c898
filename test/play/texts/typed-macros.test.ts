import { describe, expect, test } from 'vitest';
import { anew, scene } from '../scene.ts';

const newest = (name: 'Tomas' | 'Odile' = 'Tomas') => scene.seenBy(name).at(-1);
const rawOf = (kind: string) =>
  [...scene.store.log.all({ chat: scene.id })].filter((event) => event.kind === kind).at(-1)?.payload;

describe('macros in what is typed', () => {
  test('SP-14 {{user}} and {{char}} are filled in for screen and prompt alike, in any case; the log keeps what was typed', async () => {
    const raw = '{{User}} bows to {{ CHAR }}; <USER>, {{getvar::x}} and {{description}} stay.';
    const text = 'Tomas bows to Maren; <USER>, {{getvar::x}} and {{description}} stay.';
    await scene.play.say(raw, { reply: [] });
    expect(newest('Odile')?.text).toBe(text);
    expect((await scene.play.prompt('Odile')).prompt).toContain(`Tomas: ${text}\n`);
    expect(rawOf('message_said')).toMatchObject({ raw, text });
  });

  test('SP-14 in an edit as well', async () => {
    await scene.play.say('Hm.', { reply: [] });
    await scene.play.edit('last', 'I am {{user}}.');
    expect(newest()?.text).toBe('I am Tomas.');
  });

  test('SP-19 another persona changes nothing that was typed before', async () => {
    scene.store.library.setPersona('Tom', 'A ferryman.');
    await scene.play.say('{{user}} waits.', { reply: [] });
    await scene.play.playAs('Tomas', 'Tom');
    await scene.play.say('{{user}} goes.', { reply: [] });
    expect(scene.texts('Tomas').slice(-2)).toEqual(['Tomas waits.', 'Tom goes.']);
  });

  test('KT-05 a name that is filled in is no tag: it changes nobody’s audience', async () => {
    scene.store.library.setPersona('__known_to_chars__Odile__', '');
    await scene.play.playAs('Tomas', '__known_to_chars__Odile__');
    await scene.play.say('{{user}} waits.', { reply: [] });
    expect(newest()?.knownTo).toEqual([]);
  });

  test('V3-CBS-random V3-CBS-pick V3-CBS-roll V3-CBS-comment-hidden V3-CBS-reverse chance, comments and the like are filled in', async () => {
    await scene.play.say(
      '{{roll:d6}} {{random:a,b}} {{pick::x::y}}{{// nobody reads this}} {{reverse:Hello}}.',
      {
        reply: [],
      },
    );
    expect(newest('Odile')?.text).toMatch(/^[1-6] [ab] [xy] olleH\.$/);
    await scene.play.edit('last', 'I rolled {{roll:20}}.');
    expect(newest('Odile')?.text).toMatch(/^I rolled (?:1?\d|20)\.$/);
  });

  test('V3-CBS-comment-hidden nothing is said where all that was typed is a comment', async () => {
    await expect(scene.play.say('{{// hm}}', { reply: [] })).rejects.toMatchObject({ code: 'empty_text' });
  });

  test('the dice fall anew each time', async () => {
    const rolled = new Set<string | undefined>();
    for (let n = 0; n < 12; n += 1) {
      await scene.play.say('{{roll:1000}}', { reply: [] });
      rolled.add(newest()?.text);
    }
    expect(rolled.size).toBeGreaterThan(6);
  });

  test('invariant 2 what dice and macros of the chat say to all depends on nothing that some have not heard', async () => {
    const said = async (whisper: boolean) => {
      anew({});
      await scene.play.say('One.', { reply: [] });
      if (whisper) await scene.play.say('The key is wet.', { to: ['Odile'], reply: [] });
      await scene.play.say('{{roll:1000000}} {{lastMessage}}', { reply: [] });
      await scene.play.say('{{roll:1000000}} {{lastMessage}}', { to: ['Odile'], reply: [] });
      return scene.texts('Tomas');
    };
    const [without, with_] = [await said(false), await said(true)];
    expect(with_.at(-2)).toBe(without.at(-2));
    expect(without.at(-2)).toMatch(/^\d+ One\.$/);
    expect(with_.at(-1)).toMatch(/^\d+ \d+ One\.$/);
  });
});
