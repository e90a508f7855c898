import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { bundled } from '../bundled.ts';
import { startFakeServer } from '../fake-server/server.ts';
import { until } from '../until.ts';
import { isWindows } from '../windows.ts';
import { withKeeper } from './inn.ts';
import { areShaped } from './shapes.ts';
import { ended, ofType, type Stage, start, texts } from './sotto.ts';

const fakeServer = await bundled(fileURLToPath(new URL('../fake-server/main.ts', import.meta.url)));

/** The fake server in a process of its own, and what it says when it is stopped. */
async function served(...args: string[]) {
  const child = spawn(process.execPath, [fakeServer, '--port', '0', ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const run = ended(child);
  const [first] = (await once(child.stdout, 'data')) as [string];
  const url = /http:\S+/.exec(first)?.[0] ?? first;
  return { url, stop: () => (child.kill('SIGTERM') ? run : run) };
}

const overHttp = (url: string): string[] => ['--backend', 'llamacpp', '--url', url];

const speak = async (stage: Stage, url: string, ...args: string[]) => {
  const lines = await stage.json(...args, ...overHttp(url));
  areShaped(lines);
  return lines;
};

test('say over HTTP: a server answers, streams and counts, and stops when told', async () => {
  const stage = await withKeeper();
  const { url, stop } = await served();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const lines = await speak(stage, url, 'say', 'Good evening.');
  expect(ofType(lines, 'delta').length).toBeGreaterThan(2);
  expect(ofType(lines, 'message')).toMatchObject([
    { speaker: 'Ann' },
    { speaker: 'Keeper', truncated: false },
  ]);
  const [usage] = ofType(lines, 'usage');
  expect(usage).toMatchObject({ backend: 'llamacpp', model: expect.stringMatching(/\S/) });
  const own = ['reply', '--by', 'Keeper', '--as', 'Keeper'];
  const [again] = ofType(await speak(stage, url, ...own), 'usage');
  expect(Number(again?.promptTokens)).toBeGreaterThan(10);
  expect(Number(again?.reusedTokens)).toBeGreaterThan(10);
  expect(await stop()).toMatchObject({ code: 0, stderr: '' });
});

test('a key that the server wants is taken from the named variable', async () => {
  const stage = await withKeeper();
  const { url } = await served('--api-key', 'open-sesame');
  const env = { ...stage.env, MY_KEY: 'open-sesame' };
  const run = await ended(
    start(['say', 'Hm.', '--json', '--api-key-env', 'MY_KEY', ...overHttp(url)], { ...stage, env }),
  );
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(await stage.refusal(4, 'say', 'Hm.', ...overHttp(url))).toMatchObject({ code: 'bad_key' });
});

test('RP-040 RP-041 an interrupt keeps what had arrived as cut short, exit code 130; continue goes on', async ({
  skip,
}) => {
  skip(isWindows, 'Windows ends a process where Unix interrupts it');
  const stage = await withKeeper();
  const { url } = await served('--tps', '20');
  const child = start(['say', 'Good evening.', '--json', ...overHttp(url)], stage);
  const run = ended(child);
  let heard = '';
  child.stdout?.on('data', (text: string) => {
    heard += text;
    if (!child.killed && /"delta".*\n.*"delta"/.test(heard)) child.kill('SIGINT');
  });
  const { code, stderr, lines } = await run;
  expect({ code, stderr: stderr.split('\n').length }).toEqual({ code: 130, stderr: 2 });
  expect(lines.at(-1)).toMatchObject({ type: 'error', code: 'interrupted' });
  const [cut] = await stage.json('log', '--tail', '1');
  expect(cut).toMatchObject({ speaker: 'Keeper', truncated: true });
  expect(ofType(lines, 'message').at(-1)).toEqual(cut);
  await stage.json('continue');
  const [whole] = await stage.json('log', '--tail', '1');
  expect(whole).toMatchObject({ id: cut?.id, truncated: false });
  expect(texts(whole ? [whole] : [])[0]?.startsWith(cut?.text ?? '?')).toBe(true);
  await stage.isSound();
});

test('HC-11 ask over HTTP reads what is asked behind the prompt that the server holds; an interrupt ends it with 130, and nothing is kept', async ({
  skip,
}) => {
  const stage = await withKeeper();
  const { url } = await served();
  await speak(stage, url, 'say', 'Good evening.');
  const [answer] = await speak(stage, url, 'ask', 'Keeper', 'Which evening is it?');
  expect(answer).toMatchObject({ type: 'answer', by: 'Keeper' });
  expect(Number(answer?.reusedTokens)).toBeGreaterThan(10);
  skip(isWindows, 'Windows ends a process where Unix interrupts it');
  const steps: string[] = [];
  const slow = await startFakeServer({ firstTokenMs: 60_000, record: ({ type }) => steps.push(type) });
  onTestFinished(() => slow.close());
  const before = await stage.json('events');
  const child = start(['ask', 'Keeper', 'Well?', '--json', ...overHttp(slow.url)], stage);
  const run = ended(child);
  await until(() => expect(steps).toContain('begins'));
  child.kill('SIGINT');
  const { code, lines } = await run;
  expect({ code, lines }).toEqual({
    code: 130,
    lines: [{ type: 'error', code: 'interrupted', message: expect.stringContaining('nothing was kept') }],
  });
  expect(await stage.json('events')).toEqual(before);
});
