import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { keepingIn } from '../../../src/app/run/model-servers.ts';
import type { Backend } from '../../../src/inference/backend.ts';
import { createLlamaCpp } from '../../../src/inference/servers/llamacpp.ts';
import type { Leaving } from '../../../src/play/chat/play-state.ts';
import { settleJobs } from '../../../src/play/jobs/jobs.ts';
import type { Play } from '../../../src/play/play.ts';
import { decode } from '../../fake-server/decode.ts';
import { type FakeServer, startFakeServer } from '../../fake-server/server.ts';
import type { FakeServerOptions } from '../../fake-server/server-state.ts';
import { freshFolder, openStore, Scene } from '../../histories.ts';
import { patience } from '../../inference/replies.ts';

const long = 'the ferry is late again and nobody knows why '.repeat(60);

/** Somebody who waits for as long as it takes. */
const waiting: Leaving = { keeping: () => {}, signal: new AbortController().signal };

/** A chat, evenings at which it is played, and a model server that is started anew for each of them. */
class Evenings {
  readonly folder: string;
  readonly slots: string;
  readonly scene: Scene;
  readonly #isOwn: boolean;
  #port = 0;
  #server: FakeServer | null = null;
  #backend: Backend | null = null;
  readonly #more: FakeServerOptions;

  constructor({ isOwn = true, hasPlace = true, warmUp = false } = {}) {
    const { folder, remove } = freshFolder();
    this.folder = folder;
    this.slots = join(folder, 'slots');
    mkdirSync(this.slots);
    this.#isOwn = isOwn;
    this.#more = { slots: 4, ...(hasPlace && { slotSavePath: this.slots }) };
    const store = openStore(folder);
    onTestFinished(async () => {
      await this.#server?.close();
      store.close();
      remove();
    });
    this.scene = new Scene(store, {
      settings: { warmUp },
      backend: async () => this.#backend ?? Promise.reject(new Error('no server')),
    });
  }

  async #start(read: number[]): Promise<void> {
    await this.#server?.close();
    this.#server = await startFakeServer({ ...this.#more, port: this.#port });
    const { url } = this.#server;
    this.#port = Number(new URL(url).port);
    const keeping = { ...keepingIn(this.scene.store, true), folder: this.#isOwn ? this.slots : '' };
    const backend = createLlamaCpp({ ...patience, url, keeping });
    const complete: Backend['complete'] = async function* (request, signal) {
      for await (const event of backend.complete(request, signal)) {
        if (event.type === 'finished') read.push(event.usage.promptTokens - event.usage.reusedTokens);
        yield event;
      }
    };
    this.#backend = { ...backend, complete };
  }

  /** Plays on a server that holds nothing, and closes the screen. How many tokens were read for each reply. */
  async play(evening: (play: Play) => Promise<void>, leaving = waiting): Promise<number[]> {
    const read: number[] = [];
    await this.#start(read);
    const play = this.scene.playing();
    play.attend();
    await evening(play);
    await play.close({ leaving });
    return read;
  }

  /** What the files hold, by their names. */
  get files(): Map<string, string> {
    const names = readdirSync(this.slots).filter((name) => !name.endsWith('.ckpt'));
    const textOf = (name: string) => decode(JSON.parse(readFileSync(join(this.slots, name), 'utf8')).tokens);
    return new Map(names.map((name) => [name, textOf(name)]));
  }

  /** Of those whose file holds this, the names. */
  holding(text: string): string[] {
    return speakers.filter((name) => {
      const url = `http://127.0.0.1:${this.#port}`;
      const { id, store } = this.scene;
      const kept = store.keptSlots.of(url, `${id}/${this.scene.who(name)}`);
      return this.files.get(kept?.name ?? '')?.includes(text);
    });
  }

  /** Gives the file of one to another, as nothing but a fault could. */
  mistake(of: string, as: string): void {
    const url = `http://127.0.0.1:${this.#port}`;
    const { id, store } = this.scene;
    const kept = store.keptSlots.of(url, `${id}/${this.scene.who(of)}`);
    if (kept) store.keptSlots.keep(url, `${id}/${this.scene.who(as)}`, kept);
  }
}

const speakers = ['Maren', 'Ansel', 'Odile'];

const everybody = async (play: Play): Promise<void> => {
  for (const name of speakers) await play.say('Go on.', { reply: [name] });
};

