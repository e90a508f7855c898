import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Backend } from '../../src/inference/backend.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import type { PlayEvent } from '../../src/play/play.ts';
import { openScene, type SceneOptions } from '../histories.ts';

let scene: ReturnType<typeof openScene>;
beforeEach(() => {
  scene = openScene();
});
afterEach(() => scene.close());

const anew = (options: SceneOptions): void => {
  scene.close();
  scene = openScene(options);
};

/** A model that writes these lines one after the other, piece by piece, and begins again. */
const scripted = (...lines: string[]): (() => Promise<Backend>) => {
  let at = 0;
  const usage = {
    promptTokens: 1,
    reusedTokens: 0,
    generatedTokens: 1,
    firstTokenMs: 0,
    totalMs: 0,
    model: '',
  };
  return async () => ({
    ...createUnderstudy(),
    async *complete() {
      const text = lines[at % lines.length] ?? '';
      at += 1;
      for (const piece of text) yield { type: 'delta', text: piece };
      yield { type: 'finished', text, reason: 'eos', usage };
    },
  });
};

const speakers = (name = 'everyone'): string[] =>
  scene
    .seenBy(name as 'everyone')
    .map(({ speaker }) => scene.state.world.cast.find(({ id }) => id === speaker)?.name ?? '');
const audience = (text: string): string[] => {
  const knownTo = scene.seenBy('everyone').find((message) => message.text === text)?.knownTo ?? [];
  return scene.state.world.cast.filter(({ id }) => knownTo.includes(id)).map(({ name }) => name);
};
const kinds = (): string[] => [...scene.store.log.all({ chat: scene.id })].map(({ kind }) => kind);

describe('a chat begins', () => {
  test('SP-14 SP-15 with the greeting of the host, its macros filled in', () => {
    expect(scene.texts('Odile')).toEqual(['*Maren coils a wet rope.* "You are early, Tomas."']);
    expect(scene.play.state()).toMatchObject({ playing: { name: 'Tomas' }, branch: 'main', unperceived: 0 });
  });

  test('KT-19 RP-006 with everyone in the cast, the host first', () => {
    expect(scene.state.world.cast.map(({ name }) => name)).toEqual(['Maren', 'Ansel', 'Odile', 'Tomas']);
  });
});

describe('saying', () => {
  test('KT-14 RP-046 the one who is named answers, publicly', async () => {
    await scene.play.say('Ansel, what do you read?');
    expect(speakers()).toEqual(['Maren', 'Tomas', 'Ansel']);
    expect(scene.seenBy('Odile')).toHaveLength(3);
  });

  test('KT-01 KT-07 a whisper is answered by its recipients alone, and by nobody else perceived', async () => {
    await scene.play.say('Where is the key? (ooc: __known_to_chars__Odile__)');
    expect(speakers()).toEqual(['Maren', 'Tomas', 'Odile']);
    expect(speakers('Odile')).toEqual(['Maren', 'Tomas', 'Odile']);
    expect(speakers('Ansel')).toEqual(['Maren']);
    expect((await scene.play.prompt('Ansel')).prompt).not.toContain('key?');
    expect((await scene.play.prompt('Odile')).prompt).toContain('key? (ooc: __known_to_chars__Odile__)');
  });

  test('KT-13 as somebody else, to some, with chosen repliers', async () => {
    await scene.play.say('Meet me.', { as: 'maren', to: ['Ansel'], reply: ['Ansel'] });
    expect(speakers()).toEqual(['Maren', 'Maren', 'Ansel']);
    expect(audience('Meet me.')).toEqual(['Maren', 'Ansel']);
    expect(speakers('Tomas')).toEqual(['Maren']);
    expect(scene.play.state().unperceived).toBe(2);
  });

  test('RP-103 an empty list of repliers is silence', async () => {
    await scene.play.say('Hm.', { reply: [] });
    expect(speakers()).toEqual(['Maren', 'Tomas']);
  });

  test.each([
    ['Hush. __known_to_chars__Eve__', {}, 'unknown_name'],
    ['Hush. __known_to_chars__Odile', {}, 'unclosed_tag'],
    [' ', {}, 'empty_text'],
    ['Hush.', { as: 'Eve' }, 'unknown_name'],
    ['Hush.', { to: ['Eve'] }, 'unknown_name'],
    ['Hush.', { reply: ['Eve'] }, 'unknown_name'],
  ])('KT-05 what is wrong is told before anything is stored: %j %j', async (text, options, code) => {
    const before = kinds();
    await expect(scene.play.say(text, options)).rejects.toMatchObject({ code });
    expect(kinds()).toEqual(before);
  });

  test('KT-10 a model whispers with a tag; KT-04 it is in the audience itself', async () => {
    anew({ backend: scripted('Under the stone. (ooc: __known_to_chars__Odile__)') });
    await scene.play.say('Maren?');
    expect(audience('Under the stone.')).toEqual(['Maren', 'Odile']);
    expect(scene.texts('Tomas')).not.toContain('Under the stone.');
  });

  test('KT-09 with the feature off a tag is text and hides nothing', async () => {
    anew({ settings: { tag: { enabled: false, tag: '__known_to_chars__', end: '__' } } });
    await scene.play.say('Hush. __known_to_chars__Odile__', { reply: [] });
    expect(scene.texts('Ansel')).toContain('Hush. __known_to_chars__Odile__');
  });
});

