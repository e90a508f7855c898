import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { App } from '../../src/app/run/app.ts';
import { runningServers } from '../../src/models/server/hold.ts';
import { KeeperLink } from '../../src/models/server/keeper-link.ts';
import { readRecord, recordFile, type ServerRecord } from '../../src/models/server/record.ts';
import { ofType, start } from '../cli/sotto.ts';
import { ask } from '../gguf/asking.ts';
import { type Heard, hear } from '../inference/replies.ts';
import { until } from '../until.ts';
import { isRunning, Machine, serverRoads } from './roads.ts';

const noticesIn = ({ events }: Heard): string[] =>
  events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));

const say = ['say', 'Who is there?', '--max-tokens', '12'];

const recordOf = (machine: Machine): ServerRecord => {
  const record = readRecord(recordFile(machine.records, machine.model));
  if (!record) throw new Error('no record');
  return record;
};

const keeper = fileURLToPath(new URL('../../bin/keeper.mjs', import.meta.url));

/** What a keeper is told of a server that ends as soon as it is started. */
const endsAtOnce = ({ model, folder }: Machine, record: string) => ({
  ...{ record, model, name: 'tiny', key: 'k'.repeat(32), log: join(folder, 'server.log') },
  ...{ slots: 1, context: 512, keepAliveMs: 600_000, startedAt: new Date(0).toISOString() },
  ...{ command: process.execPath, args: ['-e', 'process.exit(1)', '--'], extra: [], env: {} },
});

const none = (machine: Machine) =>
  until(async () => expect(await runningServers(machine.records)).toEqual([]), 50);

describe.each(serverRoads)('--model FILE with $name on the path', (road) => {
  test('is played on from the first word, by a server that two sottos share', async () => {
    const machine = new Machine(road);
    await machine.chat();
    const both = await Promise.all([
      machine.run('--model', machine.model, ...say, '--json'),
      machine.run('--model', machine.model, ...say, '--json'),
    ]);
    for (const { code, stderr, lines } of both) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(ofType(lines, 'delta').length).toBeGreaterThan(0);
      expect(ofType(lines, 'usage')[0]).toMatchObject({ backend: 'llamacpp' });
    }
    expect(await runningServers(machine.records)).toHaveLength(1);
    expect(machine.starts().length).toBeLessThanOrEqual(1);
    const [listed] = (await machine.run('model', 'list', '--json')).lines;
    expect(listed).toMatchObject({
      type: 'model',
      name: 'tiny',
      file: machine.model,
      running: recordOf(machine).url,
    });
  });

  test('its server ends when the last sotto has been gone for keep_alive', async () => {
    const machine = new Machine(road, { SOTTO_BACKEND_KEEP_ALIVE: '0.2' });
    await machine.chat();
    expect((await machine.run('--model', machine.model, ...say)).code).toBe(0);
    await none(machine);
    await until(() => expect(() => recordOf(machine)).toThrow('no record'));
  });

  test('a keeper that is killed takes its server along, and the next sotto starts another', async () => {
    const machine = new Machine(road);
    await machine.chat();
    await machine.run('--model', machine.model, ...say);
    const { keeper, url } = recordOf(machine);
    process.kill(keeper.pid, 'SIGKILL');
    await until(() => expect(fetch(`${url}/health`)).rejects.toThrow(), 50);
    const again = await machine.run('--model', machine.model, ...say);
    expect({ code: again.code, stderr: again.stderr }).toEqual({ code: 0, stderr: '' });
    expect(recordOf(machine).keeper.pid).not.toBe(keeper.pid);
  });

  test('doctor says what would be started and why, and then what runs', async () => {
    const machine = new Machine(road);
    await machine.chat();
    const before = await machine.run('--model', machine.model, 'doctor');
    expect(before.stdout).toMatch(
      /llama-server would be started on it with 4 slots of 9216 tokens .* because/,
    );
    await machine.run('--model', machine.model, ...say);
    const after = await machine.run('--model', machine.model, 'doctor');
    expect(after.stdout).toMatch(
      /sotto has started llama-server for tiny .* ends it 600 seconds after the last/,
    );
    expect(after.stdout + before.stdout).not.toContain(recordOf(machine).key);
  });

  test('its key is in no argument, log, list or setting', async () => {
    const machine = new Machine(road);
    await machine.chat();
    await machine.run('--model', machine.model, ...say);
    const { key, log, keeper } = recordOf(machine);
    const shown = await Promise.all([
      machine.run('--model', machine.model, 'config', 'show', '--json'),
      machine.run('model', 'list', '--json'),
      machine.run('model', 'show', machine.model, '--json'),
    ]);
    const texts = [...shown.map(({ stdout, stderr }) => stdout + stderr), readFileSync(log, 'utf8')];
    if (process.platform === 'linux') texts.push(readFileSync(`/proc/${keeper.pid}/cmdline`, 'utf8'));
    for (const text of texts) expect(text).not.toContain(key);
    expect(JSON.stringify(machine.starts())).not.toContain(key);
    const { url } = recordOf(machine);
    expect((await fetch(`${url}/props`)).status).toBe(401);
  });

  test('writes in its own template, from a data directory and a file that are named from here', async () => {
    const machine = new Machine(road);
    await machine.chat();
    const { stdout } = await machine.run(
      '--data',
      'data',
      '--model',
      'tiny.gguf',
      'prompt',
      '--for',
      'Ansel',
    );
    expect(stdout).toContain('<|im_start|>');
    expect(
      (await machine.run('--model', 'tiny.gguf', 'config', 'set', 'prompt.template', 'plain')).code,
    ).toBe(0);
    const plain = await machine.run('--model', 'tiny.gguf', 'prompt', '--for', 'Ansel');
    expect(plain.stdout).not.toContain('<|im_start|>');
  });

  test('model stop ends it', async () => {
    const machine = new Machine(road);
    await machine.chat();
    await machine.run('--model', machine.model, ...say);
    const { lines } = await machine.run('model', 'stop', '--json');
    expect(lines).toMatchObject([{ type: 'stopped', name: 'tiny' }]);
    expect(await runningServers(machine.records)).toEqual([]);
    expect((await machine.run('model', 'stop')).stderr).toContain('no model server of sotto is running');
  });
});

