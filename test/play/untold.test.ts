import { describe, expect, test } from 'vitest';
import { storeChat } from '../../src/app/chats/import-chat.ts';
import { identityOf } from '../../src/app/run/ids.ts';
import { opened } from '../../src/domain/world/world.ts';
import type { ChatFile } from '../../src/interop/chat-file.ts';
import { toldWriting } from '../../src/tui/state/state.ts';
import { settings } from '../histories.ts';
import { anew, scene } from './scene.ts';
import { scripted } from './scripted.ts';

const tiny = { ...settings, budget: { context: 0, hard: 60, soft: 50 } };

const toldTo = (viewer: string, speaker: string): Promise<string> =>
  scene
    .playing(viewer)
    .reply(speaker)
    .then(
      () => '',
      (error: Error) => error.message,
    );

describe('what a failure tells', () => {
  test("RP-014 invariant 2 of another's prompt neither how large it is nor what is large in it", async () => {
    anew({ settings: tiny });
    expect(await toldTo('Maren', 'Maren')).toMatch(/needs \d+ tokens and may have 60; the largest part is/);
    const before = await toldTo('Tomas', 'Maren');
    expect(before).toMatch(/^Maren's prompt is too large;/);
    expect(before).not.toMatch(/\d|largest part is/);
    scene.said('Odile', 'The key is under the stone, the old one, by the water.', ['Maren']);
    expect(await toldTo('Tomas', 'Maren')).toBe(
      before.replace("Maren's", "somebody's").replace('"Maren"', 'NAME'),
    );
  });

  test('invariant 2 somebody whom the played character does not know of is not named', async () => {
    anew({ settings: tiny });
    const character = 'somebody else';
    scene.given({ kind: 'character_left', payload: { character: scene.who('Tomas') } });
    scene.given({
      kind: 'character_joined',
      payload: { character, name: 'Quill', card: null, knowsPast: false },
    });
    expect(await toldTo('Tomas', 'Quill')).toMatch(/^somebody's prompt is too large;/);
  });
});

describe('whom the human plays', () => {
  const persona = async (name: string): Promise<string> => {
    const { blocks } = await scene.playing().prompt(name);
    return blocks.find((block) => block.name === 'status')?.text ?? '';
  };
  const join = () => {
    const payload = { character: 'quill', name: 'Quill', card: null, knowsPast: false };
    scene.given({ kind: 'character_joined', payload });
  };

  test('invariant 2 is who was played last of those that the speaker knows of', async () => {
    anew({ settings: { status: ['persona'] } });
    scene.given({ kind: 'character_left', payload: { character: scene.who('Odile') } });
    join();
    await scene.playing().playAs('Quill');
    expect(await persona('Maren')).toContain('the user is Quill');
    expect(await persona('Odile')).toContain('the user is Tomas');
    scene.given({
      kind: 'character_joined',
      payload: { character: scene.who('Odile'), name: 'Odile', card: null, knowsPast: false },
    });
    expect(await persona('Odile')).toContain('the user is Quill');
  });

  test('invariant 2 is nobody to somebody who knows none of them', async () => {
    anew({ settings: { status: ['persona'] } });
    for (const { id } of opened(scene.state.world).cast) {
      scene.given({ kind: 'character_left', payload: { character: id } });
    }
    join();
    const plan = await scene.playing().prompt('Quill');
    expect(plan.prompt).not.toMatch(/Tomas|the user is/);
  });
});

describe('what is not shown', () => {
  test.each<['untold' | 'hidden', boolean]>([
    ['untold', false],
    ['hidden', true],
  ])(
    'KT-17 of a line that is %s, that somebody writes what the played character may not know: %s',
    (generating, isTold) => {
      const state = { ...scene.play.state(), generating };
      expect(toldWriting(state) !== null).toBe(isTold);
    },
  );

  test('invariant 2 a turn of an imported file is called after nothing that its reader has not perceived', async () => {
    const { store, parts } = scene;
    const message = {
      role: 'character',
      at: parts.now(),
      truncated: false,
      pinned: false,
      turn: 'one',
      foreign: {},
    } as const;
    const file: ChatFile = {
      format: 'sotto',
      title: 'The inn',
      createdAt: parts.now(),
      cast: ['Alice', 'Bob', 'Carl'],
      playing: 'Alice',
      messages: [
        { ...message, speaker: 'Alice', text: 'Psst.', knownTo: ['Alice', 'Bob'] },
        { ...message, speaker: 'Alice', text: 'Good evening.', knownTo: [] },
      ],
      foreign: {},
      warnings: [],
    };
    const { ids } = identityOf('8');
    const newChatParts = {
      store,
      now: parts.now,
      userName: 'You',
      castMax: 8,
      idFor: (about: string) => ids(about, 0),
    };
    const progress = { step: async () => undefined } as never;
    const { id } = await store.atomicallyInSteps(() =>
      storeChat({ store, now: parts.now, settings, newChatParts } as never, file, undefined, progress),
    );
    const { head, world: whole } = store.chats.read(id);
    const world = opened(whole);
    const carl = world.cast.find(({ name }) => name === 'Carl')?.id ?? '';
    const [heard] = store.view(id, carl, head).last(9);
    expect(heard?.turn).toBe(heard?.id);
  });
});

describe('with no hint', () => {
  test('KT-15 KT-17 a whisper to others that finds no answer is nothing to be told of', async () => {
    const toOdile = 'Psst. (ooc: __known_to_chars__Odile__)';
    anew({ settings: { hint: 'none', autoTurn: true }, backend: scripted(toOdile, '') });
    await scene.play.reply('Maren');
    expect(scene.texts('Odile').at(-1)).toBe('Psst.');
    anew({ settings: { hint: 'count', autoTurn: true }, backend: scripted(toOdile, '') });
    await expect(scene.play.reply('Maren')).rejects.toMatchObject({ code: 'empty_reply' });
  });

  test('RP-042 KT-17 a hidden line holds up nothing: what is said meanwhile is kept, and answered after it', async () => {
    const lines = scripted('Psst. (ooc: __known_to_chars__Odile__)', 'Aye, aloud.');
    let between: Promise<void> | null = null;
    const backend = async () => {
      const open = await lines();
      return {
        ...open,
        async *complete(...request: Parameters<typeof open.complete>) {
          between ??= scene.play.say('Maren, all quiet?');
          yield* open.complete(...request);
        },
      };
    };
    anew({ settings: { hint: 'none' }, backend });
    const whisper = scene.said('Odile', 'Who has the key?', ['Ansel']);
    await scene.play.reply('Ansel');
    await between;
    expect(scene.texts('Tomas').slice(-2)).toEqual(['Maren, all quiet?', 'Aye, aloud.']);
    expect(scene.seenBy('Ansel').some(({ id }) => id === whisper)).toBe(true);
    expect(scene.texts('Odile').at(-2)).toBe('Psst.');
    expect(scene.play.state().generating).toBe(null);
  });

  test('RP-042 KT-17 a hidden line refuses nothing: what is changed meanwhile is changed, who is asked speaks after it', async () => {
    const lines = scripted('Psst. (ooc: __known_to_chars__Odile__)', 'Aye, aloud.');
    let between: Promise<unknown[]> | null = null;
    const backend = async () => {
      const open = await lines();
      return {
        ...open,
        async *complete(...request: Parameters<typeof open.complete>) {
          const { play } = scene;
          between ??= Promise.all([play.pin(asked), play.edit(asked, 'All quiet!'), play.reply('Maren')]);
          yield* open.complete(...request);
        },
      };
    };
    anew({ settings: { hint: 'none' }, backend });
    const asked = scene.said('Tomas', 'All quiet?');
    scene.said('Odile', 'Who has the key?', ['Ansel']);
    await scene.play.reply('Ansel');
    await between;
    expect(scene.texts('Tomas').slice(-2)).toEqual(['All quiet!', 'Aye, aloud.']);
    expect(scene.play.pins().map(({ id }) => id)).toEqual([asked]);
    expect(scene.texts('Odile').slice(-2)).toEqual(['Psst.', 'Aye, aloud.']);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('KT-17 what is taken back during a hidden line stays so', async () => {
    const lines = scripted('Psst. (ooc: __known_to_chars__Odile__)');
    let between: Promise<unknown> | null = null;
    const backend = async () => {
      const open = await lines();
      return {
        ...open,
        async *complete(...request: Parameters<typeof open.complete>) {
          between ??= scene.play.rewind({ turns: 1 });
          yield* open.complete(...request);
        },
      };
    };
    anew({ settings: { hint: 'none' }, backend });
    const before = scene.texts('Tomas');
    scene.said('Tomas', 'All quiet?');
    scene.said('Odile', 'Who has the key?', ['Ansel']);
    await scene.play.reply('Ansel');
    await between;
    expect(scene.texts('Tomas')).toEqual(before);
    expect(scene.texts('everyone')).toHaveLength(before.length);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });
});
