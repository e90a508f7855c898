import { describe, expect, test } from 'vitest';
import type { Play } from '../../src/play/play.ts';
import { anew, scene } from './scene.ts';

const note = { text: 'Be quick.', depth: 0, role: 'system', every: 1 } as const;

describe('the tree', () => {
  test('RP-102 a dry run says what would be undone, and undoes nothing', async () => {
    await scene.play.say('One.', { reply: [] });
    scene.said('Maren', 'Psst.', ['Odile']);
    scene.play.playAs('Tomas');
    const undone = await scene.playing().rewind({ turns: 1 }, { dryRun: true });
    expect(undone).toMatchObject({ messages: [{ text: 'One.' }], unperceived: 1 });
    expect(scene.texts('everyone')).toHaveLength(3);
    await expect(scene.playing().rewind({ turns: 9 })).rejects.toMatchObject({ code: 'too_few_turns' });
  });

  test('RP-079 RP-101 rewind and redo by a message; undo takes back an edit', async () => {
    await scene.play.say('One.', { reply: [] });
    await scene.play.say('Two.', { reply: [] });
    await scene.play.edit('-2', 'Uno.');
    expect(scene.texts('Tomas').slice(1)).toEqual(['Uno.', 'Two.']);
    await scene.play.undo();
    expect(scene.texts('Tomas').slice(1)).toEqual(['One.', 'Two.']);
    await scene.play.rewind({ message: '-2' });
    expect(scene.texts('Tomas').slice(1)).toEqual(['One.']);
    await scene.play.redo();
    await scene.play.redo();
    expect(scene.texts('Tomas').slice(1)).toEqual(['Uno.', 'Two.']);
    await expect(scene.play.redo()).rejects.toMatchObject({ code: 'nothing_to_redo' });
  });

  describe.each(['count', 'none'] as const)('RP-079 with hint %s undo takes back one act', (hint) => {
    test.each<[string, (play: Play) => Promise<unknown>]>([
      ['a note to all', (play) => play.setNote({ ...note, to: [] })],
      ['a note to another', (play) => play.setNote({ ...note, to: ['Odile'] })],
      ['what one is told alone', (play) => play.setScenario('Tomas', 'It is late.')],
      ['what another is told alone', (play) => play.setScenario('Odile', 'It is late.')],
      ['a letter', (play) => play.sendLetter({ to: ['Odile'], text: 'Come.' })],
      ['a letter of another', (play) => play.sendLetter({ from: 'Maren', to: ['Odile'], text: 'Come.' })],
      ['who is in a group', (play) => play.changeGroup('crew', 'add', ['Odile'])],
      ['another card', (play) => play.changeCard('Odile', { id: 'other', index: 0 })],
      ['a pin', (play) => play.pin('last')],
      ['an edit', (play) => play.edit('last', 'Uno.')],
      ['that somebody goes', (play) => play.leave('Odile')],
      [
        'that somebody comes',
        (play) => play.join('Quill', { newcomer: () => ({ name: 'Quill', card: null }) }),
      ],
      ['a whisper', (play) => play.say('Psst.', { to: ['Odile'], reply: [] })],
    ])('and no message with it: %s', async (_, act) => {
      anew({ settings: { hint } });
      await scene.play.say('One.', { reply: [] });
      const { head, world } = scene.state;
      await act(scene.play);
      scene.at += 60_000;
      const changed = scene.state;
      const again = scene.playing('Tomas');
      await again.undo();
      expect(scene.state).toMatchObject({ head, world });
      await again.redo();
      expect(scene.state.head).toEqual(changed.head);
    });
  });

  test('invariant 2 with hint none undo takes what another was told elsewhere along with the message before it', async () => {
    anew({ settings: { hint: 'none' } });
    await scene.play.say('One.', { reply: [] });
    await scene.playing('Odile').setScenario('Odile', 'It is late.');
    await scene.playing('Tomas').undo();
    expect(scene.texts('everyone')).toHaveLength(1);
  });

  test('RP-079 the beginning of a chat cannot be undone', async () => {
    await expect(scene.play.undo()).rejects.toMatchObject({ code: 'nothing_to_undo' });
  });

  test('RP-080 a branch goes its own way, and the other stays as it was', async () => {
    await scene.play.say('No.', { reply: [] });
    expect(await scene.play.branch('yes', '-2')).toBe('yes');
    await scene.play.say('Yes.', { reply: [] });
    expect(scene.texts('Tomas').slice(1)).toEqual(['Yes.']);
    await scene.play.switchTo('main');
    expect(scene.texts('Tomas').slice(1)).toEqual(['No.']);
    expect(scene.play.branches()).toMatchObject([
      { name: 'main', current: true, preview: 'No.' },
      { name: 'yes', current: false, preview: 'Yes.' },
    ]);
    await expect(scene.play.branch('yes')).rejects.toMatchObject({ code: 'branch_exists' });
    await expect(scene.play.switchTo('maybe')).rejects.toMatchObject({ code: 'no_such_branch' });
  });

  test('RP-080 a branch without words of its own can be switched to, and what is said then is said there', async () => {
    await scene.play.branch('yes');
    await scene.play.switchTo('main');
    await scene.play.switchTo('yes');
    expect(scene.play.state().branch).toBe('yes');
    await scene.play.say('Yes.', { reply: [] });
    await scene.play.switchTo('main');
    expect(scene.texts('Tomas')).toHaveLength(1);
  });

  test('RP-080 rewound to where it began, a branch keeps its name', async () => {
    await scene.play.branch('yes');
    await scene.play.say('Yes.', { reply: [] });
    await scene.play.undo();
    expect(scene.play.state().branch).toBe('yes');
    await scene.play.say('Maybe.', { reply: [] });
    expect(scene.seenBy('Tomas').at(-1)?.branch).toBe('yes');
    await scene.play.undo();
    await scene.play.redo();
    expect(scene.texts('Tomas').at(-1)).toBe('Maybe.');
  });

  test('RP-103 a deleted message is gone from here on, and what came later stands', async () => {
    await scene.play.say('One.', { reply: [] });
    await scene.play.say('Two.', { reply: [] });
    await scene.play.remove('-2');
    expect(scene.texts('Tomas').slice(1)).toEqual(['Two.']);
    expect((await scene.play.prompt('Maren')).prompt).not.toContain('One.');
  });
});
