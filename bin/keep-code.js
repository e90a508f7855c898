// Runs the commonest commands of the built program and keeps what V8 has compiled for them.
const { mkdtempSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { codeFile, compile, run } = require('./load.js');

const program = join(__dirname, '../dist/main.cjs');
const folder = mkdtempSync(join(tmpdir(), 'sotto-build-'));
const config = join(folder, 'config.toml');
writeFileSync(config, '');
for (const name of Object.keys(process.env)) if (name.startsWith('SOTTO_')) delete process.env[name];

const commands = [
  ['new', join(__dirname, '../cards/the-last-ferry.json')],
  ['chats'],
  ['say', 'Is anybody there?', '--no-reply'],
  ['say', 'And now?', '--json'],
  ['log'],
];
const script = compile(program);
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
  run(script, program);
};

process.on('beforeExit', () => {
  const next = commands.shift();
  if (next && !process.exitCode) return setImmediate(carryOut, next);
  rmSync(folder, { recursive: true, force: true });
  if (process.exitCode) return;
  const file = codeFile(program);
  writeFileSync(`${file}.part`, script.createCachedData());
  renameSync(`${file}.part`, file);
});
