import { expect, test } from 'vitest';
import type { NewEvent } from '../../../src/domain/events/events.ts';
import type { BookInUse } from '../../../src/play/chat/books-in-use.ts';
import type { PlaySettings } from '../../../src/play/chat/parts.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { closeScene } from '../../../src/play/story/scenes/scenes-seen.ts';
import type { PromptPlan } from '../../../src/prompt/plan.ts';
import { settings } from '../../histories.ts';
import { anew, scene } from '../scene.ts';

const plan = (of = 'Maren') => scene.playing().prompt(of);
const toldIn = ({ blocks }: PromptPlan): string[] =>
  blocks.filter(({ zone }) => zone === 'told').map(({ text }) => text.trim());
const told = async (of?: string): Promise<string[]> => toldIn(await plan(of));
const sealed = ({ blocks }: PromptPlan): string =>
  blocks
    .filter(({ zone }) => zone === 'epoch')
    .map(({ text }) => text)
    .join('');
const begun = ({ prompt }: PromptPlan, what: string): string => prompt.slice(0, prompt.lastIndexOf(what));
const reply = (of = 'Maren') => scene.playing().reply(of);

/** Something that Maren comes to feel or know of Tomas. */
const feels = (change: object): void => {
  const [from, to] = [scene.who('Maren'), scene.who('Tomas')];
  scene.given({ kind: 'edge_update', payload: { from, to, ...change, knownTo: [from] } });
};

test('invariant 6 what a speaker comes to know is told once behind the lines of its time, and later prompts begin with that', async () => {
  scene.said('Tomas', 'Good evening.');
  await reply();
  feels({ learns: ['He lies.'] });
  scene.said('Tomas', 'Where is the key?');
  expect(await told()).toEqual(['[About Tomas: He lies.]']);
  const first = await plan();
  expect(first.prompt.indexOf('He lies.')).toBeLessThan(first.prompt.indexOf('Where is the key?'));
  await reply();
  feels({ learns: ['He has the key.'] });
  scene.said('Tomas', 'Good night.');
  const next = await plan();
  expect(toldIn(next)).toEqual(['[About Tomas: He lies.]', '[About Tomas: He has the key.]']);
  expect(next.prompt.startsWith(begun(first, '[Maren never'))).toBe(true);
});

test('KT-07 what is told is recorded for its speaker alone: no prompt of another holds it', async () => {
  scene.said('Tomas', 'Good evening.');
  await reply();
  feels({ learns: ['He lies.'] });
  const before = await plan('Odile');
  await reply();
  const after = await plan('Odile');
  expect(after.prompt).not.toContain('He lies.');
  expect(sealed(after)).toBe(sealed(before));
});

test('a rewind to before and another version take what was told away with the line that told it', async () => {
  scene.said('Tomas', 'Good evening.');
  await reply();
  const before = await plan();
  feels({ learns: ['He lies.'] });
  await reply();
  expect(await told()).toEqual(['[About Tomas: He lies.]']);
  await scene.playing().rewind({ turns: 2 });
  scene.said('Tomas', 'Good evening.');
  await reply();
  expect(await told()).toEqual([]);
  expect((await plan()).prompt.startsWith(begun(before, '\nTomas:'))).toBe(true);
});

test('RP-084 a feeling of nothing is not told; that it has come to nothing is, to whom it was told otherwise', async () => {
  feels({ affinityDelta: 0, learns: ['He lies.'] });
  scene.said('Tomas', 'Good evening.');
  expect(sealed(await plan())).not.toContain('affinity 0');
  await reply();
  feels({ affinityDelta: 3 });
  feels({ affinityDelta: 3 });
  expect(await told()).toEqual(['[You and Tomas: affinity 6, trust 0, each of 100.]']);
  await reply();
  feels({ affinityDelta: -3 });
  feels({ affinityDelta: -3 });
  expect((await told()).at(-1)).toBe('[You and Tomas: affinity 0, trust 0, each of 100.]');
});

test.each([
  ['forgotten', () => feels({ forgets: ['He lies.'] })],
  [
    'of a line that reads otherwise now',
    async () => {
      const [first] = scene.seenBy('Maren').filter(({ text }) => text === 'I lied to you.');
      await scene.playing().edit(first?.id ?? '', 'I never lied.');
    },
  ],
] as const)(
  'a fact that is %s leaves the prompt with the next line, and the window stays',
  async (_, takeBack) => {
    scene.said('Tomas', 'I lied to you.');
    await reply();
    feels({ learns: ['He lies.', 'He is tall.'] });
    await reply();
    const before = await plan();
    expect(toldIn(before).join()).toContain('He lies.');
    await takeBack();
    const after = await plan();
    expect([after.sealed !== null, after.windowFrom]).toEqual([true, before.windowFrom]);
    expect(toldIn(after)).toEqual([]);
    expect(sealed(after)).toContain('He is tall.');
    await reply();
    expect((await plan()).sealed).toBeNull();
  },
);

test('RP-090 a scene that closes ends no epoch: what is kept of it is told once', async () => {
  scene.said('Tomas', 'Good evening.');
  await reply();
  const before = await plan();
  closeScene(scene.playing().chat);
  const [closed] = [...scene.store.log.all({ chat: scene.id, kind: 'scene_closed' })];
  const kept = { scene: closed?.id ?? '', n: 1, owner: scene.who('Maren'), text: 'They met.' };
  scene.given({ kind: 'scene_summarized', payload: kept }, 'model');
  const after = await plan();
  expect([after.sealed, toldIn(after)]).toEqual([null, ['[Scene 1, as you remember it: They met.]']]);
  expect(after.prompt.startsWith(begun(before, '[Maren never'))).toBe(true);
});

