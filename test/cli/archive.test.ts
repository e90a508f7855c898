import { createHash } from 'node:crypto';
import { readFileSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chatReader } from '../../src/interop/chats/read-chat.ts';
import { atTheInn, keeperCard } from './inn.ts';
import { ended, Stage, start, texts } from './sotto.ts';

interface Row {
  type: string;
  [field: string]: unknown;
}

const rowsOf = (text: string): Row[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** An archive of these lines, its end made anew: what somebody may have written by hand. */
function archive(rows: readonly Row[]): string {
  const all = rows
    .filter(({ type }) => type !== 'end')
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('');
  return `${all}${JSON.stringify({ type: 'end', hash: createHash('sha256').update(all).digest('hex') })}\n`;
}

const exported = (stage: Stage): Promise<string> => stage.text('chat', 'export', '--format', 'sotto');

/** The inn with a whisper, a letter, a note, somebody away, a pin, two branches and something undone. */
async function lived(): Promise<Stage> {
  const stage = await atTheInn();
  await stage.json('say', 'Good evening.', '--reply', 'Bob');
  await stage.json('say', 'The key is under the mat.', '--to', 'Bob', '--no-reply');
  await stage.json('pin', 'last');
  await stage.json('branch', 'dawn');
  await stage.json('leave', 'Carl');
  await stage.json('note', 'The rain stops.');
  await stage.json('say', 'He is gone.', '--no-reply');
  await stage.json('say', 'This was too much.', '--no-reply');
  await stage.json('undo');
  return stage;
}

/** What each of the cast, and whoever looks on, reads and is prompted with; and the tree. */
async function told(stage: Stage) {
  const asked = [['log', '--all'], ['branches'], ['verify'], ['events']].concat(
    ['Alice', 'Bob', 'Carl'].flatMap((name) => [
      ['log', '--as', name],
      ['prompt', '--for', name],
    ]),
  );
  const all: unknown[] = [];
  for (const args of asked) all.push(await stage.json(...args));
  return all;
}

describe('an archive', () => {
  test('holds the whole tree; elsewhere the chat has the same id, hash, views, prompts and branches, and can be redone', async () => {
    const [from, to] = [await lived(), new Stage()];
    const text = await exported(from);
    const file = to.file('inn.sotto.jsonl', text);
    const [line] = await to.json('chat', 'import', file);
    const [chat] = await from.json('chats');
    const events = rowsOf(text).filter(({ type }) => type === 'event').length;
    expect(line).toEqual({
      ...{ type: 'imported', kind: 'chat', id: chat?.id, name: 'The Inn', warnings: [] },
      ...{ outcome: 'new', events },
    });
    expect(await told(to)).toEqual(await told(from));
    expect(await exported(to)).toBe(text);
    expect(
      texts(await to.json('redo'))
        .concat(texts(await to.json('log')))
        .at(-1),
    ).toBe('This was too much.');
    await to.isSound();
  });

  test('twice is once; further adds what is missing; what went on in another way comes as a copy: each is said', async () => {
    const [from, to] = [await lived(), new Stage()];
    const bring = async () => to.text('chat', 'import', to.file('inn.jsonl', await exported(from)));
    expect(await bring()).toMatch(/^imported "The Inn" \(\w+\) with its whole tree\n$/);
    expect(await bring()).toMatch(/^"The Inn" \(\w+\) is there already; nothing was stored\n$/);
    await from.json('say', 'Later.', '--no-reply');
    expect(await bring()).toMatch(/^added 1 event to "The Inn" \(\w+\), which had continued elsewhere\n$/);
    expect(await exported(to)).toBe(await exported(from));
    await to.json('say', 'Here.', '--no-reply');
    expect(await bring()).toMatch(/is there already/);
    await from.json('say', 'There.', '--no-reply');
    expect(await bring()).toMatch(/continued differently here; imported a copy, "The Inn 2" \(\w+\)\n$/);
    expect(await bring()).toMatch(/^"The Inn 2" \(\w+\) is there already/);
    expect(texts(await to.json('log', 'The Inn 2')).at(-1)).toBe('There.');
    expect(texts(await to.json('log', 'The Inn')).at(-1)).toBe('Here.');
    expect(await to.json('chats')).toHaveLength(2);
    await to.json('chat', 'delete', 'The Inn 2', '--yes');
    expect(await to.run('chat', 'import', join(to.folder, 'inn.jsonl'))).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/deleted; `sotto chat restore/),
    });
    await to.isSound();
  });

  test('brings the cards and lorebooks that the chat is played with, once, and says where a book here is another', async () => {
    const [from, to] = [new Stage(), new Stage()];
    await from.json(
      'new',
      from.file('keeper.json', JSON.stringify(keeperCard)),
      '--as',
      'Ann',
      '--title',
      'Boots',
    );
    const book = {
      name: 'Inns',
      entries: { 0: { key: ['mat'], content: 'Keys lie under mats.', comment: '' } },
    };
    await from.json('lore', 'import', from.file('Inns.json', JSON.stringify(book)));
    await from.json('lore', 'use', 'Inns', '--chat', 'Boots');
    await from.json('say', 'Is it under the mat?', '--no-reply');
    const file = to.file('boots.jsonl', await exported(from));
    await to.json('chat', 'import', file);
    const prompt = await from.json('prompt', '--for', 'Keeper');
    expect(prompt[0]?.prompt).toContain('Keeper owns the inn.');
    expect(prompt[0]?.prompt).toContain('Keys lie under mats.');
    expect(await to.json('prompt', '--for', 'Keeper')).toEqual(prompt);
    const other = new Stage();
    const kept = { ...book, entries: { 0: { key: ['cat'], content: 'Cats.', comment: '' } } };
    await other.json('lore', 'import', other.file('Inns.json', JSON.stringify(kept)));
    const [line] = await other.json('chat', 'import', file);
    expect(line?.warnings).toEqual([expect.stringMatching(/the lorebook "Inns" here differs/)]);
  });

  test('is of nobody in particular: --as NAME is refused, and so are --title and a pipe', async () => {
    const stage = await atTheInn();
    const error = await stage.refusal(2, 'chat', 'export', '--format', 'sotto', '--as', 'Bob');
    expect(error).toMatchObject({
      code: 'whole_as',
      message: expect.stringMatching(/everything anybody perceived/),
    });
    const file = stage.file('inn.jsonl', await exported(stage));
    const throughPipe = () => chatReader(rowsOf(readFileSync(file, 'utf8'))[0], { title: '', at: '' });
    expect(throughPipe).toThrow(/through a pipe; save it/);
    expect(await stage.refusal(2, 'chat', 'import', file, '--title', 'X')).toMatchObject({
      code: 'title_given',
    });
  });

  test('of which a part is missing or changed stores nothing, wherever it is cut or hit', async () => {
    const [from, to] = [await lived(), new Stage()];
    const bytes = Buffer.from(await exported(from));
    const cuts = Array.from({ length: 24 }, (_, n) => Math.floor((bytes.length * n) / 24) + 1);
    for (const at of [...cuts, bytes.length - 2]) {
      await to.refusal(2, 'chat', 'import', to.file('cut.jsonl', bytes.subarray(0, at)));
      const hit = Buffer.from(bytes);
      hit[at] = (hit[at] ?? 0) ^ 1;
      await to.refusal(2, 'chat', 'import', to.file('hit.jsonl', hit));
    }
    expect(await to.json('chats')).toEqual([]);
    await to.refusal(
      2,
      'chat',
      'import',
      to.file('whole.jsonl', bytes),
      to.file('cut.jsonl', bytes.subarray(0, -9)),
    );
    expect(await to.json('chats')).toEqual([]);
  });

  test('keeps kinds of events that this program does not know', async () => {
    const [from, to] = [await lived(), new Stage()];
    const rows = rowsOf(await exported(from));
    const [head] = rows as [Row & { counts: { events: number } }];
    const at = rows.findLastIndex(({ type }) => type === 'event') + 1;
    head.counts.events += 1;
    const strange = { kind: 'weather_turned', version: 3, payload: { to: 'fog', at: -1.5 } };
    rows.splice(at, 0, {
      ...rows[at - 1],
      id: 'weather1',
      turn: 'weather1',
      ...strange,
      seq: head.counts.events,
    } as Row);
    const text = archive(rows);
    await to.json('chat', 'import', to.file('inn.jsonl', text));
    expect(await exported(to)).toBe(text);
    expect((await to.json('events')).at(-1)).toMatchObject(strange);
  });
});

type Forgery = (rows: Row[], stranger: string) => unknown;
const first = (rows: readonly Row[], type: string, kind?: string): Row => {
  const found = rows.find((row) => row.type === type && (kind === undefined || row.kind === kind));
  if (!found) throw new Error(`no ${type}`);
  return found;
};
const last = (rows: readonly Row[], type: string): Row => first([...rows].reverse(), type);
const head = (branch: number, seq: number): Forgery => {
  return (rows) => Object.assign(first(rows, 'sotto-chat'), { head: { branch, seq } });
};
const lastly = (type: string, change: object): Forgery => {
  return (rows) => Object.assign(last(rows, type), change);
};
const firstly = (kind: string, change: object): Forgery => {
  return (rows) => Object.assign(first(rows, 'event', kind), change);
};

const forgeries: readonly (readonly [string, Forgery])[] = [
  ['a head beyond the log', head(1, 9999)],
  ['a head among the facts', head(2, 1)],
  ['a head on no branch', head(77, 1)],
  ['a head where the branch has not been', head(1, 12)],
  ['a move from nowhere', lastly('move', { from: { branch: 1, seq: 9999 } })],
  ['a fork from what comes later', lastly('branch', { forkSeq: 9999 })],
  ['a fork from itself', lastly('branch', { parent: 3 })],
  ['a second root', lastly('branch', { parent: null, forkSeq: 0 })],
  ['one name for two branches', lastly('branch', { name: 'main' })],
  ['an event on no branch', lastly('event', { branch: 77 })],
  ['an event out of order', lastly('event', { seq: 1 })],
  ['an id twice', (rows) => Object.assign(last(rows, 'event'), { id: first(rows, 'event').id })],
  ['an id of another chat', (rows, stranger) => Object.assign(last(rows, 'event'), { id: stranger })],
  ['a fact of the chat in the play', firstly('played_as', { branch: 1 })],
  ['words among the facts', firstly('message_said', { branch: 2 })],
  ['a payload of another shape', firstly('message_said', { payload: { text: 1 } })],
  ['half a character', firstly('message_said', { kind: 'weather_turned', payload: { to: '\ud800' } })],
  ['a time that is none', lastly('event', { at: 'soon' })],
  ['another beginning', firstly('chat_started', { kind: 'weather_turned' })],
  ['a line of no known sort', (rows) => rows.splice(3, 0, { type: 'table', rows: [] })],
  ['a field too many', lastly('event', { secret: 1 })],
  ['a card with other bytes', lastly('bytes', { base64: 'AAAA' })],
  ['half a card', lastly('card', { size: 9_999_999 })],
  [
    'an edit of a message of another chat',
    (rows, message) => {
      const payload = { message, raw: 'x', text: 'x', knownTo: [] };
      return Object.assign(last(rows, 'event'), { kind: 'message_edited', payload });
    },
  ],
];

test('a forged archive is refused with its line, and nothing is stored', async () => {
  const [from, to] = [await lived(), await atTheInn()];
  const text = await exported(from);
  const before = await exported(to);
  const [stranger] = await to.json('log');
  for (const [what, forge] of forgeries) {
    const rows = rowsOf(text);
    forge(rows, stranger?.id ?? '');
    const error = await to.refusal(2, 'chat', 'import', to.file('forged.jsonl', archive(rows)));
    expect(error, what).toMatchObject({ code: 'broken_line', message: expect.stringMatching(/line \d+ /) });
  }
  expect(await to.json('chats')).toHaveLength(1);
  expect(await exported(to)).toBe(before);
  await to.isSound();
});

/** The inn, where a great deal was said. */
async function longArchive(messages: number): Promise<string> {
  const rows = rowsOf(await exported(await atTheInn()));
  const at = rows.findIndex(({ type }) => type === 'move' || type === 'card');
  const before = rows[at - 1] as Row & { seq: number; payload: object };
  const said = Array.from({ length: messages }, (_, n): Row => {
    const [id, text] = [`said${n}`, `${n} ${'x'.repeat(4000)}`];
    return {
      ...before,
      seq: before.seq + n + 1,
      id,
      turn: id,
      payload: { ...before.payload, raw: text, text },
    };
  });
  const events = before.seq + messages;
  const counts = { ...(rows[0]?.counts as object), events };
  const header = { ...rows[0], type: 'sotto-chat', head: { branch: 1, seq: events }, counts };
  return archive([header, ...rows.slice(1, at), ...said, ...rows.slice(at)]);
}

test('invariant 8: killed half-way, an import of an archive has stored nothing, and can be done again', async () => {
  const to = await atTheInn();
  const before = await exported(to);
  const file = to.file('long.jsonl', await longArchive(4000));
  const child = start(['chat', 'import', file], to);
  const log = join(to.data, 'sotto.db-wal');
  const watcher = watch(to.data, () => {
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000) child.kill('SIGKILL');
  });
  const { code, stdout } = await ended(child);
  watcher.close();
  expect({ code, stdout }).toEqual({ code: null, stdout: '' });
  expect(await to.json('chats')).toHaveLength(1);
  expect(await exported(to)).toBe(before);
  await to.isSound();
  await to.json('chat', 'import', file);
  expect(await to.text('chat', 'export', '--format', 'sotto')).toBe(readFileSync(file, 'utf8'));
});
