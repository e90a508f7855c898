import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { PlayParts, PlaySettings } from '../../../src/play/chat/parts.ts';
import { jobsSeen, settleJobs } from '../../../src/play/jobs/jobs.ts';
import { surfacedNext } from '../../../src/play/memory/past-seen.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import type { Play } from '../../../src/play/play.ts';
import type { EmbeddingOptions } from '../../fake-server/embeddings.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import { freshFolder, openScene, openStore, Scene } from '../../histories.ts';
import { closers } from '../scenes.ts';
import { embeddingAt } from './embedding.ts';

const memory: PlaySettings['memory'] = { scope: 'all', most: 2, perChat: 2, shape: 'plain' };
const means = { feline: 'cat', kitten: 'cat' };
const silent = { reply: [] };

/** A server that embeds, what it was asked, and a chat beside one that is past. */
async function beside(options: EmbeddingOptions = {}, store: Parameters<typeof openScene>[0] = {}) {
  const heard: string[] = [];
  const embeddings: EmbeddingOptions = { means, ...options, heard: (texts) => heard.push(...texts) };
  const server = await startFakeServer({ embeddings });
  const here = openScene({ settings: { memory }, ...store });
  closers.push(() => here.close());
  closers.push(() => server.close());
  const past = new Scene(here.store, { settings: { memory }, title: 'past' });
  past.at = Date.parse('2026-01-01T12:00:00Z');
  const { vectors } = here.store;
  const playing = (more: Partial<PlayParts> = {}): { play: Play; told: string[] } => {
    const parts = { ...here.parts, ...embeddingAt(here.store, server.url), ...more };
    const play = openPlay(parts, here.id, 'Maren');
    const told: string[] = [];
    play.subscribe((event) => event.type === 'notice' && told.push(event.message));
    closers.push(() => play.close());
    return { play, told };
  };
  return { embeddings, heard, server, here, past, vectors, playing };
}
const settle = async (play: Play): Promise<string[]> => {
  const states: string[] = [];
  for await (const { kind, state } of settleJobs(play.chat)) states.push(`${kind} ${state}`);
  return states;
};
const backIn = (play: Play) => surfacedNext(play.chat);

test('RP-072 HC-27 what means the same comes back to mind, of chats that were played before anything was embedded as well', async () => {
  const { past, playing, here } = await beside();
  past.said('Tomas', 'There is a feline called Mole.');
  const { play } = playing();
  await play.say('Is there a kitten here?', silent);
  expect(backIn(play)).toEqual([]);
  const count = [...here.store.log.all({ chat: here.id })].length;
  await settle(play);
  expect(backIn(play).map(({ text }) => text)).toContain('There is a feline called Mole.');
  const [first] = backIn(play).filter(({ text }) => text.includes('Mole'));
  expect(first?.parts).toMatchObject({ words: 0, meaning: expect.any(Number) });
  expect([...here.store.log.all({ chat: here.id })]).toHaveLength(count);
  expect((await play.prompt('Maren')).prompt).toContain('There is a feline called Mole.');
});

test('RP-072 HC-29 what is merely the nearest does not come back, where all of the past is about other things', async () => {
  const { past, playing } = await beside({ dimension: 256 });
  const things = ['nets', 'barrels', 'tar', 'pitch', 'sails', 'herring', 'lamps', 'tides', 'boats', 'oars'];
  for (const [at, thing] of things.entries())
    past.said('Tomas', `Old ${thing}, and ${things[(at + 3) % things.length]}.`);
  const { play } = playing();
  for (const text of ['A kitten!', 'Whose kitten?']) await play.say(text, silent);
  await settle(play);
  expect(backIn(play)).toEqual([]);
  past.said('Tomas', 'Whose feline?');
  await play.say('That kitten.', silent);
  await settle(play);
  expect(backIn(play).map(({ text }) => text)).toEqual(['Whose feline?']);
});

