import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import type { Bounds } from '../../src/outside/bounded/bounds.ts';
import { Program, type ProgramSettings } from '../../src/outside/programs/program.ts';
import { readArguments, schemaOf } from '../../src/tools/set/registry.ts';
import type { AnyCaller, Outcome, Tool } from '../../src/tools/tool.ts';
import { until } from '../until.ts';
import { isWindows } from '../windows.ts';

const script = fileURLToPath(new URL('mcp-server.mjs', import.meta.url));
const open: Program[] = [];
afterEach(() => {
  for (const program of open.splice(0)) program.close();
});

const bounds: Bounds = { startMs: 10_000, callMs: 10_000, result: 64_000, messages: 500 };

/** The tools of a server that behaves like this, and what was told of it. */
async function started(how: string, allow: readonly string[], given: Partial<Bounds & ProgramSettings> = {}) {
  const settings = { command: process.execPath, args: [script, how], env: [], allow, ...given };
  const program = new Program('test', settings, { ...bounds, ...given });
  open.push(program);
  const told: string[] = [];
  const tools = await program.tools((line) => told.push(line));
  return { tools, told, program };
}

async function run(one: Tool | undefined, given: unknown = {}) {
  if (!one) throw new Error('there is no such tool');
  return ((await one.run(given, {} as AnyCaller)) as Outcome).result;
}

describe('HC-44 a program that offers tools', () => {
  test('offers those that are allowed, by its name and theirs, and answers', async () => {
    const { tools, told } = await started('works', ['echo']);
    expect(tools.map(({ name }) => name)).toEqual(['test_echo']);
    expect(told).toEqual([]);
    expect(await run(tools[0], { text: 'Hello.', times: 2 })).toBe('Hello. Hello.');
  });

  test('is checked by its own schema, which is plain text of bounded length', async () => {
    const [echo] = (await started('works', ['echo'])).tools as [Tool];
    expect(schemaOf(echo)).toMatchObject({
      properties: {
        text: { type: 'string', description: 'what is said back' },
        times: { type: 'integer' },
        how: { enum: ['loud', 'low'] },
      },
      required: ['text'],
    });
    expect(echo.description).toHaveLength(300);
    expect(readArguments(echo, '{"text":1}')).toEqual({ wrong: expect.stringContaining('text') });
    expect(readArguments(echo, '{"text":"a","how":"odd"}')).toEqual({
      wrong: expect.stringContaining('how'),
    });
    expect(readArguments(echo, '{"text":"a"}')).toEqual({ given: { text: 'a' } });
  });

  test('offers nothing that is not allowed, and is not even started where nothing is', async () => {
    expect(await started('works', [], { command: '/nowhere' })).toMatchObject({ tools: [], told: [] });
    const { tools, told } = await started('works', ['echo', 'erase']);
    expect(tools).toHaveLength(1);
    expect(told).toEqual(['test has no tool "erase": correct allow under [tools.mcp.test]']);
  });

  test('sees no variable of the environment that nobody named', async () => {
    process.env.SOTTO_TEST_SECRET = 'x';
    const hidden = await run((await started('env', ['env'])).tools[0]);
    const shown = await run((await started('env', ['env'], { env: ['SOTTO_TEST_SECRET'] })).tools[0]);
    delete process.env.SOTTO_TEST_SECRET;
    expect(hidden).toContain('PATH');
    expect(hidden).not.toContain('SOTTO_TEST_SECRET');
    expect(shown).toContain('SOTTO_TEST_SECRET');
  });
});

describe('a program that misbehaves is told of in one line, and play goes on:', () => {
  test.each([
    ['one that is not there', 'works', { command: '/nowhere/at-all' }, 'there is no such command'],
    ['one that dies', 'dies', {}, 'it ended or broke the protocol'],
    ['one that hangs', 'hangs', { startMs: 300 }, 'it did not answer in time'],
  ])('%s', async (_, how, given, why) => {
    expect(await started(how, ['echo'], given)).toMatchObject({
      tools: [],
      told: [`the tools of test cannot be used: ${why}: check [tools.mcp.test]`],
    });
  });

  test('one that lists no tools but nonsense', async () => {
    const { tools, told } = await started('crooked', ['echo']);
    expect(tools).toEqual([]);
    expect(told).toEqual([expect.stringMatching(/^the tools of test cannot be used: [^\n]{1,220}$/)]);
  });

  test('one that babbles beside the protocol is understood', async () => {
    expect(await run((await started('babbles', ['echo'])).tools[0], { text: 'Hello.' })).toBe('Hello.');
  });

  test('one that lies about its schema: what cannot be read of it is not checked', async () => {
    const [echo] = (await started('lies', ['echo'])).tools as [Tool];
    expect(JSON.stringify(schemaOf(echo)).length).toBeLessThan(2000);
    expect(readArguments(echo, '{"text":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"}')).toHaveProperty('given');
    expect(await run(echo, { text: 7 })).toBe('7');
  });

  test.each([
    ['hangs', 'hang', { callMs: 300 }, 'ERROR: test did not answer: it did not answer in time'],
    ['dies', 'die', {}, 'ERROR: test did not answer: it ended or broke the protocol'],
    ['floods with messages', 'flood', {}, 'ERROR: test did not answer: it ended or broke the protocol'],
    ['floods with one line', 'line', {}, 'ERROR: test did not answer: it ended or broke the protocol'],
    ['refuses', 'refuse', {}, 'ERROR: not today'],
  ])('one that %s in a call; its next call is answered', async (_, name, given, result) => {
    const { tools } = await started('works', [name, 'echo'], given);
    expect(await run(tools[0])).toBe(result);
    expect(await run(tools[1], { text: 'Again.' })).toBe('Again.');
  });

  test('one that answers nonsense', async () => {
    const { tools } = await started('works', ['nonsense']);
    expect(await run(tools[0])).toMatch(/^ERROR: test did not answer: [^\n]{1,220}$/);
  });

  test('one that answers too much is cut', async () => {
    const { tools } = await started('works', ['large'], { result: 1000 });
    expect(await run(tools[0])).toBe(`${'y'.repeat(999)}…`);
  });

  test('one that ends again and again is started three times', async () => {
    const { tools } = await started('works', ['die']);
    for (let n = 0; n < 3; n += 1) await run(tools[0]);
    expect(await run(tools[0])).toContain('test has ended or hung too often');
  });
});

test.skipIf(isWindows)(
  'what a program has started ends with it, be it that it is closed, hangs or dies',
  async () => {
    for (const [end, given] of [
      ['close', {}],
      ['hang', { callMs: 300 }],
      ['die', {}],
    ] as const) {
      const { tools, program } = await started('works', ['wrap', end === 'close' ? 'echo' : end], given);
      const pid = Number(await run(tools[0]));
      expect(process.kill(pid, 0)).toBe(true);
      if (end === 'close') program.close();
      else await run(tools[1]);
      await until(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'));
    }
  },
);

test('a call that is stopped is told so to its program, which goes on', async () => {
  const { tools } = await started('works', ['hang', 'wrap', 'echo']);
  const stop = new AbortController();
  const hung = tools[0]?.run({}, {} as AnyCaller, stop.signal);
  stop.abort();
  expect(((await hung) as Outcome).result).toContain('ERROR: test did not answer');
  expect(await run(tools[2], { text: 'Still here.' })).toBe('Still here.');
});
