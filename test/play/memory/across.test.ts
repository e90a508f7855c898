import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { holdsOften, patience } from '../../cases.ts';
import { freshFolder, openStore } from '../../histories.ts';
import { Quay } from '../doing.ts';
import { closers } from '../scenes.ts';
import { anyLives, compareLives, type Tally } from './across.ts';
import { pastSeenBy } from './looking.ts';

test(
  'invariant 2 KT-07 HC-46: what a character did not perceive in any chat leaves no trace in what comes back to its mind in another',
  async () => {
    const tally: Tally = { cases: 0, left: 0, surfaced: 0, elsewhere: 0, memories: 0 };
    await holdsOften(
      fc.asyncProperty(anyLives, (lives) => compareLives(lives, tally)),
      32,
      () => ({ left: [tally.left, 300], elsewhere: [tally.elsewhere, 40], memories: [tally.memories, 40] }),
    );
  },
  patience,
);

const memory = { scope: 'all', most: 5, perChat: 2, shape: 'plain' } as const;
const options = { settings: { memory, hint: 'none' } } as const;
const words = 'The key of the lamp room lies by the ferry, later, not here.';

const freshStore = (): Store => {
  const { folder, remove } = freshFolder();
  const store = openStore(folder);
  closers.push(() => {
    store.close();
    remove();
  });
  return store;
};

/** Lets a line be whispered so often in a chat. */
function whisperIn(scene: Quay, by: string, to: string, times: number): void {
  const [speaker, other] = [scene.who(by), scene.who(to)];
  scene.store.chats.append(scene.id, { actor: 'human', at: scene.parts.now() }, () =>
    Array.from({ length: times }, (_, at) => ({
      kind: 'message_said' as const,
      payload: { speaker, raw: words, text: `${words} ${at}`, knownTo: [speaker, other] },
    })),
  );
}

test('invariant 2 HC-46 a thousand whispers past a character in another chat change nothing of what comes back to it, byte for byte', async () => {
  const told = [0, 1000].map(async (times) => {
    const store = freshStore();
    const then = new Quay(store, { ...options, title: 'Then' });
    for (let at = 0; at < 20; at += 1) then.said('Ansel', `The ferry brought a key, ${at} lamps and a room.`);
    whisperIn(then, 'Ansel', 'Odile', times);
    then.said('Ansel', 'Later the key was not here.');
    const now = new Quay(store, { ...options, title: 'Now' });
    now.said('Ansel', 'Which key did the ferry bring, and to which room?');
    return JSON.stringify(await pastSeenBy(now, 'Maren'));
  });
  const [none = '', many] = await Promise.all(told);
  expect(none).toContain('Recalled');
  expect(many).toBe(none);
});
