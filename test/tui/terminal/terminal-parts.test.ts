import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, stat, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { clipboardPrograms, copyBy } from '../../../src/tui/terminal/clipboard.ts';
import { type EditorRun, editorOf, editorRun, editText } from '../../../src/tui/terminal/editor.ts';
import { Guard } from '../../../src/tui/terminal/guard.ts';
import { canLink } from '../../../src/tui/terminal/links.ts';
import { readAnswer } from '../../../src/tui/terminal/modes.ts';
import { clockOf } from '../../../src/tui/terminal/streams.ts';
import { until } from '../../until.ts';
import { isWindows } from '../../windows.ts';

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

test('what is copied goes whole to the first program that is there, past any shell', async ({ skip }) => {
  skip(isWindows, 'the programs are shell scripts here');
  const folder = folderWith('xclip', 'clip.exe');
  const text = `$(touch ${folder}/shell); 日本\n"quoted"`;
  copyBy(clipboardPrograms('linux'), text, { PATH: folder });
  await until(() => expect(readFileSync(join(folder, 'xclip.got'), 'utf8')).toBe(text));
  expect(['shell', 'clip.exe.got'].filter((name) => existsSync(join(folder, name)))).toEqual([]);
});

test('clip.exe gets what Windows reads as Unicode', async ({ skip }) => {
  skip(isWindows, 'the programs are shell scripts here');
  const folder = folderWith('clip.exe');
  copyBy(clipboardPrograms('win32'), 'Grüße, 日本', { PATH: folder });
  await until(() => expect(existsSync(join(folder, 'clip.exe.got'))).toBe(true));
  expect(readFileSync(join(folder, 'clip.exe.got'), 'utf16le')).toBe('\ufeffGrüße, 日本');
});

test.each<[string, string, Omit<EditorRun, 'args'> & { args: string[] }]>([
  ['code --wait', 'linux', { program: 'code', args: ['--wait', '/tmp/a b'], shell: false }],
  [
    '"/Applications/My Editor" -w',
    'darwin',
    { program: '/Applications/My Editor', args: ['-w', '/tmp/a b'], shell: false },
  ],
  ['code --wait', 'win32', { program: 'code --wait "/tmp/a b"', args: [], shell: true }],
  [
    '"C:\\Program Files\\e.exe" -w',
    'win32',
    { program: '"C:\\Program Files\\e.exe" -w "/tmp/a b"', args: [], shell: true },
  ],
])('the editor %s on %s', (editor, platform, run) => {
  expect(editorRun(editor, '/tmp/a b', platform)).toEqual(run);
});

test('who has chosen no editor gets the one that is on every machine', () => {
  expect(['linux', 'darwin', 'win32'].map((platform) => editorOf({}, platform))).toEqual([
    'vi',
    'vi',
    'notepad',
  ]);
  expect(editorOf({ EDITOR: 'nano' }, 'win32')).toBe('nano');
});

test('what an editor of Windows has written has the line ends that were given to it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-editor-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = join(folder, 'editor.cjs');
  writeFileSync(script, "require('node:fs').writeFileSync(process.argv[2], 'One.\\r\\nTwo.\\r\\n');");
  const env = { ...process.env, VISUAL: `"${process.execPath}" "${script}"` };
  expect(await editText('', env)).toBe('One.\nTwo.');
});

test('Ctrl+Z does nothing on Windows, which stops no process: the screen stays as it is', () => {
  const written: string[] = [];
  const terminal = {
    write: (text: string) => void written.push(text),
    setRawMode: () => {},
    hasMouse: false,
    complain: () => {},
  };
  const stops: string[] = [];
  const guard = new Guard(
    terminal,
    () => {},
    () => void stops.push('stopped'),
  );
  guard.resume();
  const before = written.length;
  guard.stop('win32');
  expect([written.length, stops]).toEqual([before, []]);
});

test('RP-041 a process that ends by a write to a terminal that is gone keeps what is to be kept, once', () => {
  const before = process.listeners('exit');
  const kept: string[] = [];
  const terminal = { write: () => {}, setRawMode: () => {}, hasMouse: false, complain: () => {} };
  const guard = new Guard(
    terminal,
    () => {},
    () => void kept.push('kept'),
  );
  guard.enter();
  onTestFinished(() => guard.leave());
  const [atExit] = process.listeners('exit').filter((listener) => !before.includes(listener));
  atExit?.(1);
  expect(kept).toEqual(['kept']);
  expect(process.listeners('exit')).toEqual(before);
});

test('issue 29 Ctrl+C is the editor’s while the terminal is lent to it, and the screen does not come back over it', () => {
  const before = { SIGINT: process.listeners('SIGINT'), SIGCONT: process.listeners('SIGCONT') };
  const exits: unknown[] = [];
  vi.spyOn(process, 'exit').mockImplementation(((code: unknown) => void exits.push(code)) as never);
  onTestFinished(() => void vi.restoreAllMocks());
  let returns = 0;
  const terminal = { write: () => {}, setRawMode: () => {}, hasMouse: true, complain: () => {} };
  const guard = new Guard(
    terminal,
    () => {
      returns += 1;
    },
    () => {},
  );
  guard.enter();
  onTestFinished(() => guard.leave());
  const heard = (signal: 'SIGINT' | 'SIGCONT') =>
    process.listeners(signal).filter((listener) => !before[signal].includes(listener));
  guard.lend();
  for (const listener of [...heard('SIGINT'), ...heard('SIGCONT')]) listener('SIGINT');
  expect([exits, returns]).toEqual([[], 1]);
  guard.resume();
  expect(returns).toBe(2);
  for (const listener of heard('SIGINT')) listener('SIGINT');
  expect(exits).toEqual([130]);
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
