// Runs the commonest commands of the built program, then its screen, and keeps what V8 has compiled for them.
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { PassThrough } = require('node:stream');
const { keepBuilt, load } = require('./load.js');

const program = join(__dirname, '../dist/main.cjs');
const folder = mkdtempSync(join(tmpdir(), 'sotto-build-'));
/** The rule above the composer. */
const stands = /─{40}/;
const config = join(folder, 'config.toml');
writeFileSync(config, '');
for (const name of Object.keys(process.env)) if (name.startsWith('SOTTO_')) delete process.env[name];

const commands = [
  ['new', join(__dirname, '../cards/the-last-ferry.json')],
  ['chats'],
  ['say', 'Is anybody there?', '--no-reply'],
  ['say', 'And now?', '--json'],
  ['log'],
  [],
];
const carryOut = (args) => {
  process.argv = [
    process.execPath,
    program,
    ...args,
    '--data',
    folder,
    '--config',
    config,
    '--backend',
    'understudy',
  ];
  if (args.length === 0) onScreen();
  load(program);
};

/** The screen has no terminal to draw on: it draws into nothing, and is left once it stands. */
function onScreen() {
  const screen = { isTTY: true, columns: 100, rows: 30, getColorDepth: () => 24, hasColors: () => true };
  const stdout = Object.assign(new PassThrough(), screen).resume();
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: () => stdin,
    ref() {},
    unref() {},
  });
  const own = Object.getOwnPropertyDescriptors(process);
  Object.defineProperty(process, 'stdout', { value: stdout, configurable: true });
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  let drawn = '';
  stdout.on('data', (text) => {
    drawn += text;
    if (stands.test(drawn)) setImmediate(() => stdin.write('\x03'));
  });
  process.once('exit', () => Object.defineProperties(process, { stdout: own.stdout, stdin: own.stdin }));
}

process.on('beforeExit', () => {
  const next = commands.shift();
  if (next && !process.exitCode) return setImmediate(carryOut, next);
  rmSync(folder, { recursive: true, force: true });
  if (process.exitCode) return;
  keepBuilt();
});