describe('turns without the human', () => {
  const gossip = 'Psst. (ooc: __known_to_chars__Ansel__)';

  test('KT-15 KT-18 a whisper that misses the human is answered, up to the hop limit', async () => {
    anew({
      settings: { autoTurn: true, maxHops: 3 },
      backend: scripted(gossip, 'Aye. (ooc: __known_to_chars__Maren__)'),
    });
    await scene.play.say('Maren?');
    expect(speakers()).toEqual(['Maren', 'Tomas', 'Maren', 'Ansel', 'Maren', 'Ansel']);
    expect(speakers('Tomas')).toEqual(['Maren', 'Tomas']);
  });

  test('KT-16 the chain stops at a public message, and where the human is in the audience', async () => {
    anew({
      settings: { autoTurn: true },
      backend: scripted(gossip, 'I say it aloud. __known_to_chars__Maren,Ansel,Odile,Tomas__'),
    });
    await scene.play.say('Maren?');
    expect(speakers()).toEqual(['Maren', 'Tomas', 'Maren', 'Ansel']);
    anew({ settings: { autoTurn: true }, backend: scripted('Psst. (ooc: __known_to_chars__Tomas,Odile__)') });
    await scene.play.say('Maren?');
    expect(speakers()).toEqual(['Maren', 'Tomas', 'Maren']);
  });

  test('KT-15 it is off unless it is switched on', async () => {
    anew({ backend: scripted(gossip) });
    await scene.play.say('Maren?');
    expect(speakers()).toEqual(['Maren', 'Tomas', 'Maren']);
  });
});

