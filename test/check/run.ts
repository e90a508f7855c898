import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { touched } from './touched.ts';

const usage = `npm run check                    types, lint, dead code and all tests, at once
npm run check:quick -- [BASE]    types, lint and the tests nearest to what changed since BASE; HEAD unless told`;

const config = ['vitest', 'run', '--config', 'test/vitest.config.ts'];
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Runs a script of `package.json` and says in one piece what it said; resolves to whether it went well. */
async function script(name: string): Promise<boolean> {
  const startedAt = performance.now();
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  say(
    `${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s${code === 0 ? '' : `\n${said.trimEnd()}`}`,
  );
  return code === 0;
}

/** How the tests went; each failed one counts, and one that could not be counted does too. */
interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** Runs tests, passes on line by line what they say but for the last line, and resolves to what that says. */
async function tests(args: readonly string[]): Promise<Counts> {
  const env = process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env;
  const child = spawn('npx', [...config, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  let counts: Counts = { passed: 0, failed: 0 };
  for await (const line of createInterface({ input: child.stdout })) {
    const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(line) ?? [];
    if (passed === undefined) say(line);
    else counts = { passed: Number(passed), failed: Number(failed) };
  }
  const code = await closed;
  return code === 0 ? counts : { ...counts, failed: Math.max(1, counts.failed) };
}

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

/** The tests nearest to what changed since a revision, with what git does not know yet. */
function nearest(base: string): string[] {
  const changed = [
    ...git('diff', '--name-only', '--relative', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((path) => `test/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('test/gguf/') && existsSync(path));
  return touched(changed, files);
}

/** Does all at once, so that no core waits for another; what failed is said again before the last line. */
async function check(names: readonly string[], running: Promise<Counts>): Promise<number> {
  const [counts, ...went] = await Promise.all([running, ...names.map(script)]);
  const failing = names.filter((_, at) => !went[at]);
  for (const name of failing) say(`${name} FAILED: see above, or npm run ${name}`);
  const failed = counts.failed + failing.length;
  say(`${counts.passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});

async function main(): Promise<number> {
  if (values.help) {
    say(usage);
    return 0;
  }
  if (!values.quick) return check(['lint', 'types', 'unused'], tests([]));
  const files = nearest(positionals[0] ?? 'HEAD');
  say(files.length === 0 ? 'No test is near to what changed.' : `Tests: ${files.join(' ')}`);
  const none = Promise.resolve({ passed: 0, failed: 0 });
  return check(['lint', 'types'], files.length === 0 ? none : tests(files));
}

process.exitCode = await main();
