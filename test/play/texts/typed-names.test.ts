import { describe, expect, test } from 'vitest';
import { scene } from '../scene.ts';

const newest = (name: 'Tomas' | 'Odile' = 'Tomas') => scene.seenBy(name).at(-1);
const rawOf = (kind: string) =>
  [...scene.store.log.all({ chat: scene.id })].filter((event) => event.kind === kind).at(-1)?.payload;

describe('names in what is typed', () => {
  test('SP-14 {{user}} and {{char}} are filled in for screen and prompt alike, in any case; the log keeps what was typed', async () => {
    const raw = '{{User}} bows to {{ CHAR }}; <USER> and {{random:a,b}} stay.';
    const text = 'Tomas bows to Maren; <USER> and {{random:a,b}} stay.';
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
});