describe('other versions', () => {
  const replies = (): string[] => scene.texts('Tomas').slice(2);

  test('RP-098 regenerate makes another reply beside the first; swipe goes from one to the other', async () => {
    await scene.play.say('Maren?');
    const [first] = replies();
    await scene.play.regenerate();
    const [second] = replies();
    expect(second).not.toBe(first);
    expect(await scene.play.swipe('prev')).toEqual({ index: 1, of: 2 });
    expect(replies()).toEqual([first]);
    expect(await scene.play.swipe(2)).toEqual({ index: 2, of: 2 });
    expect(replies()).toEqual([second]);
    await expect(scene.play.swipe('next')).rejects.toMatchObject({ code: 'no_such_swipe' });
    expect(kinds().filter((kind) => kind === 'reply_received')).toHaveLength(2);
  });

  test('a version that was continued and edited comes back as it was left', async () => {
    await scene.play.say('Maren?');
    await scene.play.edit('last', 'Edited.');
    await scene.play.regenerate();
    await scene.play.swipe(1);
    expect(replies()).toEqual(['Edited.']);
  });

  test('invariant 2 what happened in secret is no version of what the human perceives', async () => {
    await scene.play.say('Maren?');
    await scene.play.branch('dawn', '-2');
    await scene.play.say('Psst.', { as: 'Odile', to: ['Ansel'], reply: [] });
    await scene.play.switchTo('main');
    await scene.play.regenerate();
    expect(await scene.play.swipe('prev')).toEqual({ index: 1, of: 2 });
  });

  test('invariant 2 what happened in secret changes no word of another version', async () => {
    const written: string[][] = [];
    for (const isSecret of [true, false]) {
      anew({});
      await scene.play.say('Maren?');
      await scene.play.branch('dawn', '-2');
      if (isSecret) {
        await scene.play.say('Psst.', { as: 'Odile', to: ['Ansel'], reply: [] });
        await scene.play.undo();
        await scene.play.say('Pst.', { as: 'Odile', to: ['Ansel'], reply: [] });
      }
      await scene.play.switchTo('main');
      await scene.play.regenerate();
      written.push(scene.texts('Tomas'));
    }
    expect(written[0]).toEqual(written[1]);
  });

  test('a message that was deleted since is no version of what followed it', async () => {
    await scene.play.say('One.', { reply: [] });
    await scene.play.say('Maren?');
    await scene.play.remove('-3');
    await scene.play.remove('-2');
    const before = scene.texts('Tomas');
    expect(await scene.play.swipe(1)).toEqual({ index: 1, of: 1 });
    expect(scene.texts('Tomas')).toEqual(before);
  });

  test('what was said on another branch, before or after a reply, is no version of it', async () => {
    await scene.play.say('Maren?');
    await scene.play.branch('fog', '-3');
    await scene.play.say('Zero.', { reply: [] });
    await scene.play.switchTo('main');
    await scene.play.branch('dawn');
    await scene.play.say('One.', { reply: [] });
    await scene.play.switchTo('main');
    await scene.play.say('Two.', { reply: [] });
    await scene.play.undo();
    expect(await scene.play.swipe(1)).toEqual({ index: 1, of: 1 });
  });

  test('invariant 2 a reply after a secret is a version of one without it', async () => {
    await scene.play.say('Maren?');
    await scene.play.branch('dawn', '-2');
    await scene.play.say('Psst.', { as: 'Odile', to: ['Ansel'], reply: [] });
    await scene.play.reply('Maren');
    expect(await scene.play.swipe('prev')).toEqual({ index: 1, of: 2 });
  });

  test('RP-098 after the human spoke last, regenerate fetches the reply that is missing', async () => {
    await scene.play.say('Ansel?', { reply: [] });
    await scene.play.regenerate();
    expect(speakers()).toEqual(['Maren', 'Tomas', 'Ansel']);
  });
});

