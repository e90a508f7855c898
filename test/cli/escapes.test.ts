import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { Output } from '../../src/cli/output.ts';
import { PtyRun } from '../tui/pty/run-in-pty.ts';
import { builtProgram } from './built.ts';
import { plainCard } from './inn.ts';
import { serverSaying } from './scripted.ts';
import { Stage } from './sotto.ts';

const all = (from: number, to: number): string =>
  String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, at) => from + at));

/** Whatever a terminal acts on: sequences, C0, DEL, C1, marks of direction. */
const evil = `\x1b]52;c;aGk=\x07\x1b]0;owned\x1b\\\x1b[2J\x9b1m\x9d0;x\x9c${all(1, 8)}${all(0x7f, 0x9f)}\u202exx`;
const marks = '\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';

/** What a text for people may hold of controls: breaks of lines. */
const isCalm = (output: string, what: string): void =>
  expect(output, what).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/);
/** What JSON lines may. */
const isCalmJson = (output: string, what: string): void =>
  expect(output, what).not.toMatch(
    /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb]/,
  );

/** A stage with a chat whose title, names, lines and branch are hostile, and the flags of a hostile server. */
async function hostileStage(): Promise<{ stage: Stage; server: string[]; path: string }> {
  const stage = new Stage();
  const path = stage.file(
    `eve${evil.replaceAll('/', '')}.json`,
    plainCard(`Eve${evil}`, `Hi ${evil}${marks} there`),
  );
  await stage.run('new', path, '--title', `T${evil}`, '--as', `Ann${evil}`);
  const server = await serverSaying(`So ${evil}${marks} it is`);
  await stage.run('say', `Well ${evil}${marks}`, ...server);
  await stage.run('branch', `fork${evil}`);
  return { stage, server, path };
}

const shows =
  'log,chats,cards,branches,events,verify,inspect last,doctor,scene,scenes,edges,notes,pins,jobs,strategy,search evil,failures,memories,occasions,threads,entities,config show';

/** Commands that show, refuse or echo something of it. */
const commandsOn = (path: string, server: readonly string[]): string[][] => [
  ...shows.split(',').map((line) => line.split(' ')),
  ['prompt', '--for', `Eve${evil}`],
  ['say', `Again ${evil}`, ...server],
  ['doctor', ...server],
  ['card', 'show', `Eve${evil}`],
  ['card', 'lint', path],
  ['card', 'import', `${path}.none`],
  ['chat', 'delete', `T${evil}`],
  ['log', `no${evil}`],
  [`no${evil}`],
  ['help', `no${evil}`],
  ['log', `--no${evil}`],
  ['say', 'x', '--seed', evil],
  ['completions', evil],
  ['log', '--as', evil],
  ['chat', 'import', path],
  ['restore', `${path}.none`],
  ['config', 'show', '--config', `${path}.none`],
  ['say', 'x', '--backend', 'llamacpp', '--url', `http://127.0.0.1:1/${evil}`],
  ['set', evil, evil],
  ['theme', evil],
  ['edit', 'last', `Well ${evil}`],
  ['chat', 'rename', `U${evil}`],
];

test('invariant 9: hostile titles, names, cards, files and answers reach nobody as control characters, by no command, with --debug', async () => {
  const { stage, server, path } = await hostileStage();
  for (const command of commandsOn(path, server)) {
    const { stdout, stderr } = await stage.run(...command, '--debug');
    isCalm(stdout + stderr, command.join(' '));
  }
});

test('invariant 9: lines of --json hold no control and no mark of direction, and read as they were', async () => {
  const { stage, server, path } = await hostileStage();
  for (const command of commandsOn(path, server)) {
    const { stdout, stderr } = await stage.run(...command, '--json');
    isCalmJson(stdout, command.join(' '));
    isCalm(stderr, command.join(' '));
    for (const line of stdout.split('\n').slice(0, -1)) JSON.parse(line);
  }
  const [said] = await stage.json('log');
  expect(said?.text).toBe(`Hi ${evil}${marks} there`);
});

test('an export holds what came in, byte for byte once it is parsed', async () => {
  const { stage } = await hostileStage();
  const file = join(stage.folder, 'out.jsonl');
  await stage.run('chat', 'export', '--format', 'sotto', '--out', file);
  expect(readFileSync(file, 'utf8')).toContain(JSON.stringify(`Hi ${evil}${marks} there`).slice(1, -1));
});

/** What the program writes to a terminal on which this is answered. */
async function onTerminal(stage: Stage, args: readonly string[], answer: string): Promise<string> {
  const env = { HOME: stage.folder, SOTTO_BACKEND_KIND: 'understudy' };
  const run = new PtyRun([builtProgram(), '--data', stage.data, ...args], env, true);
  onTestFinished(() => run.kill());
  await run.shows('[y/N]');
  run.program.write(answer);
  await run.shows('[ended 0]');
  return run.output;
}

/** What readline itself writes around a question. */
const ofReadline = /\x1b\[\d*[GJKCD]|\r/g;

test('invariant 9: a question shows a hostile title as it is safe', async () => {
  const stage = new Stage();
  await stage.run('new', stage.file('eve.json', plainCard('Eve', 'Hi.')), '--title', `T${evil}`);
  const output = await onTerminal(stage, ['chat', 'delete'], 'y\r');
  expect(output).toMatch(/Delete the chat "T.*xx"\? \[y\/N\]/);
  isCalm(output.replace(ofReadline, ''), 'question');
});

test('invariant 9: a stack is told without what steers a terminal', async () => {
  const stage = new Stage();
  const run = await stage.run('log', `no${evil}`, '--debug');
  expect(run.stderr).toMatch(/\n\s+at /);
  isCalm(run.stderr, 'stack');
  writeFileSync(join(stage.folder, 'config.toml'), `[backend]\nkind = "${'\u202e'}"\n`);
  isCalm(
    (await stage.run('chats', '--config', join(stage.folder, 'config.toml'), '--debug')).stderr,
    'config',
  );
});

test('invariant 9: what is said and typed in lines holds nothing that steers a terminal', async () => {
  const { stage } = await hostileStage();
  const { stdout, stderr } = await stage.feed(
    `Hello ${evil.replaceAll('\x0a', '')}\n/no${marks}\n/quit\n`,
    'play',
    '--plain',
  );
  expect(stdout).toContain('as Ann');
  isCalm(stdout + stderr, 'plain');
});

test('how far long work is stands on one row, which goes before anything else is written', () => {
  const stream = Object.assign(new PassThrough(), { isTTY: true });
  const out = new Output(false, stream as never, stream as never);
  out.progress(`cards${evil}: 1`);
  out.progress('cards: 2');
  out.text('imported');
  out.talk('done');
  expect(String(stream.read()).split('\r\x1b[2K')).toEqual([
    '',
    expect.stringMatching(/^\x1b\[\?7lcards[^\x1b]*: 1\x1b\[\?7h$/),
    '\x1b[?7lcards: 2\x1b[?7h',
    'imported\ndone\n',
  ]);
});
