import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SottoError } from '../../src/domain/errors.ts';
import type { ReportLine } from './report.ts';

const here = fileURLToPath(new URL('../..', import.meta.url));
/** Here and there take turns, so that what the machine does besides falls on both. */
const rounds = 2;

/** What one case took here and at another commit, each the median of its rounds' medians, and how they compare. */
export interface Compared extends Pick<ReportLine, 'bench' | 'case' | 'unit'> {
  readonly here: number;
  readonly there: number;
  /** Below 1 = less here. */
  readonly ratio: number;
}

function checkout(ref: string): { folder: string; drop: () => void } {
  const folder = join(mkdtempSync(join(tmpdir(), 'sotto-against-')), 'sotto');
  const git = (...args: string[]) => execFileSync('git', ['-C', here, ...args], { stdio: 'pipe' });
  try {
    git('worktree', 'add', '--detach', folder, ref);
  } catch (cause) {
    const message = `there is no commit "${ref}"; give a branch, a tag or an id`;
    throw new SottoError('usage', 'no_such_commit', message, { cause });
  }
  symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'));
  execFileSync('npm', ['run', '-s', 'build'], { cwd: folder, stdio: 'inherit' });
  return {
    folder,
    drop: () => {
      git('worktree', 'remove', '--force', folder);
      rmSync(join(folder, '..'), { recursive: true, force: true });
    },
  };
}

function measured(folder: string, name: string): ReportLine[] {
  const run = ['--import', 'tsx', join(folder, 'test/bench/run.ts'), name, '--json'];
  const { stdout, status } = spawnSync(process.execPath, run, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) return [];
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const found = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
  return Number(found.toPrecision(4));
};

/** Each bench here and at another commit, in turns. Yields what both have; throws SottoError `no_such_commit`. */
export function* against(ref: string, names: readonly string[]): Generator<Compared> {
  const { folder, drop } = checkout(ref);
  try {
    for (const name of names) {
      const lines = { here: [] as ReportLine[], there: [] as ReportLine[] };
      for (let round = 0; round < rounds; round += 1) {
        lines.there.push(...measured(folder, name));
        lines.here.push(...measured(here, name));
      }
      for (const { bench, case: what, unit } of new Map(
        lines.here.map((line) => [line.case, line]),
      ).values()) {
        const of = (all: readonly ReportLine[]) =>
          all.filter((line) => line.case === what).map((line) => line.median);
        if (of(lines.there).length === 0) continue;
        const [mine, theirs] = [median(of(lines.here)), median(of(lines.there))];
        yield {
          bench,
          case: what,
          unit,
          here: mine,
          there: theirs,
          ratio: Number((mine / theirs).toPrecision(3)),
        };
      }
    }
  } finally {
    drop();
  }
}
