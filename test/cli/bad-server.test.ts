import { expect, onTestFinished, test } from 'vitest';
import type { FaultOptions } from '../fake-server/faults.ts';
import { startFakeServer } from '../fake-server/server.ts';
import type { FakeServerOptions } from '../fake-server/server-state.ts';
import { withKeeper } from './inn.ts';
import { ofType, type Stage, texts } from './sotto.ts';

const served = async (options: FakeServerOptions): Promise<string[]> => {
  const { url, close } = await startFakeServer(options);
  onTestFinished(close);
  return ['--backend', 'llamacpp', '--url', url];
};

const failing = (fail: FaultOptions): Promise<string[]> => served({ fail });

/** A chat with config patience in seconds. */
const impatient = async (timeouts: string): Promise<Stage> => {
  const stage = await withKeeper();
  stage.file('config.toml', `[backend]\n${timeouts}\n`);
  return stage;
};

/** Says something to a server that fails: what was said stays, no reply is there, the store is sound. */
async function fails(stage: Stage, server: string[], code: string): Promise<string> {
  const before = (await stage.json('log')).length;
  const error = await stage.refusal(4, 'say', 'Good evening.', ...server);
  expect(error.code).toBe(code);
  const log = await stage.json('log');
  expect(log).toHaveLength(before + 1);
  expect(log.at(-1)).toMatchObject({ speaker: 'Ann', text: 'Good evening.' });
  await stage.isSound();
  return error.message;
}

test('nothing listens: connection refused', async () => {
  const stage = await withKeeper();
  const server = ['--backend', 'llamacpp', '--url', 'http://127.0.0.1:1'];
  expect(await fails(stage, server, 'unreachable')).toMatch(
    /127\.0\.0\.1:1 \(connection refused\); start llama-server/,
  );
});

test.each([
  ['html', 'not_a_server', /not a llama\.cpp server.*--url/],
  ['500', 'server_error', /500.*Out of memory.*log/],
  ['401', 'bad_key', /--api-key-env/],
] as const)('a server that answers %s', async (mode, code, says) => {
  const stage = await withKeeper();
  expect(await fails(stage, await failing({ mode }), code)).toMatch(says);
});

test('a server that goes on loading is given up after loading_timeout, and one that gets ready is waited for', async () => {
  const stage = await impatient('loading_timeout = 0.3');
  expect(await fails(stage, await failing({ mode: 'loading' }), 'loading')).toMatch(
    /still loading.*try again/,
  );
  const patient = await impatient('loading_timeout = 60');
  const lines = await patient.json('say', 'Hm.', ...(await failing({ mode: 'loading', requests: 3 })));
  expect(ofType(lines, 'message').at(-1)).toMatchObject({ speaker: 'Keeper', truncated: false });
});

test('a server that hangs is given up after first_token_timeout', async () => {
  const stage = await impatient('first_token_timeout = 0.3');
  expect(await fails(stage, await failing({ mode: 'hang' }), 'no_first_token')).toMatch(
    /first token.*\[backend\]/,
  );
});

test('a server that answers nothing but what generates is played with when that time is over', async () => {
  const stage = await impatient('first_token_timeout = 0.3');
  const lines = await stage.json('say', 'Good evening.', ...(await failing({ mode: 'mute' })));
  expect(ofType(lines, 'message').at(-1)).toMatchObject({ speaker: 'Keeper', truncated: false });
});

test.each([
  ['die', 'broken_stream'],
  ['eof', 'broken_stream'],
  ['error', 'server_error'],
  ['stall', 'stalled'],
  ['blank', 'stalled'],
] as const)(
  'RP-041 a stream that ends in %s: what came is kept as cut short, and continue goes on',
  async (mode, code) => {
    const stage = await impatient(code === 'stalled' ? 'silence_timeout = 1' : '');
    const server = await failing({ mode, afterTokens: 4, requests: 1 });
    const run = await stage.run('say', 'Good evening.', '--json', ...server);
    expect(run).toMatchObject({
      code: 4,
      lines: expect.arrayContaining([expect.objectContaining({ code })]),
    });
    expect(run.stderr).toMatch(/^sotto: .*\n$/);
    const [cut] = await stage.json('log', '--tail', '1');
    expect(cut).toMatchObject({ speaker: 'Keeper', truncated: true });
    expect(ofType(run.lines, 'message').at(-1)).toEqual(cut);
    await stage.isSound();
    stage.file('config.toml', '');
    const [whole] = ofType(await stage.json('continue', ...server), 'message');
    expect(whole).toMatchObject({ id: cut?.id, truncated: false });
    expect(whole?.text.startsWith(cut?.text ?? '?')).toBe(true);
    expect(texts(await stage.json('log')).at(-1)).toBe(whole?.text);
    await stage.isSound();
  },
);

test('after a failure the reply that is missing is asked for again with regenerate', async () => {
  const stage = await withKeeper();
  await fails(stage, await failing({ mode: '500' }), 'server_error');
  const lines = await stage.json('regenerate');
  expect(ofType(lines, 'message')).toMatchObject([{ speaker: 'Keeper', truncated: false }]);
  expect((await stage.json('log')).map(({ speaker }) => speaker)).toEqual(['Keeper', 'Ann', 'Keeper']);
});
