import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeChunk } from '../../src/cards/formats/png.ts';
import { plainCard } from './inn.ts';
import { mindOf } from './months.ts';
import { pngOf } from './portrait-png.ts';
import { Stage } from './sotto.ts';

const said = (name: string, mes: string, more: object = {}) => ({
  ...{ name, is_user: name === 'Ann', send_date: '2025-06-01T10:00:00.000Z', mes },
  ...more,
});
const chat = (...messages: object[]): string =>
  [{ user_name: 'unused', character_name: 'unused', chat_metadata: {} }, ...messages]
    .map((line) => JSON.stringify(line))
    .join('\n');

/** A card as SillyTavern keeps it: a picture with the card in a chunk. */
function pngCard(name: string, greeting: string): Uint8Array {
  const text = `chara\0${Buffer.from(plainCard(name, greeting)).toString('base64')}`;
  const before = [makeChunk('tEXt', Buffer.from(text, 'latin1'))];
  return pngOf({ width: 1, height: 1, colourType: 0, lines: new Uint8Array([0, 0]), before });
}

const files: Record<string, string | Uint8Array> = {
  'characters/Mira.png': pngCard('Mira', 'I keep an inn.'),
  'characters/Mira1.png': pngCard('Mira', 'I mend sails.'),
  'characters/Tom.json': plainCard('Tom', 'I am Tom.'),
  'characters/Capt.json': plainCard('Captain Reed', 'Aye.'),
  'chats/Mira/Spring.jsonl': chat(said('Mira', 'Welcome!'), said('Ann', 'The brass key opens the mill.')),
  'chats/Mira/Summer.jsonl': chat(said('Mira', 'Welcome!'), said('Ann', 'The mill burned down in June.')),
  'chats/Mira1/Spring.jsonl': chat(said('Mira', 'Ahoy!'), said('Ann', 'The mill has no sails, keeper.')),
  'chats/Tom/Autumn.jsonl': chat(said('Tom', 'Hm.'), said('Ann', 'A miller keeps bees at the mill.')),
  'chats/Capt/Winter.jsonl': chat(said('Reed', 'Aye.'), said('Ann', 'Ice drifts by the mill, Reed.')),
  'group chats/9.jsonl': chat(said('Ann', 'Salt?'), said('Cook', 'The mill grinds salt.')),
  'groups/1.json': JSON.stringify({
    ...{ id: '1', name: 'Both', members: ['Mira.png', 'Tom.json'], chats: ['1a'] },
  }),
  'group chats/1a.jsonl': chat(
    said('Ann', 'We meet behind the mill.', { present: ['Mira.png', 'Tom.json'] }),
    said('Mira', 'The mill hides a cellar.', { original_avatar: 'Mira.png', present: ['Mira.png'] }),
    said('Tom', 'Well.', { original_avatar: 'Tom.json', present: ['Mira.png', 'Tom.json'] }),
  ),
};

/** What each who is met anew remembers of the mill, without what is told around it. */
async function rememberedBy(stage: Stage, card: string, name: string): Promise<string[]> {
  await stage.json('new', card, '--as', 'Ann', '--title', `Now ${card}`);
  await stage.json('say', `Now ${card}`, 'What do you know of the mill?', '--no-reply');
  const lines = await mindOf(stage, name, `Now ${card}`);
  return lines.map((line) => line.replace(/^.*said[^:]*: |\]$/g, '')).sort();
}

test('HC-28 a whole folder of SillyTavern is the past of the characters of its cards, each chat of those who are in it', async () => {
  const stage = new Stage();
  for (const [name, content] of Object.entries(files)) {
    const path = join(stage.folder, 'silly/data/default-user', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  const run = await stage.run('import', 'sillytavern', join(stage.folder, 'silly'), '--json');
  expect(run).toMatchObject({ code: 0 });
  const [keeper, sailor] = run.lines
    .filter(({ kind, name }) => kind === 'card' && name === 'Mira')
    .map(({ id }) => String(id));
  expect(await rememberedBy(stage, keeper ?? '', 'Mira')).toEqual([
    'The brass key opens the mill.',
    'The mill burned down in June.',
    'The mill hides a cellar.',
    'We meet behind the mill.',
  ]);
  expect(await rememberedBy(stage, sailor ?? '', 'Mira')).toEqual(['The mill has no sails, keeper.']);
  expect(await rememberedBy(stage, 'Tom', 'Tom')).toEqual([
    'A miller keeps bees at the mill.',
    'We meet behind the mill.',
  ]);
  expect(await rememberedBy(stage, 'Captain Reed', 'Captain Reed')).toEqual([
    'Ice drifts by the mill, Reed.',
  ]);
});
