import { expect, test } from 'vitest';
import type { AnyKnown } from '../../../src/domain/known/known.ts';
import type { PlayParts } from '../../../src/play/chat/parts.ts';

import { openPlay } from '../../../src/play/open-play.ts';
import type { Insert } from '../../../src/prompt/input.ts';
import { scene } from '../scene.ts';

/** The scene in which these texts stand beside cards and history. */
const playing = (inserts: NonNullable<PlayParts['inserts']>) =>
  openPlay({ ...scene.parts, inserts }, scene.id);
const known = { name: 'tale', source: 'test', reason: 'test', tier: 'should' } as const;

test('KT-07 whoever makes a text is handed the view and the world as the speaker knows them, and what is answered', async () => {
  const heard: { query: string; known: AnyKnown }[] = [];
  const play = playing((about) => {
    heard.push(about);
    return [];
  });
  scene.given({
    kind: 'message_pinned',
    payload: { message: scene.said('Ansel', 'Mine.'), owner: scene.who('Ansel') },
  });
  scene.said('Tomas', 'Psst. ((quick)) The key?', ['Maren']);
  scene.said('Tomas', 'Lamp oil?', ['Odile']);
  await play.sendLetter({ to: ['Odile'], text: 'Burn it.' });
  await play.prompt('Maren');
  await play.prompt('Odile');
  expect(heard.map(({ query }) => query.replace(/ +/g, ' '))).toEqual(['Psst. The key?', 'Lamp oil?']);
  const [maren, odile] = heard.map(({ known: own }) => own);
  expect([maren?.pins, maren?.letters]).toEqual([[], {}]);
  expect(Object.values(odile?.letters ?? {}).flat()).toMatchObject([{ text: 'Burn it.' }]);
  expect(maren?.cast.filter(({ id }) => id !== scene.who('Maren')).flatMap(({ met }) => met)).toEqual([]);
});

test('invariant 6 a text of the epoch reads as it did when the epoch began, for each process, until it ends', async () => {
  const tale = ({ known: { view } }: { known: AnyKnown }): Insert[] => [
    { ...known, zone: 'epoch', text: `${view.count()} lines so far.` },
  ];
  const taleOf = async () => {
    const { blocks } = await playing(tale).prompt('Maren');
    return blocks.filter(({ name }) => name === 'tale').map(({ zone, text }) => `${zone} ${text.trim()}`);
  };
  const before = scene.seenBy('Maren').length;
  expect(await taleOf()).toEqual([`epoch ${before} lines so far.`]);
  await playing(tale).reply('Maren');
  expect(await taleOf()).toEqual([`epoch ${before} lines so far.`, `told ${before + 1} lines so far.`]);
  await playing(tale).rewind({ turns: 1 });
  scene.said('Odile', 'Oil?');
  expect(await taleOf()).toEqual([`epoch ${before + 1} lines so far.`]);
});

test('RP-014 an author’s note of 7,000 tokens is refused by name before anything is sent, in a look at the prompt too', async () => {
  const budget = { context: 8192, hard: 7400, soft: 6000 };
  const { settings } = scene.parts;
  const play = openPlay({ ...scene.parts, settings: { ...settings, budget } }, scene.id);
  for (let n = 0; n < 10; n += 1) scene.said('Tomas', `${n} ${'water '.repeat(40)}`);
  await play.setNote({ text: 'w '.repeat(7000), depth: 4, role: 'system', every: 1, to: [] });
  const refusal = {
    code: 'insert_too_large',
    message: expect.stringMatching(/^"author's note" takes \d{4} tokens/),
  };
  await expect(play.prompt('Maren')).rejects.toMatchObject(refusal);
  const lines = scene.seenBy('Maren').length;
  await expect(play.reply('Maren')).rejects.toMatchObject({ code: 'insert_too_large' });
  expect(scene.seenBy('Maren')).toHaveLength(lines);
});
