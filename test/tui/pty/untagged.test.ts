import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { builtProgram } from '../../cli/built.ts';
import { PtyRun } from './run-in-pty.ts';

test('KT-27 whoever begins a chat with a card that teaches the tag is asked at a terminal who hears an untagged answer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-untagged-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const card = join(folder, 'inn.json');
  const rules = 'A secret ends with __known_to_chars__Bob__.';
  writeFileSync(card, JSON.stringify({ sys_prompt: rules, role: 'Alice', chars: ['Alice', 'Bob', 'Carl'] }));
  const begin = (...args: string[]) => {
    const data = join(folder, 'data');
    const run = new PtyRun(
      [builtProgram(), '--data', data, '--backend', 'understudy', 'new', card, ...args],
      {},
      true,
    );
    onTestFinished(() => run.kill());
    return run;
  };
  const asked = begin();
  await asked.shows('Who hears an answer to a whisper');
  asked.program.write('e\r');
  await asked.shows('[ended 0]');
  const said = begin('--untagged', 'public');
  await said.shows('[ended 0]');
  expect(said.text()).not.toContain('Who hears');
});
