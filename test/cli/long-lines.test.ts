import { expect, onTestFinished, test } from 'vitest';
import { startFakeServer } from '../fake-server/server.ts';
import { atTheInn } from './inn.ts';
import { type Line, ofType, type Stage, texts } from './sotto.ts';

const long = `It rains. ${'The fire is low and the rain goes on. '.repeat(1200)}It is late.`;
const settings = '[prompt]\nmax_tokens = 16000\nhard = 2000\nsoft = 1500\n';

/** A server whose first line is this. */
async function saying(text: string): Promise<string[]> {
  const said = [text];
  const script = () => {
    const next = said.pop();
    return next === undefined ? null : { text: next };
  };
  const { url, close } = await startFakeServer({ contextSize: 65_536, script });
  onTestFinished(close);
  return ['--backend', 'llamacpp', '--url', url];
}

const replies = (lines: readonly Line[]) =>
  ofType(lines, 'message').filter(({ speaker }) => speaker !== 'Alice');
const missing = (plan: Line | undefined) =>
  ((plan?.dropped ?? []) as { reason: string }[]).filter(({ reason }) => reason.startsWith('its middle'));

test('RP-014 a reply longer than a prompt may be stops nobody: prompts shorten it, all else has it whole', async () => {
  const stage: Stage = await atTheInn();
  stage.file('config.toml', settings);
  const server = await saying(long);
  const [reply] = replies(await stage.json('say', 'Well?', '--reply', 'Bob', ...server));
  expect(reply?.text).toBe(long);
  for (const name of ['Bob', 'Carl'])
    expect(replies(await stage.json('say', 'And now?', '--reply', name, ...server))).toHaveLength(1);
  for (const name of ['Bob', 'Carl']) {
    const [plan] = await stage.json('prompt', '--for', name, ...server);
    expect(plan?.prompt).toMatch(/Bob: It rains\. The fire .* \[…\] .* It is late\.\n/);
    expect(missing(plan)).toHaveLength(1);
  }
  expect(texts(await stage.json('log'))).toContain(long);
  expect(JSON.stringify(await stage.json('search', 'late'))).toContain('late');
  const exported = await stage.text('chat', 'export', '--format', 'jsonl');
  expect(exported).toContain(long);
  await stage.isSound();
});

test('an imported chat that begins with a greeting longer than a prompt may be is played on', async () => {
  const stage: Stage = await atTheInn();
  stage.file('config.toml', settings);
  const lines = [
    { user_name: 'Ann', character_name: 'Bob', chat_metadata: {} },
    ...[long, long, long].map((mes) => ({ name: 'Bob', is_user: false, mes })),
    { name: 'Ann', is_user: true, mes: 'Well?' },
  ];
  const file = stage.file('chat.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
  await stage.json('chat', 'import', file);
  expect(ofType(await stage.json('regenerate'), 'message')).toHaveLength(1);
  expect(ofType(await stage.json('continue'), 'message')).toHaveLength(1);
});

test('what the human says is refused before it is stored where no prompt could hold it', async () => {
  const stage: Stage = await atTheInn();
  stage.file('config.toml', settings);
  const before = await stage.json('log');
  expect((await stage.refusal(2, 'say', long)).code).toBe('message_too_large');
  expect(await stage.json('log')).toEqual(before);
});