describe('cache.keep', () => {
  test('27 what a server has read of each speaker is kept when the screen closes, and the next evening begins with it', async () => {
    const evenings = new Evenings();
    const first = await evenings.play(async (play) => {
      await play.say(long, { reply: [] });
      await everybody(play);
    });
    expect(evenings.files.size).toBe(3);
    const next = await evenings.play(everybody);
    expect(Math.min(...first)).toBeGreaterThan(600);
    expect(next).toHaveLength(3);
    expect(Math.max(...next)).toBeLessThan(250);
  });

  test('31 whoever does not wait for what is kept leaves at once, and no file is left that nobody counts on', async () => {
    const evenings = new Evenings();
    const hurry = new AbortController();
    const leaving = { keeping: () => hurry.abort(), signal: hurry.signal };
    await evenings.play(async (play) => {
      await play.say(long, { reply: [] });
      await everybody(play);
    }, leaving);
    expect(evenings.files.size).toBe(0);
  });

  test('27 whoever looks on as everyone reads nothing ahead, and leaves what was read kept', async () => {
    const evenings = new Evenings({ warmUp: true });
    await evenings.play(async (play) => {
      await play.say(long, { reply: [] });
      await everybody(play);
      await play.playAs('*');
      play.drafting('And');
      play.drafting(null);
      await settleJobs(play.chat);
    });
    expect(evenings.files.size).toBe(3);
  });

  test('27 a file holds nothing but what its speaker perceives, and nothing that was taken back before the screen closed', async () => {
    const evenings = new Evenings();
    await evenings.play(async (play) => {
      await play.say(long, { reply: [] });
      await play.say('The word is marigold.', { to: ['Maren'], reply: [] });
      await everybody(play);
      await play.say('The word is foxglove.', { reply: [] });
      await everybody(play);
      const said = evenings.scene.seenBy('Tomas').find(({ text }) => text.includes('foxglove'));
      await play.remove(said?.id ?? '');
    });
    expect(evenings.files.size).toBeGreaterThan(0);
    expect(evenings.holding('marigold')).toEqual(['Maren']);
    expect(evenings.holding('foxglove')).toEqual([]);
    expect([...evenings.files.values()].join()).not.toContain('foxglove');
  });

  test('27 a file is restored for no prompt but that which it holds', async () => {
    const evenings = new Evenings();
    await evenings.play(async (play) => {
      await play.say(long, { reply: [] });
      await everybody(play);
    });
    evenings.mistake('Maren', 'Ansel');
    const [read = 0] = await evenings.play((play) => play.say('Go on.', { reply: ['Ansel'] }).then(() => {}));
    expect(read).toBeGreaterThan(800);
  });

  test('27 a file that is damaged is done without, and a server without a place for files keeps none', async () => {
    const evenings = new Evenings();
    await evenings.play(async (play) => {
      await play.say(long, { reply: [] });
      await everybody(play);
    });
    for (const name of evenings.files.keys()) writeFileSync(join(evenings.slots, name), 'damaged');
    const read = await evenings.play(everybody);
    expect(read).toHaveLength(3);
    expect(Math.min(...read)).toBeGreaterThan(600);
    const without = new Evenings({ hasPlace: false });
    await without.play(async (play) => {
      await play.say(long, { reply: [] });
      await everybody(play);
    });
    expect(without.files.size).toBe(0);
  });

  const takenBack: Readonly<Record<string, (play: Play, message: string) => Promise<unknown>>> = {
    edit: (play, message) => play.edit(message, 'Never mind.'),
    delete: (play, message) => play.remove(message),
    rewind: (play) => play.undo(),
    'another role': (play) => play.playAs('Maren'),
  };

  test.each(Object.entries(takenBack))(
    '27 what is taken back without the screen (%s) takes the files along',
    async (_, takeBack) => {
      const evenings = new Evenings();
      await evenings.play(async (play) => {
        await play.say(long, { reply: [] });
        await everybody(play);
      });
      expect(evenings.files.size).toBe(3);
      const play = evenings.scene.playing();
      await takeBack(play, evenings.scene.seenBy('Tomas').at(-2)?.id ?? '');
      expect(readdirSync(evenings.slots)).toEqual([]);
      await play.close();
    },
  );

  test("27 a server of somebody else's keeps its files, and is let write nothing into them when it is next there", async () => {
    const evenings = new Evenings({ isOwn: false });
    await evenings.play(async (play) => {
      await play.say(long, { reply: [] });
      await everybody(play);
    });
    const play = evenings.scene.playing();
    await play.undo();
    await play.close();
    expect([...evenings.files.values()].join()).toContain('ferry is late');
    await evenings.play((next) => next.say('Go on.', { reply: ['Ansel'] }).then(() => {}));
    expect(evenings.files.size).toBe(4);
    expect([...evenings.files.values()].filter((text) => text !== '')).toHaveLength(1);
  });
});
