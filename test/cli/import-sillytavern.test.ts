import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isWindows } from '../windows.ts';
import { sillyFolder } from './silly-folder.ts';
import { ended, type Line, ofType, type Run, Stage, start } from './sotto.ts';

const importOf = (stage: Stage, dir: string, ...flags: string[]): Promise<Run> =>
  stage.run('import', 'sillytavern', dir, '--json', ...flags);
const named = (lines: readonly Line[], kind: string) =>
  lines.filter((line) => line.type === 'imported' && line.kind === kind).map(({ name }) => name);
const reportOf = ({ lines }: Run) => ofType(lines, 'report')[0];

const imported = async () => {
  const stage = new Stage();
  const dir = sillyFolder(join(stage.folder, 'silly'));
  return { stage, dir, run: await importOf(stage, dir) };
};
const counts = { card: 2, lore: 1, preset: 4, persona: 1, regex: 2, quick_replies: 1, chat: 2 };
const nothing = { card: 0, lore: 0, preset: 0, persona: 0, regex: 0, quick_replies: 0, chat: 0 };

describe('sotto import sillytavern', () => {
  test('takes cards, worlds, presets, personas, regex scripts, quick replies and chats, and reports', async () => {
    const { stage, run } = await imported();
    expect(run.code).toBe(0);
    expect(named(run.lines, 'card')).toEqual(['Mira', 'Tom']);
    expect(named(run.lines, 'chat')).toEqual(['Evening', 'The Pier 17a']);
    expect(named(run.lines, 'preset')).toEqual(['Warm', 'Manager', 'Odd', 'Story']);
    expect(reportOf(run)).toMatchObject({ dryRun: false, imported: counts, known: nothing, links: 0 });
    expect(reportOf(run)?.notRead).toEqual(['themes']);
    expect(await stage.json('persona', 'list')).toMatchObject([{ name: 'Anna', description: 'A sailor.' }]);
    const listed = (await stage.json('preset', 'list')).map(({ name }) => name);
    expect(listed.slice(0, 6)).toEqual(['Story', 'Manager', 'Warm', 'Odd', 'smelt', 'featherless']);
    await stage.isSound();
  });

  test('a broken file is named with the reason, and stops nothing else', async () => {
    const { run } = await imported();
    const failed = reportOf(run)?.failed as { file: string; reason: string }[];
    expect(failed.map(({ file }) => file)).toEqual([
      'settings.json: regex script 3',
      'settings.json',
      'characters/broken.png',
      'chats/Mira/cut.jsonl',
    ]);
    expect(failed[3]?.reason).toContain('line 2 is not JSON');
    for (const { reason } of failed) expect(reason).not.toContain('default-user');
  });

  test('a file that nests without end stops nothing else, nor does a chat that names its book by no text', async () => {
    const stage = new Stage();
    const dir = sillyFolder(join(stage.folder, 'silly'));
    const data = join(dir, 'data/default-user');
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    writeFileSync(join(data, 'worlds/Deep.json'), `{"entries":{"0":{"key":["a"],"x":${nested}}}}`);
    writeFileSync(join(data, 'instruct/Deep.json'), `{"input_sequence":"a","x":${nested}}`);
    const header = '{"user_name":"Anna","chat_metadata":{"world_info":{"toString":1}}}';
    writeFileSync(join(data, 'chats/Mira/Odd.jsonl'), `${header}\n{"name":"Mira","mes":"Hi."}`);
    const report = reportOf(await importOf(stage, dir));
    expect(report?.imported).toMatchObject({ ...counts, chat: counts.chat + 1 });
    const failed = report?.failed as { file: string; reason: string }[];
    expect(failed.filter(({ file }) => file.includes('Deep')).map(({ file }) => file)).toEqual([
      'worlds/Deep.json',
      'instruct/Deep.json',
    ]);
  });

  test('a preset of prompts goes out again as it came', async () => {
    const { stage, dir } = await imported();
    const out = join(stage.folder, 'out.json');
    await stage.json('preset', 'export', 'Manager', '--out', out);
    const came = join(dir, 'data/default-user/OpenAI Settings/Manager.json');
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(JSON.parse(readFileSync(came, 'utf8')));
  });

  test('a second time makes no duplicates', async () => {
    const { stage, dir } = await imported();
    const again = await importOf(stage, dir);
    expect(reportOf(again)).toMatchObject({ imported: nothing, known: counts });
    expect(await stage.json('chats')).toHaveLength(2);
    expect(await stage.json('cards')).toHaveLength(2);
  });

  test('--dry-run says the same and stores nothing', async () => {
    const stage = new Stage();
    const dir = sillyFolder(join(stage.folder, 'silly'));
    const dry = await importOf(stage, dir, '--dry-run');
    expect(reportOf(dry)).toMatchObject({ dryRun: true, imported: counts, known: nothing });
    for (const list of [['chats'], ['cards'], ['persona', 'list']])
      expect(await stage.json(...list)).toEqual([]);
    expect((await stage.json('preset', 'list'))[0]).toMatchObject({ name: 'smelt' });
    expect(reportOf(await importOf(stage, dir))).toMatchObject({ imported: counts });
  });

  test('chats have the cards, the persona, silent members of the group, and Presence as audience', async () => {
    const { stage } = await imported();
    const plan = await stage.text('prompt', 'Evening', '--for', 'Mira');
    expect(plan).toContain('Mira keeps an inn.');
    expect(plan).toContain('A sailor.');
    const added = (await stage.json('events', 'Evening')).filter(({ kind }) => kind === 'book_added');
    expect(added).toMatchObject([{ payload: { book: 'Harbour' } }]);
    const [message] = await stage.json('log', 'The Pier 17a', '--all');
    expect(message).toMatchObject({ speaker: 'Mira', knownTo: ['Mira'], perceived: ['Mira'] });
    expect(await stage.text('prompt', 'The Pier 17a', '--for', 'Tom')).toContain('Tom keeps an inn.');
    expect(await stage.json('strategy', '--chat', 'The Pier 17a')).toMatchObject([{ strategy: 'manual' }]);
  });

  test('swipes are alternatives beside the one that was chosen', async () => {
    const { stage } = await imported();
    const log = () => stage.json('log', 'Evening', '--all');
    expect((await log()).map(({ text }) => text)).toEqual(['Welcome!', 'Good evening.', 'Second.', 'Go on.']);
    await stage.json('rewind', 'Evening', '--turns', '1');
    const texts = [];
    for (const which of ['1', '2', '3']) {
      await stage.json('swipe', which, '--chat', 'Evening');
      texts.push((await log()).at(-1)?.text);
    }
    expect(texts).toEqual(['Second.', 'First.', 'Third.']);
    await stage.json('swipe', '2', '--chat', 'Evening');
    expect((await stage.json('log', 'Evening', '--all')).at(-1)).toMatchObject({
      ...{ at: '2024-05-01T09:00:00.000Z', reasoning: 'Be short.' },
    });
    await stage.isSound();
  });

  test('links are not followed, whatever they lead to', async ({ skip }) => {
    skip(isWindows, 'links need rights of their own');
    const stage = new Stage();
    const dir = sillyFolder(join(stage.folder, 'silly'));
    const data = join(dir, 'data/default-user');
    mkdirSync(join(stage.folder, 'outside'));
    const outside = join(stage.folder, 'outside/Out.json');
    writeFileSync(outside, JSON.stringify({ name: 'Out', description: 'x', first_mes: 'x' }));
    symlinkSync(outside, join(data, 'characters/Out.json'));
    symlinkSync(join(stage.folder, 'outside'), join(data, 'regex'));
    const run = await importOf(stage, dir);
    expect(reportOf(run)).toMatchObject({ links: 2, imported: counts });
  });

  test('Ctrl+C: exit 130, nothing half-written, what was whole stays, and the rest comes with the next run', async ({
    skip,
  }) => {
    skip(isWindows, 'Windows ends a process where Unix interrupts it');
    const stage = new Stage();
    const dir = sillyFolder(join(stage.folder, 'silly'));
    const long = join(dir, 'data/default-user/chats/Mira/Long.jsonl');
    const line = JSON.stringify({ name: 'Mira', mes: 'word '.repeat(50) });
    writeFileSync(long, `{"user_name":"Anna"}\n${`${line}\n`.repeat(40_000)}`);
    const child = start(['import', 'sillytavern', dir, '--json'], stage);
    const run = ended(child);
    child.stdout?.on('data', (text: string) => {
      if (text.includes('"Evening"')) child.kill('SIGINT');
    });
    const { code, lines } = await run;
    expect(code).toBe(130);
    expect(lines.slice(-2)).toMatchObject([
      { type: 'report', imported: { card: 2, chat: 1 } },
      { type: 'error', code: 'interrupted' },
    ]);
    expect(await stage.json('chats')).toMatchObject([{ title: 'Evening' }]);
    await stage.isSound();
    rmSync(long);
    const again = await importOf(stage, dir);
    expect(reportOf(again)).toMatchObject({ imported: { card: 0, chat: 1 }, known: { card: 2, chat: 1 } });
  });

  test('a folder of something else, and none, are refused', async () => {
    const stage = new Stage();
    expect(await stage.refusal(3, 'import', 'sillytavern', stage.folder)).toMatchObject({
      code: 'no_sillytavern',
    });
    expect(await stage.refusal(3, 'import', 'sillytavern', join(stage.folder, 'x'))).toMatchObject({
      code: 'no_such_file',
    });
  });

  test('for people the report is counts, names and one line for each trouble', async () => {
    const stage = new Stage();
    const run = await stage.run('import', 'sillytavern', sillyFolder(join(stage.folder, 'silly')));
    expect(run.stdout).toContain('  2 cards: Mira, Tom\n');
    expect(run.stdout).toContain('  2 chats: Evening, The Pier 17a\n');
    expect(run.stdout).toContain('  Slow: it is kept but never run: ');
    expect(run.stdout).toContain('  characters/broken.png: ');
  });
});
