import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exportedChat, exportedMessages } from '../../src/app/chats/export-chat.ts';
import { storeChat } from '../../src/app/chats/import-chat.ts';
import { readChatFile } from '../../src/app/chats/read-chat-file.ts';
import { identityOf } from '../../src/app/run/ids.ts';
import { opened } from '../../src/domain/world/world.ts';
import type { MessageLine } from '../../src/interop/chat-file.ts';
import { writeSottoJsonl } from '../../src/interop/chats/sotto-jsonl.ts';
import { writeSillyTavernJsonl } from '../../src/interop/sillytavern/sillytavern-writing.ts';
import type { Store } from '../../src/store/store.ts';
import { runs } from '../cases.ts';
import { anything, type Command, carryOut, names } from '../commands.ts';
import { freshFolder, openScene, openStore, settings } from '../histories.ts';

type Format = 'sotto' | 'sillytavern';
const writers = { sotto: writeSottoJsonl, sillytavern: writeSillyTavernJsonl };
const now = () => '2026-02-01T00:00:00.000Z';

function exported(store: Store, id: string, format: Format): string {
  const state = store.chats.read(id);
  const known = store.moment(id, state.head).known('everyone');
  const messages = exportedMessages({ store }, state, known, format);
  return [...writers[format](exportedChat({ store }, state, known, format), messages)].join('');
}

async function imported(store: Store, folder: string, text: string): Promise<string> {
  const file = join(folder, 'chat.jsonl');
  writeFileSync(file, text);
  const progress = { step: () => undefined };
  const chat = await readChatFile(file, { title: 'Chat', at: now() }, progress);
  const idFor = (about: string) => identityOf('7').ids(about, 0);
  const newChatParts = { store, now, userName: 'You', castMax: 8, idFor };
  const parts = { store, now, settings, newChatParts };
  return (await store.atomicallyInSteps(() => storeChat(parts, chat, undefined, progress))).id;
}

/** What everybody perceives: each one's texts, in order. */
const perceived = (store: Store, id: string): string[][] => {
  const { head, world: whole } = store.chats.read(id);
  const world = opened(whole);
  return names.map((name) => {
    const viewer = world.cast.find((member) => member.name === name)?.id ?? 'nobody';
    return store
      .view(id, viewer, head)
      .last(10_000)
      .map(({ text }) => text);
  });
};

/** The test's own facts name audiences in any order; sotto names them in the order of the cast. */
const inOrder = (text: string): unknown[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const value: MessageLine = JSON.parse(line);
      if (value.type !== 'message') return value;
      const covers = names.every((name) => value.knownTo.includes(name));
      const knownTo = covers ? [] : names.filter((name) => value.knownTo.includes(name));
      return { ...value, knownTo, perceived: [...new Set(value.perceived)].sort() };
    });

async function afterHistory(
  commands: readonly Command[],
  check: (one: ReturnType<typeof openScene>, store: Store, folder: string) => Promise<void>,
): Promise<void> {
  const scene = openScene();
  const { folder, remove } = freshFolder();
  const store = openStore(folder);
  try {
    for (const command of commands) await carryOut(scene, command);
    await check(scene, store, folder);
  } finally {
    store.close();
    scene.close();
    remove();
  }
}

test('for all histories, Sotto JSONL is exported, imported and exported again to the same; nobody learns more', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { maxLength: 25 }), (commands) =>
      afterHistory(commands, async (scene, store, folder) => {
        const first = exported(scene.store, scene.id, 'sotto');
        const id = await imported(store, folder, first);
        const second = exported(store, id, 'sotto');
        expect(inOrder(second)).toEqual(inOrder(first));
        expect(perceived(store, id)).toEqual(perceived(scene.store, scene.id));
        expect(store.verify(store.chats.read(id)).differences).toEqual([]);
        const third = exported(
          store,
          await imported(store, folder, second.replace('"title":"', '"title":"Third ')),
          'sotto',
        );
        expect(third.split('\n').slice(1)).toEqual(second.split('\n').slice(1));
      }),
    ),
    runs(25),
  );
});

test('for all histories, SillyTavern JSONL is exported, imported and exported again to the same; nobody learns more', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { maxLength: 25 }), (commands) =>
      afterHistory(commands, async (scene, store, folder) => {
        const id = await imported(store, folder, exported(scene.store, scene.id, 'sillytavern'));
        expect(perceived(store, id)).toEqual(perceived(scene.store, scene.id));
        const second = exported(store, id, 'sillytavern');
        const again = await imported(store, folder, second);
        expect(exported(store, again, 'sillytavern')).toBe(second);
        expect(perceived(store, again)).toEqual(perceived(store, id));
      }),
    ),
    runs(25),
  );
});
