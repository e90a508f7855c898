import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { builtProgram } from '../../cli/built.ts';
import { plainCard } from '../../cli/inn.ts';
import { PtyRun } from './run-in-pty.ts';

const main = builtProgram();

/** A folder with as many cards, and what the terminal shows after the program has ended. */
function inFolder(cards: number, name = 'cards') {
  const folder = mkdtempSync(join(tmpdir(), `sotto-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (let n = 1; n <= cards; n += 1)
    writeFileSync(join(folder, `card${n}.json`), plainCard(`Keeper${n}`, `Come in, ${n}.`));
  const shown = async (...args: string[]): Promise<string[]> => {
    const run = new PtyRun([main, '--data', join(folder, 'data'), ...args], {}, true);
    onTestFinished(() => run.kill());
    await run.shows('[ended');
    return run
      .text()
      .split('\n')
      .filter((line) => line !== '');
  };
  return { folder, shown };
}

test('what is imported is printed on lines of its own, and nothing stays of how far it was', async () => {
  const { folder, shown } = inFolder(3);
  const files = [1, 2, 3].map((n) => join(folder, `card${n}.json`));
  writeFileSync(join(folder, 'letter.json'), 'Dear diary');
  const lines = await shown('card', 'import', ...files, join(folder, 'letter.json'));
  expect(lines.slice(0, 3)).toEqual(
    [1, 2, 3].map((n) => expect.stringMatching(new RegExp(`^imported Keeper${n} `))),
  );
  expect(lines[3]).toMatch(/^sotto: /);
  expect(lines.join('\n')).not.toContain('cards read');
});

test('how far it is takes one row of the terminal, however long the path is that is read', async () => {
  const { folder, shown } = inFolder(0, 'a-long-name-'.repeat(12));
  const line = JSON.stringify({ name: 'Maren', mes: 'The river is low.', is_user: false });
  const file = join(folder, 'chat.jsonl');
  writeFileSync(
    file,
    `${JSON.stringify({ user_name: 'You', character_name: 'Maren' })}\n${`${line}\n`.repeat(600)}`,
  );
  const lines = await shown('chat', 'import', file);
  expect(lines.join('\n')).not.toContain('reading');
  expect(lines.at(-1)).toContain('[ended 0]');
});
