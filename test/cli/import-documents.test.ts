import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plainCard } from './inn.ts';
import { mindOf } from './months.ts';
import { Stage } from './sotto.ts';

const node = (id: string, parent: string | null, role: string, text: string) => ({
  ...{ id, parent, children: [] },
  message: { author: { role }, create_time: 1_700_000_000, content: { content_type: 'text', parts: [text] } },
});
const conversation = (title: string, ...nodes: { id: string }[]) => ({
  ...{ title, create_time: 1_700_000_000, current_node: nodes.at(-1)?.id },
  mapping: Object.fromEntries(nodes.map((one) => [one.id, one])),
});
const conversations = [
  conversation('Empty'),
  conversation(
    'The mill',
    ...[node('a', null, 'user', 'Where is the mill?'), node('b', 'a', 'assistant', 'Uphill.')],
    ...[
      node('c', 'b', 'user', 'Uphill from here?'),
      node('d', 'a', 'assistant', 'The mill is by the river.'),
    ],
  ),
  conversation('The inn', node('a', null, 'user', 'Who keeps the inn?')),
];

function saved(stage: Stage, name: string, value: unknown, indent?: number): string {
  const path = join(stage.folder, name);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value, null, indent));
  return path;
}

test.each([0, 2])(
  "each conversation of ChatGPT's export becomes a chat, versions and what followed them too (indent %i)",
  async (indent) => {
    const stage = new Stage();
    const path = saved(stage, 'conversations.json', conversations, indent);
    const lines = await stage.json('chat', 'import', path);
    expect(lines.map(({ name }) => name)).toEqual(['The mill', 'The inn']);
    expect(lines[1]?.warnings).toEqual(['chats in the file without messages, which are left out: 1']);
    const texts = async () => (await stage.json('log', 'The mill', '--all')).map(({ text }) => text);
    expect(await texts()).toEqual(['Where is the mill?', 'The mill is by the river.']);
    const branches = await stage.json('branches', 'The mill');
    const other = branches.find(({ current }) => !current);
    expect(other?.preview).toBe('Uphill from here?');
    await stage.json('switch', other?.name ?? '', '--chat', 'The mill');
    expect(await texts()).toEqual(['Where is the mill?', 'Uphill.', 'Uphill from here?']);
    await stage.json('rewind', 'The mill', '--turns', '1');
    await stage.json('swipe', '1', '--chat', 'The mill');
    expect(await texts()).toEqual(['Where is the mill?', 'The mill is by the river.']);
  },
);

test('HC-28 what came from an assistant is the past of the character of the library that it is said to be', async () => {
  const stage = new Stage();
  await stage.json('card', 'import', saved(stage, 'Mira.json', plainCard('Mira', 'I keep an inn.')));
  await stage.json('chat', 'import', saved(stage, 'c.json', conversations), '--character', 'Mira');
  await stage.json('new', 'Mira', '--as', 'Ann', '--title', 'Now');
  await stage.json('say', 'Now', 'What do you know of the mill?', '--no-reply');
  expect((await mindOf(stage, 'Mira', 'Now')).join('\n')).toContain('The mill is by the river.');
});

test.each([
  ['package.json', { name: 'x', version: '1.0.0', scripts: {} }, 'is not a chat'],
  ['list.json', [{ name: 'x' }], 'is not a chat'],
  ['log.json', { internal: [['a', 'b']], visible: [['a', 'b']] }, '--character NAME'],
  ['lists.json', `[${'[],'.repeat(1_000_000)}`, 'JSON, but no export that sotto knows'],
  ['half.json', [conversations[1], { mapping: 1 }], 'chat 2: '],
  ['cut.json', `${JSON.stringify(conversations).slice(0, -30)}`, 'not a chat'],
  ['none.json', [conversations[0]], 'has no message'],
])('%s is refused in one line, and nothing of it is stored', async (name, value, why) => {
  const stage = new Stage();
  const { code, stderr } = await stage.run('chat', 'import', saved(stage, name, value, 2));
  expect(code).toBe(2);
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(why)]);
  expect(await stage.json('chats')).toEqual([]);
});