const goesOn = async (): Promise<boolean> => (await plan()).sealed === null;

test.each([
  ['has a macro', { text: '{{char}} is tired.', every: 1 }],
  ['stands in every third prompt', { text: 'It rains.', every: 3 }],
])('HC-19 a note that %s is told and ends no epoch; one that is taken off does', async (_, note) => {
  scene.said('Tomas', 'Good evening.');
  await reply();
  await scene.playing().setNote({ ...note, depth: 4, role: 'system', to: [] });
  let times = 0;
  for (let n = 0; n < 6; n += 1) {
    expect(await goesOn()).toBe(true);
    await reply();
    scene.said('Tomas', `Hm, ${n}.`);
    times = (await told()).join().split(/is tired|It rains/).length - 1;
  }
  expect(times).toBeGreaterThan(0);
  await scene.playing().setNote(null);
  const without = await plan();
  expect([...toldIn(without), sealed(without)].join()).not.toMatch(/is tired|It rains/);
});

test('invariant 6 what is found later of an earlier line is told behind the window’s beginning, which reads as it was sent', async () => {
  feels({ learns: ['He is tall.'] });
  const said = scene.said('Tomas', 'I lied to you.');
  const before = await plan();
  await reply();
  const [from, to] = [scene.who('Maren'), scene.who('Tomas')];
  const fact: NewEvent = {
    kind: 'edge_update',
    payload: { from, to, learns: ['He lies.'], knownTo: [from] },
  };
  const how = { actor: 'model', at: scene.parts.now() } as const;
  scene.store.chats.conclude(scene.id, how, { job: 'state', about: said, source: 's', facts: [fact] });
  const after = await plan();
  expect(after.prompt.startsWith(begun(before, '[Maren never'))).toBe(true);
  expect(toldIn(after)).toEqual(['[About Tomas: He lies.]']);
});

test('what was felt about somebody leaves the prompt when all of it is reset', async () => {
  scene.said('Tomas', 'Good evening.');
  await reply();
  feels({ summary: 'They were friends.', affinityDelta: 3 });
  await reply();
  expect((await plan()).prompt).toContain('They were friends.');
  scene.given({ kind: 'character_reset', payload: { character: scene.who('Maren') } });
  expect((await plan()).prompt).not.toContain('They were friends.');
});

test('lore that was told leaves the prompt when its book reads otherwise, and what it says now is told', async () => {
  const bookOf = (content: string): BookInUse => ({
    ...{ id: content, rank: 'global' },
    book: {
      ...{ name: 'Quay', extensions: {} },
      entries: [{ keys: ['key'], content, enabled: true, insertion_order: 1, extensions: {} }],
    },
  });
  const play = (content: string) => openPlay({ ...scene.parts, books: () => [bookOf(content)] }, scene.id);
  scene.said('Tomas', 'Where is the key?');
  await play('It is of iron.').reply('Maren');
  scene.said('Tomas', 'What does the key open?');
  const same = await play('It is of iron.').prompt('Maren');
  expect([same.sealed, same.prompt.split('It is of iron.').length]).toEqual([null, 2]);
  const { prompt } = await play('It is of brass.').prompt('Maren');
  expect(prompt).not.toContain('iron');
  expect(prompt).toContain('It is of brass.');
});

test('what was told past its share of a prompt is drawn together before the history, and no message gives way', async () => {
  const small: Partial<PlaySettings> = { budget: { ...settings.budget, hard: 2000, soft: 1800, told: 0.05 } };
  anew({ settings: small });
  scene.said('Tomas', 'Good evening.');
  await reply();
  const from = (await plan()).windowFrom;
  let times = 0;
  for (let n = 0; n < 8; n += 1) {
    feels({ learns: [`He has told her so, and of the ferry, the bell and the rope, for the ${n}th time.`] });
    const { sealed: begins, windowFrom, prompt } = await plan();
    expect(windowFrom).toBe(from);
    expect(prompt.split(`the ${n}th time`)).toHaveLength(2);
    if (begins) times += 1;
    await reply();
  }
  expect(times).toBeGreaterThan(0);
  expect(times).toBeLessThan(5);
});

test('a prompt that is read ahead is how the prompt begins that answers whatever is typed', async () => {
  scene.said('Tomas', 'Good evening.');
  await reply();
  feels({ learns: ['He lies.'] });
  const sent: string[] = [];
  const { backend } = scene.parts;
  const real = await backend();
  const parts = {
    ...scene.parts,
    backend: async () => ({
      ...real,
      isModel: true,
      complete: (request: Parameters<typeof real.complete>[0], signal: AbortSignal) => {
        sent.push(request.prompt);
        return real.complete(request, signal);
      },
    }),
  };
  const play = openPlay(parts, scene.id);
  await play.connect();
  play.chooseNext('Maren');
  play.drafting('Where');
  await expect.poll(() => sent.length).toBe(1);
  await play.say('Where is the key?', { reply: ['Maren'] });
  const [ahead = '', answered = ''] = sent;
  expect(ahead).toContain('He lies.');
  expect(answered.startsWith(ahead)).toBe(true);
  await play.close();
});