describe('a server that sotto starts', () => {
  const [road = null] = serverRoads;

  test('has a slot for each character and one beside, on loopback', async () => {
    const machine = new Machine(road);
    await machine.chat();
    await machine.run('--model', machine.model, ...say);
    const flags = machine.starts()[0]?.flags ?? [];
    const flagOf = (flag: string) => flags[flags.indexOf(flag) + 1];
    expect({ np: flagOf('-np'), c: flagOf('-c'), host: flagOf('--host'), m: flagOf('-m') }).toEqual({
      np: '4',
      c: String(4 * 9216),
      host: '127.0.0.1',
      m: machine.model,
    });
    expect(flags).toContain('--flash-attn');
  });

  test('27 with cache.keep it keeps prompts in files of the data directory, which go when that is turned off', async () => {
    const machine = new Machine(road);
    await machine.chat();
    vi.stubEnv('SOTTO_CACHE_KEEP', 'true');
    const backend = await held(machine);
    const slots = join(machine.data, 'slots');
    expect(statSync(slots).mode & 0o077).toBe(process.platform === 'win32' ? 0o066 : 0);
    const prompt = 'The lantern went out, and nobody lit it again. '.repeat(60);
    const cache = { key: 'chat/Bob', castIndex: 0 };
    expect((await hear(backend, { ...ask(prompt), cache })).end.type).toBe('finished');
    const flags = machine.starts()[0]?.flags ?? [];
    expect(flags[flags.indexOf('--slot-save-path') + 1]).toBe(slots);
    const prompts = new Map([[cache, { prompt, settled: prompt.length }]]);
    await backend.keep?.(prompts, new AbortController().signal);
    expect(readdirSync(slots).filter((name) => !name.endsWith('.ckpt'))).toHaveLength(1);
    writeFileSync(join(slots, `sotto-${'0'.repeat(40)}`), 'of a store that was here before');
    writeFileSync(join(slots, 'mine'), 'of somebody else');
    await held(machine);
    expect(readdirSync(slots).filter((name) => !name.endsWith('.ckpt'))).toHaveLength(2);
    rmSync(join(slots, 'mine'));
    vi.stubEnv('SOTTO_CACHE_KEEP', 'false');
    await held(machine);
    expect(readdirSync(slots)).toEqual([]);
  });

  test('is started without newer flags where it does not know them', async () => {
    const machine = new Machine(road, { STAND_IN_REFUSES: '--no-cache-idle-slots' });
    await machine.chat();
    expect((await machine.run('--model', machine.model, ...say)).code).toBe(0);
    const [first, second] = machine.starts();
    expect(first?.flags).toContain('--no-cache-idle-slots');
    expect(second?.flags).not.toContain('--no-cache-idle-slots');
  });

  test('that cannot start says why, and nothing is left', async () => {
    const machine = new Machine(road, { STAND_IN_REFUSES: '-np' });
    await machine.chat();
    const { code, stderr } = await machine.run('--model', machine.model, ...say);
    expect(code).toBe(4);
    expect(stderr).toMatch(/model server for tiny has ended .*invalid argument: -np.*see .*\.log/);
    expect(await runningServers(machine.records)).toEqual([]);
  });

  /** A model server held by this process. */
  const held = async (machine: Machine) => {
    for (const [name, value] of Object.entries(machine.env)) vi.stubEnv(name, value);
    const app = new App({ data: machine.data, backend: 'auto', model: machine.model });
    onTestFinished(() => {
      vi.unstubAllEnvs();
      app.close();
    });
    return app.openBackend();
  };

  const killed = async (machine: Machine) => {
    const { pid } = machine.starts().at(-1) ?? { pid: Number.NaN };
    process.kill(pid, 'SIGKILL');
    await until(() => expect(isRunning(pid)).toBe(false));
  };

  test('is started again when it dies under a sotto, which is told', async () => {
    const machine = new Machine(road);
    const backend = await held(machine);
    expect((await hear(backend, ask('Once'))).end.type).toBe('finished');
    await killed(machine);
    const again = await hear(backend, ask('Once more'));
    expect(again.end.type).toBe('finished');
    expect(noticesIn(again)).toEqual([
      expect.stringMatching(/^the model server has ended .*and was started again/),
    ]);
    expect(machine.starts()).toHaveLength(2);
    expect(noticesIn(await hear(backend, ask('And more')))).toEqual([]);
  });

  test('is started again but once where it dies at once', async () => {
    const machine = new Machine(road);
    const backend = await held(machine);
    expect((await hear(backend, ask('Once'))).end.type).toBe('finished');
    vi.stubEnv('STAND_IN_REFUSES', '-np');
    await killed(machine);
    const { end } = await hear(backend, ask('Once more'));
    expect(end).toMatchObject({ type: 'failed', failure: { code: 'server_ended' } });
    expect(machine.starts()).toHaveLength(2);
  });

  test('whoever had it started hears why it died, though it was over before they came', async () => {
    const machine = new Machine(road);
    const record = recordFile(machine.records, machine.model);
    mkdirSync(machine.records, { recursive: true, mode: 0o700 });
    const child = spawn(process.execPath, [keeper], { stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.end(`${JSON.stringify(endsAtOnce(machine, record))}\n`);
    await until(async () => expect((await runningServers(machine.records))[0]?.state).toBe('ended'));
    const there = readRecord(record);
    const link = there && (await KeeperLink.open(there, 'hold', 600_000));
    expect([link?.state, link?.why]).toEqual(['ended', 'exit code 1']);
    await link?.closed();
    await none(machine);
  });

  test('ends after keep_alive when the sotto that used it is killed', async () => {
    const machine = new Machine(road, { SOTTO_BACKEND_KEEP_ALIVE: '0.3' });
    await machine.chat();
    const child = start(['--model', machine.model, 'play', '-', '--plain'], machine);
    await until(async () => {
      const [server] = await runningServers(machine.records);
      expect(server?.holders).toBe(1);
    }, 50);
    child.kill('SIGKILL');
    await none(machine);
    const [{ pid } = { pid: Number.NaN }] = machine.starts();
    await until(() => expect(isRunning(pid)).toBe(false));
  });

  test('a stale record harms nobody, and whoever has its port now learns no key', async () => {
    const machine = new Machine(road);
    await machine.chat();
    await machine.run('--model', machine.model, ...say);
    const record = recordOf(machine);
    await machine.run('model', 'stop');
    const heard: string[] = [];
    const stranger = createServer((request, response) => {
      heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
      response.end('{}');
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void stranger.close());
    const { port } = stranger.address() as AddressInfo;
    const stale = { ...record, url: `http://127.0.0.1:${port}`, keeper: { pid: process.pid, port } };
    const file = recordFile(machine.records, machine.model);
    writeFileSync(file, JSON.stringify(stale));
    expect((await machine.run('--model', machine.model, ...say)).code).toBe(0);
    expect(heard.join('\n')).not.toContain(record.key);
    writeFileSync(join(machine.records, `${basename(file, '.json')}x.json`), '{"version":1}');
    expect((await machine.run('model', 'list')).code).toBe(0);
  });

  test('nothing that can run a model: a script is told so before anything is stored', async () => {
    const machine = new Machine(null);
    await machine.chat();
    const { code, stderr } = await machine.run('--model', machine.model, ...say);
    expect(code).toBe(4);
    expect(stderr).toMatch(/^sotto: nothing on this machine can run a model file.*sotto model engine/);
    const { lines } = await machine.run('log', '--json', '--all');
    expect(JSON.stringify(lines)).not.toContain('Who is there?');
  });

  test('a config.toml that merely lay in the current directory starts nothing', async () => {
    const machine = new Machine(road);
    await machine.chat();
    writeFileSync(
      join(machine.folder, 'config.toml'),
      `[backend]\nmodel = ${JSON.stringify(machine.model)}\n`,
    );
    await machine.run('--backend', 'auto', ...say);
    expect(machine.starts()).toEqual([]);
  });
});
