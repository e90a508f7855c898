import { expect, test } from 'vitest';
import { atTheInn, innCard, keeperCard, plainCard } from './inn.ts';
import { areShaped } from './shapes.ts';
import { Stage, texts } from './sotto.ts';

test('KT-19 new: one multi-character card makes the whole cast, its role the played one, its opening the first line', async () => {
  const stage = new Stage();
  const lines = await stage.json('new', stage.file('inn.json', JSON.stringify(innCard)));
  areShaped(lines);
  expect(lines).toMatchObject([{ title: 'The Inn', cast: ['Alice', 'Bob', 'Carl'], playing: 'Alice' }]);
  expect(await stage.json('log')).toMatchObject([{ speaker: 'Alice', text: innCard.first_msg, knownTo: [] }]);
  expect(await stage.text('prompt', '--for', 'Bob')).toContain(innCard.sys_prompt);
});

test('new: several cards, --as, --title, --greeting, and imported cards by name', async () => {
  const stage = new Stage();
  const keeper = stage.file('keeper.json', JSON.stringify(keeperCard));
  const maid = stage.file('maid.json', plainCard('Maid', 'Oh!'));
  const [chat] = await stage.json('new', keeper, maid, '--as', 'Ann', '--title', 'T', '--greeting', '1');
  expect(chat).toMatchObject({ title: 'T', cast: ['Keeper', 'Maid', 'Ann'], playing: 'Ann' });
  expect(texts(await stage.json('log'))).toEqual(['We are full, Ann.']);
  expect(await stage.json('new', 'maid')).toMatchObject([
    { title: 'Maid', cast: ['Maid', 'You'], playing: 'You' },
  ]);
  expect(await stage.text('new', 'Maid')).toMatch(/^Maid 2 \(\w+\): Maid, You; you play You\n$/);
});

test('chats: the latest first; chat rename, delete with --yes, restore', async () => {
  const stage = await atTheInn();
  await stage.json('new', stage.file('k.json', JSON.stringify(keeperCard)));
  const titles = async (...args: string[]) => (await stage.json('chats', ...args)).map(({ title }) => title);
  expect(await titles()).toEqual(['Keeper', 'The Inn']);
  await stage.json('say', 'The Inn', 'Hm.', '--no-reply');
  expect(await titles()).toEqual(['The Inn', 'Keeper']);
  expect(await stage.json('chat', 'rename', 'Keeper', 'Boots')).toMatchObject([
    { type: 'chat', title: 'Boots' },
  ]);
  expect(await stage.json('chat', 'delete', 'Boots', '--yes')).toMatchObject([
    { type: 'deleted', title: 'Boots' },
  ]);
  expect(await titles()).toEqual(['The Inn']);
  expect(await titles('--deleted')).toEqual(['Boots']);
  expect(await stage.json('chat', 'restore', 'Boots')).toMatchObject([{ type: 'chat', title: 'Boots' }]);
  expect((await titles()).sort()).toEqual(['Boots', 'The Inn']);
  await stage.isSound();
});

test('log: the played view by default, --as another, --all everything, --tail the last few', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'for Bob', '--to', 'Bob', '--no-reply');
  await stage.json('say', 'of Carl', '--to', 'Bob', '--as', 'Carl', '--no-reply');
  areShaped(await stage.json('log', '--all'));
  expect(texts(await stage.json('log'))).toEqual([innCard.first_msg, 'for Bob']);
  expect(texts(await stage.json('log', '--as', 'carl'))).toEqual([innCard.first_msg, 'of Carl']);
  expect(texts(await stage.json('log', '--all', '--tail', '2'))).toEqual(['for Bob', 'of Carl']);
  expect(await stage.text('log', 'The Inn', '--as', 'Bob')).toBe(
    `Alice: ${innCard.first_msg}\nAlice (to Bob): for Bob\nCarl (to Bob): of Carl\n`,
  );
});

test('prompt: the plan is its blocks, the text is the prompt, and nothing is asked of a server', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'Hello.', '--no-reply');
  const lines = await stage.json(
    'prompt',
    '--for',
    'bob',
    '--backend',
    'llamacpp',
    '--url',
    'http://127.0.0.1:1',
  );
  areShaped(lines);
  const [plan] = lines as unknown as readonly [Plan];
  expect(plan).toMatchObject({ speaker: 'Bob', messages: null, dropped: [], stop: ['\nAlice:', '\nCarl:'] });
  expect(plan.blocks.map(({ text }) => text).join('')).toBe(plan.prompt);
  expect(plan.blocks.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(plan.tokens);
  for (const block of plan.blocks) {
    expect(Object.keys(block).sort()).toEqual([
      'name',
      'reason',
      'role',
      'source',
      'text',
      'tier',
      'tokens',
      'zone',
    ]);
  }
  expect(await stage.text('prompt', 'The Inn', '--for', 'Bob')).toBe(plan.prompt);
  expect(plan.prompt.endsWith('Alice: Hello.\nBob:')).toBe(true);
});

interface Plan {
  readonly prompt: string;
  readonly tokens: number;
  readonly blocks: readonly { readonly text: string; readonly tokens: number }[];
}

test('events: the whole log in order, --branch one branch of it; verify replays it', async () => {
  const stage = await atTheInn();
  await stage.json('branch', 'side');
  await stage.json('say', 'Hm.', '--no-reply');
  const lines = await stage.json('events');
  areShaped(lines);
  const seqs = lines.map(({ seq }) => Number(seq));
  expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
  expect(lines.map(({ kind }) => kind)).toContain('chat_started');
  expect(await stage.json('events', 'The Inn', '--branch', 'side')).toMatchObject([
    { kind: 'message_said', branch: 'side', version: 1, actor: 'human', payload: { text: 'Hm.' } },
  ]);
  expect(await stage.json('verify', 'The Inn')).toMatchObject([
    { type: 'verify', title: 'The Inn', ok: true, events: lines.length, differences: [], unreadable: {} },
  ]);
});

test('KT-22 messages of the same instant keep the order in which they were written', async () => {
  const stage = await atTheInn();
  const now = ['--now', '2026-01-31T12:00:00Z'];
  for (const text of ['one', 'two', 'three']) await stage.json('say', text, '--no-reply', ...now);
  await stage.json('say', 'hidden', '--to', 'Bob', '--no-reply', ...now);
  await stage.json('say', 'four', '--no-reply', ...now);
  expect(texts(await stage.json('log', '--as', 'Carl')).slice(1)).toEqual(['one', 'two', 'three', 'four']);
});