describe('the tree', () => {
  test('RP-102 a dry run says what would be undone, and undoes nothing', async () => {
    await scene.play.say('One.', { reply: [] });
    scene.said('Maren', 'Psst.', ['Odile']);
    scene.play.playAs('Tomas');
    const undone = await scene.playing().rewind({ turns: 2 }, { dryRun: true });
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

describe('addresses', () => {
  test('last, a number back, an id or the beginning of one; never what is not perceived', async () => {
    const hidden = scene.said('Maren', 'Psst.', ['Odile']);
    const id = scene.said('Tomas', 'One.');
    const play = scene.playing();
    expect(play.message('last').id).toBe(id);
    expect(play.message('-1').id).toBe(id);
    expect(play.message(id).id).toBe(id);
    expect(play.message(id.slice(0, 10)).id).toBe(id);
    for (const address of [hidden, hidden.slice(0, 10), '', '-9', 'xyz!']) {
      expect(() => play.message(address)).toThrow(expect.objectContaining({ code: 'no_such_message' }));
    }
  });

  test('invariant 2 a short beginning means the same however many hidden ids share it', () => {
    const id = scene.said('Tomas', 'One.');
    for (let n = 0; n < 600; n += 1) scene.said('Maren', `${n}`, ['Odile']);
    const mine = scene.seenBy('Tomas').map((message) => message.id);
    const prefix = mine.some((other) => other !== id && other[0] === id[0]) ? id.slice(0, 2) : id.slice(0, 1);
    expect(scene.playing().message(prefix).id).toBe(id);
  });
});

describe('pins', () => {
  test('RP-035 belong to one character, are in its prompt and in no other', async () => {
    const id = scene.said('Maren', 'The key is under the stone.', ['Odile']);
    const odile = scene.playing('Odile');
    await odile.pin(id);
    await odile.pin(id);
    expect(odile.pins().map(({ text }) => text)).toEqual(['The key is under the stone.']);
    expect(odile.state().pinned).toEqual(new Set([id]));
    expect((await odile.prompt('Odile')).blocks.find(({ name }) => name === 'pins')?.source).toBe(id);
    expect((await odile.prompt('Maren')).blocks.some(({ name }) => name === 'pins')).toBe(false);
    expect(scene.playing('Tomas').pins('Tomas')).toEqual([]);
    await odile.unpin(id);
    expect(odile.pins()).toEqual([]);
    await expect(odile.unpin(id)).rejects.toMatchObject({ code: 'not_pinned' });
    await expect(scene.playing('Tomas').pin(id)).rejects.toMatchObject({ code: 'no_such_message' });
  });
});

describe('what listeners hear', () => {
  const heard = (as?: string): { events: PlayEvent[]; play: typeof scene.play } => {
    const events: PlayEvent[] = [];
    const play = scene.playing(as);
    play.subscribe((event) => events.push(event));
    return { events, play };
  };

  test('a reply is heard piece by piece, then whole', async () => {
    const { events, play } = heard();
    await play.say('Maren?');
    const streamed = events.flatMap((event) => (event.type === 'delta' ? [event.text] : [])).join('');
    expect(streamed.length).toBeGreaterThan(0);
    expect(scene.texts('Tomas').at(-1)?.startsWith(streamed)).toBe(true);
    const order = events.map(({ type }) => type).filter((type) => type !== 'state' && type !== 'delta');
    expect(order).toEqual(['message', 'message', 'stream_end', 'usage']);
  });

  test('KT-17 invariant 2 nothing of a private exchange is heard, not even who speaks', async () => {
    anew({ backend: scripted('The key is under the stone. (ooc: __known_to_chars__Odile__)') });
    const { events, play } = heard();
    const states: unknown[] = [];
    play.subscribe(() => states.push(play.state().generating));
    await play.say('Where is the key?', { as: 'Odile', to: ['Maren'] });
    expect(new Set(states)).toEqual(new Set([null, 'hidden']));
    expect(events.filter(({ type }) => type !== 'state')).toEqual([]);
    expect(play.state().unperceived).toBe(2);
    expect(JSON.stringify(play.state())).not.toMatch(/key|stone/);
  });

  test.each([
    ['count', 1, []],
    ['names', 1, ['Maren']],
    ['none', null, []],
  ] as const)('KT-17 the hint %s', (hint, unperceived, names) => {
    anew({ settings: { hint } });
    scene.said('Maren', 'Psst.', ['Odile']);
    expect(scene.playing().state()).toMatchObject({ unperceived, unperceivedNames: names });
  });

  test('KT-12 KT-13 whoever is played, the view is theirs', async () => {
    scene.said('Maren', 'Psst.', ['Odile']);
    const { events, play } = heard();
    expect(play.view().count()).toBe(1);
    await play.playAs('odile');
    expect(events.map(({ type }) => type)).toContain('reload');
    expect(
      play
        .view()
        .last(9)
        .map(({ text }) => text),
    ).toContain('Psst.');
    expect(play.state()).toMatchObject({ playing: { name: 'Odile' }, unperceived: 0 });
  });
});
