import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, stat, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { clipboardPrograms, copyBy } from '../../../src/tui/terminal/clipboard.ts';
import { canLink } from '../../../src/tui/terminal/links.ts';
import { readAnswer } from '../../../src/tui/terminal/modes.ts';
import { clockOf } from '../../../src/tui/terminal/streams.ts';

const folderWith = (...programs: string[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-clipboard-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const program of programs) {
    const file = join(folder, program);
    writeFileSync(
      file,
      `#!/bin/sh\n/bin/cat > "${folder}/partial"\n/bin/mv "${folder}/partial" "${folder}/${program}.got"\n`,
    );
    chmodSync(file, 0o755);
  }
  return folder;
};

test('what is copied goes whole to the first program that is there, past any shell', async () => {
  const folder = folderWith('xclip', 'clip.exe');
  const text = `$(touch ${folder}/shell); 日本\n"quoted"`;
  copyBy(clipboardPrograms('linux'), text, { PATH: folder });
  await vi.waitFor(() => expect(readFileSync(join(folder, 'xclip.got'), 'utf8')).toBe(text), {
    timeout: 30_000,
  });
  expect(['shell', 'clip.exe.got'].filter((name) => existsSync(join(folder, name)))).toEqual([]);
});

test('where no such program is there nothing happens', async () => {
  const folder = folderWith();
  expect(() => copyBy(clipboardPrograms('darwin'), 'text', { PATH: folder })).not.toThrow();
});

test.each([
  [{ TERM_PROGRAM: 'WezTerm' }, true],
  [{ KITTY_WINDOW_ID: '1' }, true],
  [{ WT_SESSION: 'x' }, true],
  [{ VTE_VERSION: '7600' }, true],
  [{ VTE_VERSION: '4200' }, false],
  [{ TERM_PROGRAM: 'Apple_Terminal' }, false],
  [{ TERM: 'tmux-256color', KITTY_WINDOW_ID: '1' }, false],
  [{}, false],
])('links for %j: %s', (env, links) => {
  expect(canLink(env)).toBe(links);
});

test.each([
  [']11;rgb:0000/0000/0000', 'dark'],
  [']11;rgb:ffff/ffff/ffff', 'light'],
  [']11;rgb:1e/1e/2e', 'dark'],
  [']11;rgba:fdfd/f6f6/e3e3/ffff', 'light'],
  [']11;nonsense', null],
  [']10;rgb:ffff/ffff/ffff', null],
  ['?62;22c', 'xterm'],
  ['?1u', 'kitty'],
])('the answer %j says %s', (text, said) => {
  expect(readAnswer(text)).toBe(said);
});

test('a frame that nothing holds back is painted behind the input, before any timer; one that is called off never', async () => {
  const clock = clockOf(() => 0);
  const done: string[] = [];
  await new Promise<void>((resolve) => {
    stat('.', () => {
      clock.after(1, () => {
        done.push('timer');
        resolve();
      });
      clock.after(0, () => done.push('called off'))();
      clock.after(0, () => done.push('now'));
      done.push('input');
    });
  });
  expect(done).toEqual(['input', 'now', 'timer']);
});
