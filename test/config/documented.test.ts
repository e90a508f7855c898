import { expect, test } from 'vitest';
import { packageRoot } from '../../src/app/files/package-root.ts';
import { configKeys } from '../../src/config/keys.ts';
import { documented, exampleConfig } from '../../src/config/show.ts';

const does = documented(exampleConfig(packageRoot()));

test('every setting is told of by the comment above it', () => {
  for (const key of configKeys.keys()) expect(does.get(key), key).toMatch(/\w/);
});

test('settings that stand together share their comment, and one that is commented out has its own', () => {
  expect(does.get('prompt.max_tokens')).toBe('The longest reply.');
  expect(does.get('snapshots.pre_rewind_days')).toBe(does.get('snapshots.keep'));
  expect(does.get('sampling.mirostat')).toBe('mirostat is 0 (off), 1 or 2.');
});
