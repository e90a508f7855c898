import { describe, expect, test } from 'vitest';
import { chooseBenches } from './choose.ts';
import { quantile, reportLine, tableHead, tableRow, thisMachine } from './report.ts';

const known = ['append', 'view', 'verify'];

describe('a line of the report', () => {
  test('holds median, p95, unit and runs, and neither baseline nor ratio without a baseline', () => {
    expect(reportLine('view', { case: 'last 50', unit: 'ms', samples: [3, 1, 2] })).toEqual({
      bench: 'view',
      case: 'last 50',
      median: 2,
      p95: 3,
      unit: 'ms',
      runs: 3,
    });
  });

  test('the ratio is the median over the median of the baseline', () => {
    const measured = { case: 'a', unit: 'bytes', samples: [6, 6, 900], baseline: [100, 4, 4] } as const;
    expect(reportLine('view', measured)).toMatchObject({ baseline: 4, ratio: 1.5 });
  });

  test('a baseline that measured nothing, as of a reply painted in one frame, is no baseline', () => {
    const line = reportLine('screen', { case: 'a', unit: 'ms', samples: [1], baseline: [] });
    expect(line).not.toHaveProperty('baseline');
    expect(line.median).toBe(1);
  });

  test('processor time is what is taken more than the baseline takes, each by its median', () => {
    const processor = { samples: [70, 60, 500], baseline: [20, 30, 10] };
    const measured = { case: 'a', unit: 'ms', samples: [9], baseline: [3], processor } as const;
    expect(reportLine('startup', measured)).toMatchObject({ ratio: 3, processor: 50 });
  });

  test('p95 is the nearest rank, whatever the order of the samples', () => {
    const samples = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([quantile(samples, 0.5), quantile(samples, 0.95), quantile(samples, 1)]).toEqual([50, 95, 100]);
  });

  test('a bench that measured nothing is an error, not a zero', () => {
    expect(() => reportLine('view', { case: 'a', unit: 'ms', samples: [] })).toThrow('measured nothing');
  });
});

describe('the table for people', () => {
  test('the machine comes first', () => {
    const machine = { cpu: 'A fast one', cores: 4, memoryGiB: 16, node: '20.19.0', os: 'Linux 6 x64' };
    const [first, , heads] = tableHead(machine).split('\n');
    expect(first).toBe('A fast one, 4 cores, 16 GiB, node 20.19.0, Linux 6 x64');
    expect(heads).toMatch(/^bench +case +median +p95 +unit +runs +baseline +ratio +worst +processor$/);
    expect(thisMachine()).toMatchObject({ cores: expect.any(Number), node: process.versions.node });
  });

  test('a row stands under the heads, with nothing where there is no baseline', () => {
    const row = tableRow(reportLine('view', { case: 'last 50', unit: 'ms', samples: [1.23456] }));
    expect(row).toMatch(/^view +last 50 +1\.235 +1\.235 +ms +1$/);
  });
});

describe('what is asked for', () => {
  test('no name means all; names run in the order of the list, each once', () => {
    expect(chooseBenches([], known)).toEqual({ names: known, json: false });
    expect(chooseBenches(['verify', '--json', 'append', 'verify'], known)).toEqual({
      names: ['append', 'verify'],
      json: true,
    });
  });

  test('an unknown name is refused with the list of names', () => {
    expect(() => chooseBenches(['view', 'speed'], known)).toThrow(
      'there is no bench "speed"; there are append, view, verify',
    );
  });

  test('an unknown option is refused', () => {
    expect(() => chooseBenches(['--fast'], known)).toThrow(/--fast.*npm run bench/);
  });
});
