import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepCard } from '../../../src/app/cards/cards.ts';
import { App } from '../../../src/app/run/app.ts';
import type { CharacterId } from '../../../src/domain/message.ts';
import { significanceKey } from '../../../src/domain/rows/records.ts';
import { opened } from '../../../src/domain/world/world.ts';
import { jobsSeen, settleJobs } from '../../../src/play/jobs/jobs.ts';
import { startChat } from '../../../src/play/new-chat.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import type { Play } from '../../../src/play/play.ts';
import { setEdge, setEntity, setWorld } from '../../../src/play/world/edits.ts';
import { edgesSeen, entitiesIn } from '../../../src/play/world/lines/known.ts';
import { patience } from '../../cases.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import { freshFolder } from '../../histories.ts';

const lines = 30;

/** The program as it comes, with the world on, on one model server or on none. */
function appOn(backend: string): App {
  const { folder, remove } = freshFolder();
  const config = join(folder, 'config.toml');
  writeFileSync(config, `[backend]\n${backend}\n`);
  const app = new App({ data: folder, config, seed: '7' });
  onTestFinished(() => {
    app.close();
    remove();
  });
  return app;
}

const evening = (app: App): string =>
  startChat(app.newChatParts, {
    cards: [keepCard(app, join(app.packageRoot, 'cards/the-last-ferry.json'))],
    as: 'Maren',
  });

/** What a person says of the fiction. */
async function settings(play: Play): Promise<void> {
  setWorld(play.chat, 'time', '1911-10-04T23:20');
  setWorld(play.chat, 'weather', 'fog');
  setWorld(play.chat, 'place', 'the saloon of the Perpetua');
  setEntity(play.chat, 'Maren', 'mood', 'wary');
  setEdge(play.chat, 'Maren', 'Odile', { affinity: 30, trust: -20 });
}

const setNow = (play: Play) => {
  const { affinity, trust } = edgesSeen(play.chat, 'Maren').find(({ to }) => to === 'Odile') ?? {};
  const { mood } = entitiesIn(play.known()).find(({ name }) => name === 'Maren') ?? {};
  return { world: play.known().mind.world, mood, affinity, trust };
};

/** Sixty turns: what Maren says, now and then to one alone, and who answers. */
async function play60(play: Play): Promise<void> {
  for (let n = 0; n < lines; n += 1) {
    const to = n % 7 === 3 ? { to: [n % 2 ? 'Ansel' : 'Odile'] } : {};
    await play.say(`${n % 2 ? 'Ansel' : 'Odile'}, what did you hear of it, the ${n}th time?`, to);
  }
}

/** For whom of those who perceived a line and were asked about the play it has no significance. */
function unasked({ store }: App, chat: string): string[] {
  const { head, world: whole } = store.chats.read(chat);
  const world = opened(whole);
  const isAsked = (owner: CharacterId, id: string) =>
    store.view(chat, owner, head).record(significanceKey(owner, id)) !== undefined;
  const said = store.view(chat, 'everyone', head).last(10_000);
  return said
    .slice(1)
    .flatMap(({ id, perceived, text }) =>
      perceived
        .filter((owner) => !isAsked(owner, id))
        .map((owner) => `${text} (${world.cast.find((one) => one.id === owner)?.name})`),
    );
}

/** Settles the bookkeeping: none of it is left, every line was asked about, and what a person set is so. */
async function endsWell(app: App, play: Play, before: ReturnType<typeof setNow>): Promise<void> {
  for await (const _ of settleJobs(play.chat));
  expect(undone(play)).toEqual([]);
  expect(unasked(app, play.state().chat.id)).toEqual([]);
  expect(setNow(play)).toEqual(before);
  await play.close();
}

const undone = (play: Play) => jobsSeen(play.chat, true).filter(({ state }) => state !== 'done');

test(
  'RP-087 RP-122 an evening of sixty turns on the understudy: no job is left, no line unasked, and nothing that a person set reads otherwise',
  async () => {
    const app = appOn('kind = "understudy"');
    const id = evening(app);
    const play = openPlay(app.playParts, id);
    await settings(play);
    const before = setNow(play);
    await play60(play);
    await endsWell(app, play, before);
  },
  patience,
);

/** What a small model says of every line: a mood, a place and a feeling of its own making, sure of itself. */
function answers(prompt: string): string | null {
  const named = /by name \((.*?)\)/.exec(prompt)?.[1];
  if (prompt.includes('is this scene over')) return '{"is_over":false,"reason":"none"}';
  if (prompt.includes('as this scene ends')) return '{"summary":"They talked.","dynamic":"","others":{}}';
  if (named === undefined) return null;
  const others = Object.fromEntries(
    (JSON.parse(`[${named}]`) as string[]).map((one) => [one, { affinity: 1 }]),
  );
  return JSON.stringify({ significance: 1, mood: 'merry', weather: 'sun', others });
}

test(
  'RP-087 RP-122 the same on a model server, settled at its end: no job is left, no line unasked, and what a person set last stands',
  async () => {
    const { url, close } = await startFakeServer({
      script: (prompt) => {
        const text = answers(prompt);
        return text === null ? null : { text };
      },
    });
    onTestFinished(close);
    const app = appOn(`kind = "llamacpp"\nurl = "${url}"`);
    const id = evening(app);
    const play = openPlay(app.playParts, id);
    await play.connect();
    await play60(play);
    await settings(play);
    const before = setNow(play);
    await endsWell(app, play, before);
  },
  patience,
);
