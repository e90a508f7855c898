import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { bundledCard } from '../../../src/app/cards/cards.ts';
import { App } from '../../../src/app/run/app.ts';
import { startChat } from '../../../src/play/new-chat.ts';
import { type Clip, expand } from '../../../src/tui/composer/pastes.ts';
import { builtProgram } from '../../cli/built.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import { until } from '../../until.ts';
import { notOnWindows } from '../../windows.ts';
import { styledRows } from '../styles.ts';
import { PtyRun } from './run-in-pty.ts';

notOnWindows('job control, signals and a terminal as Unix has them');

/** At 30 frames a second: 200 keys and 50 resizes. */
const [rounds, keysAFrame, sizes] = [
  60,
  7,
  [
    [100, 30],
    [61, 17],
    [140, 44],
    [80, 24],
  ] as const,
];
const [pageUp, pageDown] = ['\x1b[5~', '\x1b[6~'];

/** A data folder with a chat of many messages. */
async function longChat(): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'sotto-storm-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const app = new App({ data, backend: 'understudy' });
  const play = app.play(startChat(app.newChatParts, { cards: [bundledCard(app)] }));
  for (let number = 0; number < 120; number += 1)
    await play.say(`Message ${number} ${'of some words '.repeat(number % 9)}`, { reply: [] });
  await play.close();
  app.close();
  return data;
}

const drafts = (data: string): string[] => {
  const store = new Database(join(data, 'sotto.db'), { readonly: true });
  const rows = store.prepare('SELECT drafts FROM draft').pluck().all() as string[];
  store.close();
  return rows.flatMap((row) => (JSON.parse(row) as Clip[]).map(expand));
};

test('200 keys, 50 resizes and the wheel of PgUp a second while a reply streams, and 1 MB pasted: nothing is lost, and the screen is what is painted anew', async () => {
  const data = await longChat();
  const text = 'Once upon a time there was a ferry. '.repeat(2000);
  const { url, close } = await startFakeServer({ tokensPerSecond: 80, script: () => ({ text }) });
  onTestFinished(close);
  const server = ['--backend', 'llamacpp', '--url', url];
  const run = new PtyRun([builtProgram(), '--data', data, ...server], { SOTTO_PROMPT_MAX_TOKENS: '6000' });
  onTestFinished(() => run.kill());
  await run.shows('llamacpp');
  run.program.write('Well?\r');
  await run.shows('is writing');

  let typed = '';
  const round = async (keys: string, more = ''): Promise<void> => {
    const { frames } = run;
    typed += keys;
    run.program.write(keys + more);
    await run.paintsAfter(frames);
  };
  for (let number = 0; number < rounds; number += 1) {
    const letters = `${number}·é日 word`.padEnd(keysAFrame, 'x').slice(0, keysAFrame);
    for (const at of [2 * number, 2 * number + 1]) {
      const [columns, rows] = sizes[at % sizes.length] ?? [80, 24];
      run.resize(columns, rows);
    }
    await round(letters, pageUp);
  }
  const paste = 'a line that was pasted, with 日本 in it\n'.repeat(28_000).slice(0, 1_000_000);
  run.program.write(`\x1b[200~${paste}\x1b[201~`);
  typed += paste;
  for (let number = 0; number < 10; number += 1) await round(` behind${number}`);
  expect(run.text()).toContain('is writing');
  run.resize(100, 30);
  await until(() => expect(drafts(data)).toEqual([typed]));

  run.program.write(pageUp.repeat(120));
  await run.shows('Message 0');
  run.program.write('\x1b');
  await run.hides('is writing');
  const page = async (mark: string, ...pages: string[]): Promise<string[]> => {
    for (const [at, down] of pages.entries()) {
      run.program.write(`${down}${mark}${at}`);
      await run.shows(`${mark}${at}`);
    }
    return styledRows(run.terminal).slice(0, 20);
  };
  const oneByOne = await page('one', pageDown, pageDown, pageDown);
  await page('top', pageUp.repeat(120));
  expect(await page('all', pageDown.repeat(3))).toEqual(oneByOne);
  const shown = styledRows(run.terminal);
  const { frames } = run;
  run.resize(101, 30);
  await run.paintsAfter(frames);
  run.resize(100, 30);
  await run.paintsAfter(frames + 1);
  await until(() => expect(styledRows(run.terminal)).toEqual(shown));
});
