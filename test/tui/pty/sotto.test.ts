import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { App } from '../../../src/app/run/app.ts';
import { builtProgram } from '../../cli/built.ts';
import { notOnWindows } from '../../windows.ts';
import { PtyRun } from './run-in-pty.ts';

notOnWindows('job control, signals and a terminal as Unix has them');

const main = builtProgram();
const folder = mkdtempSync(join(tmpdir(), 'sotto-screen-'));
let run: PtyRun | undefined;

afterEach(() => {
  run?.kill();
  rmSync(folder, { recursive: true, force: true });
});

test('KT-12 RP-107 the first run on the real play: a reply, a whisper, and what another character sees of it', async () => {
  run = new PtyRun([main, '--data', folder, '--backend', 'understudy']);
  await run.shows('understudy: no model');
  run.program.write('\x1bOQ');
  await run.shows(/│ 3 \w/);
  const [first = '', second = '', third = ''] = Array.from(
    run.text().matchAll(/│ [123] (\w+)/g),
    ([, name]) => name,
  );
  run.program.write('1');
  await run.shows(`writing as ${first}`);
  run.program.write('Good evening to all of you.\r');
  await run.shows('  Good evening to all of you.');
  await run.shows(new RegExp(`^\\S+ +(?:${second}|${third})\\b`, 'm'));
  await run.hides('is writing');
  run.program.write(`/to ${second} the key is under the mat`);
  await run.entersUntil(`${first} → ${second} only`);
  await run.shows(`${second} → ${first} only`);
  await run.hides('is writing');
  run.program.write(`/as ${third}`);
  await run.entersUntil(`you are ${third}`);
  expect(run.text()).not.toContain('under the mat');
  await run.shows('unheard');
  run.program.write(`/as ${second}\r`);
  await run.shows('the key is under the mat');
  run.program.write('\x03');
  await run.shows('press Ctrl+C again to quit');
  run.program.write('\x03');
  expect(await run.ended).toBe(0);
});

test('RP-107 only the first start begins a chat by itself; on a terminal too one that is not there is a friendly "not found"', async () => {
  const starting = (...args: string[]) => {
    run = new PtyRun([main, ...args, '--data', folder, '--backend', 'understudy']);
    return run;
  };
  const missing = starting('play', 'NoSuch');
  await missing.shows('there is no chat "NoSuch"; see `sotto chats`');
  expect(await missing.ended).toBe(3);
  for (let time = 0; time < 2; time += 1) {
    const there = starting();
    await there.shows('understudy: no model');
    there.program.write('\x03');
    await there.shows('press Ctrl+C again to quit');
    there.program.write('\x03');
    expect(await there.ended).toBe(0);
  }
  const app = new App({ data: folder });
  expect(app.store.chats.list()).toHaveLength(1);
  app.close();
});

test('RP-107 the first start says in a line what to do; from there another chat is opened and left without leaving sotto', async () => {
  const data = join(folder, 'several');
  run = new PtyRun([main, '--data', data, '--backend', 'understudy']);
  await run.shows('write something and press Enter; /tour takes two minutes');
  run.program.write('/new\r');
  await run.shows('A new chat with');
  run.program.write('4');
  await run.shows('a new chat: The Last Ferry 2');
  run.program.write('Good evening to all of you.\r');
  await run.shows('  Good evening to all of you.');
  await run.hides('is writing');
  run.program.write('/chat The Last Ferry');
  await run.entersUntil('The Last Ferry · you are Maren');
  await run.hides('Good evening to all of you.');
  run.program.write('\x03');
  await run.shows('press Ctrl+C again to quit');
  run.program.write('\x03');
  expect(await run.ended).toBe(0);
  const app = new App({ data });
  const latest = app.store.chats.read(app.chatId(undefined)).facts.title;
  app.close();
  run = new PtyRun([main, '--data', data, '--backend', 'understudy']);
  await run.shows(`${latest} · you are Maren`);
  expect(run.text()).not.toContain('two minutes');
});