test('embedding runs in the pauses of a screen, in batches, a part at a time, and all of it is done once', async () => {
  const { past, playing, heard, vectors } = await beside();
  const how = { actor: 'import', at: past.parts.now() } as const;
  const speaker = past.who('Tomas');
  past.store.chats.append(past.id, how, () =>
    Array.from({ length: 600 }, (_, n) => {
      const text = `Net ${n}.`;
      return { kind: 'message_said' as const, payload: { speaker, raw: text, text, knownTo: [] } };
    }),
  );
  const { play } = playing();
  play.attend();
  await play.say('Aye.', silent);
  await expect.poll(() => vectors.pending('bag', 1).length).toBe(0);
  await expect.poll(() => jobsSeen(play.chat)).toEqual([]);
  expect(heard.filter((text) => text.startsWith('Net'))).toHaveLength(600);
  const count = heard.length;
  await play.say('Aye, aye.', silent);
  await expect.poll(() => vectors.pending('bag', 1).length).toBe(0);
  expect(heard.slice(count)).toEqual(['Aye, aye.']);
});

test('settle embeds what waits without a new line first, and has nothing to do where nothing waits', async () => {
  const { past, here, playing, vectors } = await beside();
  here.said('Tomas', 'Is there a kitten here?');
  past.said('Tomas', 'There is a feline called Mole.');
  const { play } = playing();
  expect(jobsSeen(play.chat)).toEqual([]);
  expect(await settle(play)).toEqual(['embed done']);
  expect(vectors.pending('bag', 1)).toEqual([]);
  expect(await settle(play)).toEqual([]);
  past.said('Tomas', 'It sleeps in a barrel.');
  expect(await settle(play)).toEqual(['embed done']);
  expect(vectors.pending('bag', 1)).toEqual([]);
});

test('settle of another process tries what failed to be embedded again', async () => {
  const { here, playing, embeddings, vectors } = await beside({ fault: 'refuse' });
  const { play } = playing();
  await play.say('Is there a kitten here?', silent);
  expect(await settle(play)).toEqual(['embed failed']);
  await play.close();
  delete embeddings.fault;
  expect(await settle(playing().play)).toEqual(['embed done']);
  expect(vectors.pending('bag', 1)).toEqual([]);
  expect(here.store.jobs.of(here.id, ['failed'])).toEqual([]);
});

test('say --settle embeds a part of what is pending and leaves the rest', async () => {
  const { past, playing, vectors } = await beside();
  for (let n = 0; n < 300; n += 1) past.said('Tomas', `Net ${n}.`);
  const { play } = playing();
  await play.say('Aye.', { ...silent, settle: true });
  expect(vectors.pending('bag', 1000)).toHaveLength(300 + 3 - 256);
  expect(jobsSeen(play.chat)).toMatchObject([{ kind: 'embed', state: 'waiting' }]);
});

test('without a server all goes on by words alone, which is said once; what failed is begun again with the next turn', async () => {
  const { past, playing, embeddings, vectors } = await beside({ fault: 'refuse' });
  past.said('Tomas', 'My cat is called Mole.');
  const { play, told } = playing();
  await play.say('Is there a cat?', silent);
  expect(await settle(play)).toEqual(['embed failed']);
  await play.say('Is there a cat, or not?', silent);
  expect(await settle(play)).toEqual(['embed failed']);
  expect(await settle(play)).toEqual([]);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/until then only words are searched/);
  expect(backIn(play).map(({ text }) => text)).toEqual(['My cat is called Mole.']);
  delete embeddings.fault;
  await play.say('A cat.', silent);
  await settle(play);
  expect(vectors.pending('bag', 1)).toEqual([]);
});

test('where nothing compares vectors all goes on by words alone, which is said once', async () => {
  const { here, past, server } = await beside();
  past.said('Tomas', 'My cat is called Mole.');
  const { folder, remove } = freshFolder();
  const store = openStore(folder, { loadVectors: () => 'no vectors on this machine' });
  closers.push(remove, () => store.close());
  const scene = new Scene(store);
  const play = openPlay({ ...scene.parts, ...embeddingAt(store, server.url) }, scene.id);
  closers.push(() => play.close());
  const told: string[] = [];
  play.subscribe((event) => event.type === 'notice' && told.push(event.message));
  play.attend();
  for (const text of ['A cat?', 'A dog?']) await play.say(text, silent);
  await expect.poll(() => told).toEqual(['no vectors on this machine']);
  expect(store.vectors.model).toBeUndefined();
  expect(here.store.vectors.missing).toBeNull();
});

