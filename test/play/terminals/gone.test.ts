import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { restoreStore } from '../../../src/store/database/restore.ts';
import { freshFolder, migrations, openStore } from '../../histories.ts';
import { scene } from '../scene.ts';
import { closers } from '../scenes.ts';
import { dictated, type Terminal, terminal } from '../two.ts';

const settled = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 30_000, interval: 5 });
const notices = ({ events }: Terminal): string[] =>
  events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));

/** Restores a backup that was made before the scene's chat was. */
async function restoredWithoutIt(): Promise<void> {
  const { folder, remove } = freshFolder();
  closers.push(remove);
  openStore(folder).close();
  await restoreStore(join(folder, 'sotto.db'), scene.store.file, migrations);
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
