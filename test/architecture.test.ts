import { describe, expect, test } from 'vitest';
import { readSources } from './architecture/read-sources.ts';
import { layers, rules, violations } from './architecture/rules.ts';
import { samples } from './architecture/samples.ts';

const src = readSources();

describe('src keeps every rule of the house', () => {
  test.each(rules.map((rule) => [rule.name, rule] as const))('%s', (_, rule) => {
    expect(violations(src, [rule])).toEqual([]);
  });

  test('there is something to check', () => {
    expect(src.length).toBeGreaterThan(20);
    expect(new Set(src.map(({ path }) => path.split('/')[1]))).toContain('domain');
  });
});

describe('each rule can fail', () => {
  test.each(rules.map((rule) => [rule.name, rule] as const))('%s', (name, rule) => {
    const { breaks, keeps } = samples[name] ?? { breaks: [], keeps: [] };
    expect(breaks.length).toBeGreaterThan(0);
    for (const [path, text] of breaks) {
      expect(violations([{ path, text }], [rule]), text || path).not.toEqual([]);
    }
    for (const [path, text] of keeps) expect(violations([{ path, text }], [rule])).toEqual([]);
  });

  test('a violation names the file, what is wrong and why it matters', () => {
    const [first] = violations([{ path: 'src/domain/a.ts', text: "import { x } from '../tui/b.ts';" }]);
    expect(first).toContain('src/domain/a.ts: domain imports tui (imports run downwards only: ');
  });

  test('no two folders may import each other, so that the layers are layers', () => {
    for (const [folder, { values, types }] of Object.entries(layers)) {
      for (const below of [...values, ...types]) {
        const back = layers[below];
        expect([...(back?.values ?? []), ...(back?.types ?? [])], `${below} → ${folder}`).not.toContain(
          folder,
        );
      }
    }
  });
});