test('a text that the server takes in no length is passed over, and the others are embedded', async () => {
  const { past, playing, vectors } = await beside({ fault: { refuses: 'Delft' } });
  past.said('Tomas', 'Of Delft.');
  past.said('Tomas', 'My feline is called Mole.');
  past.said('Tomas', `${'Nets and ropes. '.repeat(50)} Delft.`);
  const { play } = playing();
  await play.say('Where is the kitten?', silent);
  expect(await settle(play)).toEqual(['embed done']);
  expect(vectors.pending('bag', 1)).toEqual([]);
  expect(backIn(play).map(({ text }) => text)).toContain('My feline is called Mole.');
  expect(past.store.verify(past.state).differences).toEqual([]);
});

test('RP-072 when the server has another model all is embedded again, a part at a time', async () => {
  const { past, playing, embeddings, heard, vectors } = await beside();
  past.said('Tomas', 'My feline is called Mole.');
  const { play } = playing();
  await play.say('Aye.', silent);
  await settle(play);
  const all = heard.length;
  Object.assign(embeddings, { model: 'other', dimension: 32 });
  await play.say('Where is the kitten?', silent);
  await settle(play);
  expect(vectors.model).toMatchObject({ name: 'other', dimension: 32 });
  expect(new Set(heard.slice(all)).size).toBe(new Set(heard).size);
  expect(backIn(play).map(({ text }) => text)).toContain('My feline is called Mole.');
  expect(past.store.verify(past.state).differences).toEqual([]);
});

test('a model that suddenly gives other dimensions under its name is refused, and what there is stays', async () => {
  const { playing, embeddings, vectors } = await beside();
  const { play, told } = playing();
  await play.say('Aye.', silent);
  await settle(play);
  embeddings.dimension = 48;
  await play.say('A kitten.', silent);
  expect(await settle(play)).toEqual(['embed failed']);
  expect(told).toEqual([expect.stringMatching(/vectors of 48 dimensions, but made some of 64 before/)]);
  expect(vectors.model).toMatchObject({ dimension: 64 });
});

test('HC-29 the vector of what a reply answers is asked for as it begins, and no reply waits for it', async () => {
  const { past, playing, embeddings, heard } = await beside();
  past.said('Tomas', 'My feline is called Mole.');
  const { play: first } = playing();
  await first.say('Aye.', silent);
  await settle(first);
  await first.say('Is there a kitten?');
  await expect.poll(() => heard).toContain('Is there a kitten?');
  embeddings.fault = 'hang';
  const { play } = playing();
  await play.say('And a kitten of the harbour?');
  await expect.poll(() => heard).toContain('And a kitten of the harbour?');
  expect(play.view().last(1)[0]).toMatchObject({ role: 'character', text: expect.stringMatching(/./) });
});

test('RP-118 a process that is killed while it embeds leaves what it has, and the next goes on from there', async () => {
  const { here, past, playing, embeddings, heard, vectors, server } = await beside();
  for (let n = 0; n < 60; n += 1) past.said('Tomas', `Net ${n}.`);
  const { play } = playing();
  await play.say('Aye.', silent);
  const script = fileURLToPath(new URL('embedding-dies.ts', import.meta.url));
  /** Three greetings, one of them in the chat that the process makes; the nets; what was said; without the first batch. */
  const left = 3 + 60 + 1 - 32;
  let batches = 0;
  Object.assign(embeddings, {
    heard: (texts: readonly string[]) => {
      heard.push(...texts);
      batches += 1;
      if (batches === 2) embeddings.fault = 'hang';
    },
  });
  const dying = spawn(process.execPath, ['--import', 'tsx', script, here.store.file, here.id, server.url], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await expect.poll(() => batches).toBe(2);
  dying.kill('SIGKILL');
  await once(dying, 'exit');
  delete embeddings.fault;
  expect(vectors.pending('bag', 1000)).toHaveLength(left);
  expect(past.store.verify(past.state).differences).toEqual([]);
  const again = heard.length;
  expect(await settle(play)).toEqual(['embed done']);
  expect(heard.slice(again)).toHaveLength(left);
  expect(past.store.verify(past.state).differences).toEqual([]);
});
