import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asText, header, line } from '../interop/sillytavern-lines.ts';
import { Stage } from './sotto.ts';

const shown = [line('Me', 'Good evening.'), line('Alice', 'Is it?'), line('Me', 'It was.')];
const secret = [
  line('Alice', 'Alice, be kinder from now on.', { is_system: true }),
  line('Me', 'The gold is in the well.', {
    is_system: true,
    swipes: ['The gold is in the well.', 'No.'],
    swipe_id: 0,
  }),
];
const [first, second, third] = shown;
const withHidden = [header, first, secret[0], second, third, secret[1]];

test('what SillyTavern hides is on the screen and in the log, in no prompt, and goes out as it came', async () => {
  const stage = new Stage();
  const plain = stage.file('plain.jsonl', asText(header, ...shown));
  const hidden = stage.file('hidden.jsonl', asText(...withHidden));
  await stage.json('chat', 'import', plain);
  await stage.json('chat', 'import', hidden);
  for (const name of ['Alice', 'Me']) {
    expect(await stage.text('prompt', 'hidden', '--for', name)).toBe(
      await stage.text('prompt', 'plain', '--for', name),
    );
    const log = await stage.json('log', 'hidden', '--as', name);
    expect(log.map(({ text, hidden: isHidden, knownTo }) => [text, isHidden ?? false, knownTo])).toEqual(
      withHidden.slice(1).map((one) => [(one as { mes: string }).mes, secret.includes(one as never), []]),
    );
  }
  expect(await stage.text('log', 'hidden')).toContain('The gold is in the well. [hidden]');
  expect(await stage.json('search', 'gold', '--chat', 'hidden')).toHaveLength(1);
  await stage.json('pin', 'last', '--chat', 'hidden');
  expect(await stage.text('prompt', 'hidden', '--for', 'Me')).not.toContain('gold');
  const out = join(stage.folder, 'out.jsonl');
  await stage.json('chat', 'export', 'hidden', '--format', 'sillytavern', '--out', out);
  const values = (text: string) => text.split('\n').map((one) => JSON.parse(one));
  expect(values(readFileSync(out, 'utf8'))).toEqual(values(asText(...withHidden)));
  await stage.isSound();
});

test('a file that is no chat is refused in one line, and nothing is stored', async () => {
  const stage = new Stage();
  const card = stage.file(
    'card.jsonl',
    JSON.stringify({ name: 'Ann', description: '', first_mes: 'Hello.' }),
  );
  const good = stage.file('good.jsonl', asText(header, ...shown));
  const { message } = await stage.refusal(2, 'chat', 'import', good, card);
  expect(message).toMatch(/card\.jsonl: .*not a chat/);
  expect(await stage.json('chats')).toEqual([]);
});
