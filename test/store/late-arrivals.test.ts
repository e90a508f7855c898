import { describe, expect, test } from 'vitest';
import { opened } from '../../src/domain/world/world.ts';
import { scene } from '../play/scene.ts';

const comes = (name: string, knowsPast = true) =>
  scene.playing('*').join(name, { knowsPast, newcomer: () => ({ name, card: null }) });
const goes = (name: string) => scene.playing('*').leave(name);
/** What they perceive behind the opening line, which is public. */
const heard = (name: string): string[] => scene.texts(name).slice(1);
const count = (name: string) => scene.store.view(scene.id, scene.who(name), scene.state.head).count();
const perceiversOf = (text: string, name: string): string[] =>
  scene
    .seenBy(name)
    .filter((message) => message.text === text)
    .flatMap(({ perceived }) => perceived)
    .map((id) => opened(scene.state.world).cast.find((member) => member.id === id)?.name ?? id);

describe('somebody who comes late', () => {
  test('RP-059 KT-07 perceives nothing of what was said before', async () => {
    scene.said('Maren', 'Before.');
    await comes('Quill', false);
    scene.said('Maren', 'After.');
    expect(scene.texts('Quill')).toEqual(['After.']);
    expect(count('Quill')).toBe(1);
  });

  test('KT-07 and is told of the past perceives what was public, and no whisper', async () => {
    scene.said('Maren', 'Public.');
    scene.said('Maren', 'Psst.', ['Ansel']);
    await comes('Quill');
    scene.said('Maren', 'After.');
    expect(heard('Quill')).toEqual(['Public.', 'After.']);
    expect(count('Quill')).toBe(3);
    expect(scene.seenBy('Quill').map(({ id }) => id)).toEqual(scene.seenBy('Odile').map(({ id }) => id));
  });

  test('KT-16 is not told what was confided to all who were there then', async () => {
    const payload = { speaker: scene.who('Maren'), raw: 'Ours.', text: 'Ours.', knownTo: [], confided: true };
    scene.given({ kind: 'message_said', payload });
    await comes('Quill');
    expect(heard('Quill')).toEqual([]);
    expect(count('Quill')).toBe(1);
    expect(heard('Odile')).toEqual(['Ours.']);
  });

  test('RP-097 is told of a whisper that was made public, and not of a line that was made a whisper', async () => {
    const psst = scene.said('Maren', 'Psst.', ['Ansel']);
    const open = scene.said('Maren', 'Open.');
    await scene.playing('Maren').changeAudience(psst, { to: 'everyone' });
    await scene.playing('Maren').changeAudience(open, { to: ['Ansel'] });
    await comes('Quill');
    expect(heard('Quill')).toEqual(['Psst.']);
    expect(count('Quill')).toBe(2);
  });

  test('KT-07 keeps, on coming back, what was whispered to them the first time', async () => {
    await comes('Quill', false);
    scene.said('Maren', 'Psst.', ['Quill']);
    await goes('Quill');
    scene.said('Maren', 'Meanwhile.');
    scene.said('Maren', 'Not you.', ['Ansel']);
    await comes('Quill');
    expect(heard('Quill')).toEqual(['Psst.', 'Meanwhile.']);
    expect(count('Quill')).toBe(3);
  });

  test('KT-07 is not told on another branch that they never came into', async () => {
    const first = scene.said('Maren', 'Before.');
    await scene.play.branch('dusk');
    await scene.play.switchTo('main');
    await comes('Quill');
    expect(heard('Quill')).toEqual(['Before.']);
    await scene.play.switchTo('dusk');
    expect(scene.store.view(scene.id, scene.who('Quill'), scene.state.head).find(first)).toBeUndefined();
  });

  test('KT-07 is known to have been told by those alone who saw them come', async () => {
    scene.said('Maren', 'Before.');
    await goes('Odile');
    await comes('Quill');
    const first = ['Maren', 'Ansel', 'Odile', 'Tomas'];
    expect(perceiversOf('Before.', 'Odile')).toEqual(first);
    expect(perceiversOf('Before.', 'Maren')).toEqual([...first, 'Quill']);
    expect(perceiversOf('Before.', 'everyone')).toEqual([...first, 'Quill']);
  });

  test('RP-086 reads a page of what they were told from either end, and from a message on', async () => {
    const ids = ['1', '2', '3'].map((text) => scene.said('Maren', text));
    await comes('Quill');
    scene.said('Maren', '4');
    const view = scene.playing('Quill').view();
    const texts = (found: readonly { text: string }[]) => found.map(({ text }) => text);
    expect(texts(view.last(2))).toEqual(['3', '4']);
    expect(texts(view.last(2, ids[2]))).toEqual(['1', '2']);
    expect(texts(view.first(3)).slice(1)).toEqual(['1', '2']);
    expect(texts(view.from(ids[1] ?? '', 3))).toEqual(['2', '3', '4']);
  });
});
