import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeStore } from '../../../src/store/backup/restore.ts';
import { freshFolder, openStore } from '../../histories.ts';
import { until as settled } from '../../until.ts';
import { scene } from '../scene.ts';
import { closers } from '../scenes.ts';
import { dictated, type Terminal, terminal } from '../two.ts';

const notices = ({ events }: Terminal): string[] =>
  events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));

/** Restores a backup that was made before the scene's chat was. */
async function restoredWithoutIt(): Promise<void> {
  const { folder, remove } = freshFolder();
  closers.push(remove);
  openStore(folder).close();
  await writeStore(join(folder, 'sotto.db'), scene.store.file);
}

test('RP-104 a chat that is gone after a restore: its terminal says so once, and no key breaks anything', async () => {
  const tomas = terminal(scene, 'Tomas');
  await restoredWithoutIt();
  tomas.play.typing('Hel');
  await settled(() => expect(notices(tomas)).toHaveLength(1));
  expect(notices(tomas)[0]).toContain('this chat is gone from the store');
  tomas.play.drafting('Hello');
  expect(tomas.play.state().playing.name).toBe('Tomas');
  await expect(tomas.play.say('Hello')).rejects.toMatchObject({ code: 'no_such_chat' });
  await expect(tomas.play.reply('Maren')).rejects.toMatchObject({ code: 'no_such_chat' });
  await tomas.play.close();
  expect(notices(tomas)).toHaveLength(1);
});

test('RP-104 a line that streams when its chat is gone ends with a refusal', async () => {
  const { backend, write, end } = dictated();
  const tomas = terminal(scene, 'Tomas', backend);
  const done = tomas.play.reply('Maren');
  write('The river ');
  await settled(() => expect(tomas.streaming()).toBe('The river'));
  await restoredWithoutIt();
  write('is high.');
  end();
  await expect(done).rejects.toMatchObject({ code: 'replaced' });
  await settled(() => expect(notices(tomas)).toHaveLength(1));
});

test('RP-104 a chat that is deleted elsewhere: who has it open is told', async () => {
  const tomas = terminal(scene, 'Tomas');
  scene.given({ kind: 'chat_deleted', payload: {} });
  await settled(() => expect(notices(tomas)).toHaveLength(1));
  expect(notices(tomas)[0]).toContain('this chat was deleted elsewhere');
});

const gone: [string, (file: string) => void, RegExp][] = [
  ['removed', (file) => rmSync(file), /sotto\.db was removed while it was open.*nothing.*saved/],
  [
    'replaced by another',
    (file) => {
      copyFileSync(file, `${file}.other`);
      renameSync(`${file}.other`, file);
    },
    /sotto\.db was replaced by another file while it was open.*nothing.*saved/,
  ],
  [
    'without its log',
    (file) => rmSync(`${file}-wal`),
    /sotto\.db-wal was removed while it was open.*nothing.*saved/,
  ],
];

test.each(gone)(
  'RP-104 a store that is %s under a terminal: it says so once, and takes no line that nobody would find again',
  async (_, act, said) => {
    const tomas = terminal(scene, 'Tomas');
    await tomas.play.say('Kept.', { reply: [] });
    act(scene.store.file);
    await settled(() => expect(notices(tomas)).toEqual([expect.stringMatching(said)]));
    const shown = tomas.shown();
    await expect(tomas.play.say('Hello')).rejects.toMatchObject({ family: 'store', code: 'store_gone' });
    await expect(tomas.play.reply('Maren')).rejects.toMatchObject({ code: 'store_gone' });
    tomas.play.keep(tomas.play.state().playing.id, [{ text: 'Unsent', pastes: [] }], []);
    expect(tomas.play.keepNow()).toBe(false);
    expect(tomas.shown()).toEqual(shown);
    await tomas.play.close();
    expect(notices(tomas)).toHaveLength(1);
  },
);

test('RP-104 a store that is put back under a terminal takes its lines again', async () => {
  const tomas = terminal(scene, 'Tomas');
  renameSync(scene.store.file, `${scene.store.file}.away`);
  await expect(tomas.play.say('Hello', { reply: [] })).rejects.toMatchObject({ code: 'store_gone' });
  renameSync(`${scene.store.file}.away`, scene.store.file);
  await tomas.play.say('Hello', { reply: [] });
  expect(scene.texts('everyone').at(-1)).toBe('Hello');
});
