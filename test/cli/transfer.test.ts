import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isWindows } from '../windows.ts';
import { atTheInn } from './inn.ts';
import { ended, ofType, Stage, start, texts } from './sotto.ts';

const whispered = async (): Promise<Stage> => {
  const stage = await atTheInn();
  await stage.json('say', 'Good evening.', '--no-reply');
  await stage.json('say', 'The key is under the mat.', '--to', 'Bob', '--no-reply');
  await stage.json('pin', 'last');
  return stage;
};
const values = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('chat export', () => {
  test('Sotto JSONL is the chat, then every message as `log --all` prints it', async () => {
    const stage = await whispered();
    const [head, ...messages] = values(await stage.text('chat', 'export'));
    const [chat] = await stage.json('chats');
    const cast = ['Alice', 'Bob', 'Carl'];
    expect(head).toEqual({
      type: 'chat',
      title: 'The Inn',
      cast,
      createdAt: chat?.createdAt,
      playing: 'Alice',
    });
    expect(messages).toEqual(await stage.json('log', '--all'));
  });

  test.each(['jsonl', 'sillytavern', 'markdown', 'json'])(
    'invariant 2: %s as Carl holds nothing of what Carl has not perceived',
    async (format) => {
      const stage = await whispered();
      const all = await stage.text('chat', 'export', 'The Inn', '--format', format);
      const carls = await stage.text('chat', 'export', '--format', format, '--as', 'carl');
      expect(all).toContain('under the mat');
      expect(carls).toContain('Good evening.');
      expect(carls).not.toContain('under the mat');
    },
  );

  test('SillyTavern JSONL carries the audience in extra.known_to', async () => {
    const stage = await whispered();
    const [, opening, , whisper] = values(await stage.text('chat', 'export', '--format', 'sillytavern'));
    expect(opening).not.toHaveProperty('extra');
    expect(whisper).toMatchObject({ name: 'Alice', is_user: true, extra: { known_to: ['Alice', 'Bob'] } });
  });

  test('a file is written whole, replaced only with --force, and never beside a leftover', async () => {
    const stage = await whispered();
    const out = join(stage.folder, 'inn.jsonl');
    const export_ = ['chat', 'export', '--out', out];
    expect(await stage.json(...export_)).toMatchObject([
      { type: 'exported', kind: 'chat', name: 'The Inn', file: out },
    ]);
    expect(readFileSync(out, 'utf8')).toBe(await stage.text('chat', 'export'));
    stage.file('inn.jsonl', 'precious');
    expect(await stage.refusal(2, ...export_)).toMatchObject({ code: 'file_exists' });
    expect(readFileSync(out, 'utf8')).toBe('precious');
    await stage.json(...export_, '--force');
    expect(statSync(out).size).toBeGreaterThan(100);
    await stage.refusal(3, 'chat', 'export', '--out', join(stage.folder, 'nowhere', 'x'));
    await stage.refusal(2, 'chat', 'export', '--force', '--out', stage.data);
    expect(readdirSync(stage.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('what is wrong is said: a stranger, a format, a chat, Markdown as JSON', async () => {
    const stage = await whispered();
    expect(await stage.refusal(3, 'chat', 'export', '--as', 'Zed')).toMatchObject({ code: 'unknown_name' });
    expect(await stage.refusal(2, 'chat', 'export', '--format', 'pdf')).toMatchObject({ code: 'usage' });
    expect(await stage.refusal(3, 'chat', 'export', 'No Such')).toMatchObject({ code: 'no_such_chat' });
    expect(await stage.refusal(2, 'chat', 'export', '--format', 'markdown')).toMatchObject({
      code: 'not_json',
    });
  });

  test('invariant 9: no escape sequence of a text reaches a reader of Markdown', async () => {
    const stage = await atTheInn();
    await stage.json('say', 'red \u001b[31mrose\u009b2J \u001b]0;title\u0007', '--no-reply');
    const out = join(stage.folder, 'inn.md');
    await stage.json('chat', 'export', '--format', 'markdown', '--out', out);
    for (const text of [
      await stage.text('chat', 'export', '--format', 'markdown'),
      readFileSync(out, 'utf8'),
    ]) {
      expect(text).toContain('red rose');
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    }
  });
});

describe('chat import', () => {
  test('an exported chat is imported into another store and exports to the same bytes', async () => {
    const [from, to] = [await whispered(), new Stage()];
    const written = await from.text('chat', 'export');
    const [line] = await to.json('chat', 'import', to.file('inn.jsonl', written));
    expect(line).toEqual({
      type: 'imported',
      kind: 'chat',
      id: expect.any(String),
      name: 'The Inn',
      warnings: [],
    });
    expect(await to.text('chat', 'export', line?.id ?? '')).toBe(written);
    expect(texts(await to.json('log', '--as', 'Carl'))).toEqual(
      texts(await from.json('log', '--as', 'Carl')),
    );
    expect(texts(await to.json('pins'))).toEqual(['The key is under the mat.']);
    await to.isSound();
  });

  test('in its own store it takes another title; --title decides; each message is a turn to undo', async () => {
    const stage = await whispered();
    const file = stage.file('inn.jsonl', await stage.text('chat', 'export'));
    expect(await stage.json('chat', 'import', file)).toMatchObject([{ name: 'The Inn 2' }]);
    expect(await stage.json('chat', 'import', file, '--title', ' Again ')).toMatchObject([{ name: 'Again' }]);
    expect(texts(await stage.json('rewind', 'Again', '--turns', '1'))).toEqual(['The key is under the mat.']);
    await stage.json('say', 'Again', 'It is late.', '--reply', 'Bob');
    expect(texts(await stage.json('log', 'Again')).slice(1, 3)).toEqual(['Good evening.', 'It is late.']);
    await stage.isSound();
  });

  test('KT-11 a SillyTavern chat keeps its audiences, and its own fields until it is exported again', async () => {
    const stage = new Stage();
    const lines = [
      { chat_metadata: { tainted: true }, user_name: 'unused', character_name: 'unused' },
      {
        name: 'Me',
        is_user: true,
        is_system: false,
        send_date: 'June 5, 2023 9:12pm',
        mes: 'hi\u0000\u001b[1m',
        extra: {},
      },
      {
        ...{ name: 'Bob', is_user: false, is_system: false, send_date: 1685999523011, mes: 'two' },
        ...{ extra: { reasoning: 'hm', known_to: ['Bob'] }, swipes: ['one', 'two'], swipe_id: 1 },
      },
    ];
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    const [line] = await stage.json('chat', 'import', stage.file('Bob - 2023.jsonl', text));
    expect(line).toMatchObject({ name: 'Bob - 2023', warnings: [expect.stringMatching(/not known to Me/)] });
    expect(await stage.json('log')).toMatchObject([
      { speaker: 'Me', text: 'hi\u0000\u001b[1m', at: '2023-06-05T21:12:00.000Z', knownTo: [] },
    ]);
    expect(await stage.json('log', '--as', 'Bob')).toMatchObject([{}, { text: 'two', knownTo: ['Bob'] }]);
    expect(await stage.text('chat', 'export', '--format', 'sillytavern')).toBe(text);
    const asBob = await stage.text('chat', 'export', '--format', 'sillytavern', '--as', 'Bob');
    expect(asBob).toMatch(/"extra":\{"reasoning":"hm","known_to":\["Bob"\]\}/);
    expect(asBob).not.toMatch(/swipes|tainted/);
  });

  test('a line that cannot be read is named, and nothing of any file is stored', async () => {
    const stage = await whispered();
    const good = await stage.text('chat', 'export');
    const bad = stage.file('bad.jsonl', `${good}{"type":"message"`);
    const before = await stage.json('chats');
    const error = await stage.refusal(2, 'chat', 'import', stage.file('good.jsonl', good), bad);
    expect(error).toMatchObject({
      code: 'broken_line',
      message: expect.stringContaining(`${bad}: line 5 is not JSON`),
    });
    expect(await stage.refusal(3, 'chat', 'import', 'missing.jsonl')).toMatchObject({ code: 'no_such_file' });
    expect(await stage.refusal(2, 'chat', 'import', stage.folder)).toMatchObject({ code: 'bad_file' });
    expect(await stage.refusal(2, 'chat', 'import', stage.file('empty.jsonl', ''))).toMatchObject({
      code: 'not_a_chat',
    });
    expect(await stage.refusal(2, 'chat', 'import', bad, bad, '--title', 'T')).toMatchObject({
      code: 'one_title',
    });
    expect(await stage.json('chats')).toEqual(before);
  });

  test('Ctrl+C while it is stored: exit 130, and nothing is left of it', async ({ skip }) => {
    skip(isWindows, 'Windows ends a process where Unix interrupts it');
    const stage = await whispered();
    const [head] = (await stage.text('chat', 'export')).split('\n');
    const message = JSON.stringify({ type: 'message', speaker: 'Bob', text: 'word '.repeat(50) });
    const file = stage.file('long.jsonl', `${head}\n${`${message}\n`.repeat(40_000)}`);
    const child = start(['chat', 'import', file, '--json'], stage);
    const run = ended(child);
    const isStoring = () => existsSync(join(stage.data, 'sotto.db-wal'));
    while (!isStoring() && child.exitCode === null) await new Promise(setImmediate);
    child.kill('SIGINT');
    expect(await run).toMatchObject({ code: 130, lines: [{ type: 'error', code: 'interrupted' }] });
    expect(await stage.json('chats')).toHaveLength(1);
    expect(ofType(await stage.json('events'), 'event').length).toBeLessThan(20);
    await stage.isSound();
  });
});
