import { expect, test } from 'vitest';
import { atTheInn, innCard } from './inn.ts';
import { areShaped } from './shapes.ts';
import { type Line, ofType, type Stage, texts } from './sotto.ts';

const opening = innCard.first_msg;

const withLines = async (...lines: string[]): Promise<Stage> => {
  const stage = await atTheInn();
  for (const line of lines) await stage.json('say', line, '--no-reply');
  return stage;
};

const log = async (stage: Stage): Promise<string[]> => texts(await stage.json('log'));

test('RP-079 RP-101 RP-102 rewind by turns or to a message, --dry-run first; redo goes back', async () => {
  const stage = await withLines('one', 'two', 'three');
  const dry = await stage.json('rewind', '--turns', '2', '--dry-run');
  areShaped(ofType(dry, 'message'));
  expect(texts(dry)).toEqual(['two', 'three']);
  expect(await log(stage)).toEqual([opening, 'one', 'two', 'three']);
  await stage.json('pin', 'last');
  await stage.json('world', 'set', 'weather', 'fog');
  const [two, three] = ofType(dry, 'message');
  const undone = ofType(await stage.json('rewind', '--turns', '2', '--dry-run'), 'undone');
  expect(undone).toEqual([
    { type: 'undone', what: 'pin', id: three?.id, was: 'three', becomes: null },
    { type: 'undone', what: 'world', id: 'world', was: 'weather fog', becomes: null },
  ]);
  expect((await stage.run('rewind', '--turns', '2', '--dry-run')).stdout).toContain('world: weather fog');
  expect(two?.id).not.toBe(three?.id);
  expect(texts(await stage.json('rewind', 'The Inn', '--turns', '2'))).toEqual(['two', 'three']);
  expect(await log(stage)).toEqual([opening, 'one']);
  expect(await stage.json('redo')).toMatchObject([{ last: { text: 'three' } }]);
  const [, one] = await stage.json('log');
  await stage.json('rewind', '--to', one?.id ?? '');
  expect(await log(stage)).toEqual([opening, 'one']);
  await stage.json('redo');
  await stage.json('rewind', '--to', '-2');
  expect(await log(stage)).toEqual([opening, 'one', 'two']);
  await stage.isSound();
});

test('undo takes back the last thing, be it a message, an edit or a pin, and redo brings it back', async () => {
  const stage = await withLines('one');
  await stage.json('edit', 'last', 'uno');
  await stage.json('pin', 'last');
  await stage.json('undo');
  expect(await stage.json('pins')).toEqual([]);
  await stage.json('undo');
  expect(await log(stage)).toEqual([opening, 'one']);
  await stage.json('undo');
  expect(await log(stage)).toEqual([opening]);
  expect(await stage.refusal(2, 'undo')).toMatchObject({ code: 'nothing_to_undo' });
  for (let step = 0; step < 3; step += 1) await stage.json('redo');
  expect(await stage.json('pins')).toMatchObject([{ text: 'uno', pinned: true }]);
  expect(await stage.refusal(2, 'redo')).toMatchObject({ code: 'nothing_to_redo' });
});

test('undo names what it took back: a message, a pin, an edit, a setting, a deletion each otherwise', async () => {
  const stage = await withLines('one', 'two');
  await stage.json('delete', '-2');
  await stage.json('world', 'set', 'weather', 'fog');
  await stage.json('edit', 'last', 'due');
  await stage.json('pin', 'last');
  const taken = async () =>
    (await stage.run('undo')).stdout.split('\n').find((line) => line.startsWith('undone'));
  expect(await taken()).toBe('undone: pin: due');
  expect(await taken()).toBe('undone: message: due → two');
  expect(await taken()).toBe('undone: world: weather fog');
  expect(await taken()).toBe('undone: a deletion');
  expect(await taken()).toMatch(/^undone: \S+: two$/);
});

test('RP-080 branch here or at a message, branches, switch', async () => {
  const stage = await withLines('one', 'two');
  const [, one] = await stage.json('log');
  expect(await stage.json('branch', 'what-if', '--at', one?.id.slice(0, 8) ?? '')).toMatchObject([
    { type: 'branch', name: 'what-if', current: true },
  ]);
  await stage.json('say', 'other', '--no-reply');
  expect(await log(stage)).toEqual([opening, 'one', 'other']);
  const branches = await stage.json('branches', 'The Inn');
  expect(branches).toMatchObject([
    { type: 'branch', name: 'main', current: false, preview: 'two' },
    { type: 'branch', name: 'what-if', current: true, preview: 'other' },
  ]);
  expect(await stage.json('switch', 'main', '--chat', 'The Inn')).toMatchObject([
    { type: 'head', branch: 'main', last: { text: 'two' } },
  ]);
  expect(await log(stage)).toEqual([opening, 'one', 'two']);
  expect(await stage.json('branch')).toMatchObject([{ type: 'branch', current: true }]);
  await stage.isSound();
});

test('swipe next, prev and N move among the versions of the last message', async () => {
  const stage = await withLines('one');
  const versions: string[] = [];
  for (const command of [['reply', '--by', 'Bob'], ['regenerate'], ['regenerate']]) {
    versions.push(...texts(await stage.json(...command)));
  }
  expect(new Set(versions).size).toBeGreaterThan(1);
  const swipe = async (which: string) => {
    const [line] = await stage.json('swipe', which);
    return { index: line?.index, of: line?.of, text: (await log(stage)).at(-1) };
  };
  expect(await swipe('prev')).toEqual({ index: 2, of: 3, text: versions[1] });
  expect(await swipe('1')).toEqual({ index: 1, of: 3, text: versions[0] });
  expect(await swipe('next')).toEqual({ index: 2, of: 3, text: versions[1] });
  expect(await swipe('3')).toEqual({ index: 3, of: 3, text: versions[2] });
  expect(await stage.refusal(2, 'swipe', 'next')).toMatchObject({ code: 'no_such_swipe' });
  await stage.isSound();
});

test('RP-035 who has more pins than cast.pins, 8 unless told, is told so, and keeps them all', async () => {
  const stage = await withLines(...'abcdefghi');
  for (let at = 1; at <= 8; at += 1) expect((await stage.run('pin', `-${at}`)).stderr).toBe('');
  expect((await stage.run('pin', '-9')).stderr).toContain('Alice has 9 pins, more than 8 (cast.pins)');
  expect(texts(await stage.json('pins'))).toHaveLength(9);
  stage.file('config.toml', '[cast]\npins = 10\n');
  expect((await stage.run('pin', 'last')).stderr).toBe('');
  stage.file('config.toml', '[cast]\npins = 2\n');
  expect((await stage.run('pin', '-1')).stderr).toContain('9 pins, more than 2');
  stage.file('config.toml', 'WriteNextMsgAs = "Bob"\n[cast]\npins = 2\n');
  expect((await stage.run('pin', 'last')).stderr).toBe('');
});

test('edit, delete, pin, unpin: MESSAGE as id, prefix, last and -2', async () => {
  const stage = await withLines('one', 'two', 'three');
  expect(await stage.json('edit', '-2', 'zwei')).toMatchObject([{ type: 'message', text: 'zwei' }]);
  expect(await stage.feed('drei\n', 'edit', 'last', '-')).toMatchObject({ code: 0 });
  const [, one, two, three] = await stage.json('log');
  expect([two?.text, three?.text]).toEqual(['zwei', 'drei']);
  areShaped(await stage.json('pin', one?.id.slice(0, 9) ?? ''));
  await stage.json('pin', '-2', '--chat', 'The Inn');
  expect((await stage.json('pins')).map(({ text, pinned }) => [text, pinned])).toEqual([
    ['one', true],
    ['zwei', true],
  ]);
  expect(await stage.json('pins', '--of', 'Bob')).toEqual([]);
  expect(await stage.json('unpin', '-2')).toMatchObject([{ text: 'zwei', pinned: false }]);
  expect(await stage.json('delete', '-2')).toEqual([{ type: 'deleted', id: two?.id }]);
  expect(await log(stage)).toEqual([opening, 'one', 'drei']);
  expect(await stage.json('log')).toMatchObject([{}, { pinned: true }, { pinned: false }]);
  await stage.isSound();
});

test('RP-080 a fork on which nothing was said is listed, can be gone to, and is there as each one sees it', async () => {
  const stage = await withLines('One.', 'Two.');
  await stage.json('undo');
  await stage.json('edit', 'last', 'One, edited.');
  const forks = await stage.json('branches');
  expect(forks).toMatchObject([
    { name: 'main', current: false, preview: 'Two.' },
    { name: expect.stringMatching(/^main~\w{6}$/), current: true, preview: 'One, edited.', from: 'main' },
  ]);
  await stage.json('switch', 'main');
  expect((await log(stage)).at(-1)).toBe('Two.');
  await stage.json('switch', forks[1]?.name ?? '');
  expect((await log(stage)).at(-1)).toBe('One, edited.');
  await stage.json('pin', 'last');
  await stage.json('undo');
  await stage.json('pin', 'last');
  expect(await stage.json('branches')).toHaveLength(3);
  expect(await stage.json('branches', '--all')).toHaveLength(3);
  expect(await stage.json('branches', '--as', 'Bob')).toHaveLength(2);
});

test('RP-102 what going back would make public again, or bring back, is listed before and after', async () => {
  const stage = await withLines('One.', 'Two.');
  await stage.json('audience', '-2', '--to', 'Bob');
  const becomes = { type: 'undone', what: 'message', becomes: 'known to everyone present' };
  const dry = ofType(await stage.json('rewind', '--to', '-2', '--dry-run'), 'undone');
  expect(dry).toMatchObject([becomes]);
  const rewound = ofType(await stage.json('rewind', '--to', '-2'), 'undone');
  expect(rewound).toEqual(dry);
  await stage.json('redo');
  await stage.json('delete', 'last');
  expect(await stage.json('undo')).toMatchObject([
    { type: 'undone', what: 'message', was: null, becomes: 'Two.' },
    { type: 'head' },
  ]);
  const branched = await stage.run('branch', 'open', '--at', '-2');
  expect(branched.stderr).toContain('"One." is known to everyone present again');
});

test('issue 29.6 regenerate M --keep: a new version where the line stands; branches lists versions with --versions alone', async () => {
  const stage = await withLines('one');
  await stage.json('reply', '--by', 'Bob');
  await stage.json('say', 'two', '--no-reply');
  const [, , reply] = ofType(await stage.json('log'), 'message');
  await stage.json('regenerate', reply?.id ?? '', '--keep', '--chat', 'The Inn');
  const now = await log(stage);
  expect([now.length, now.at(-1), now[2] === reply?.text]).toEqual([4, 'two', false]);
  const versions = await stage.json('versions', reply?.id ?? '');
  expect(versions.map(({ text }) => text)).toEqual([reply?.text, now[2]]);
  await stage.json('rewind', '--turns', '1');
  expect((await log(stage))[2]).toBe(now[2]);
  await stage.json('regenerate', 'The Inn');
  await stage.json('regenerate');
  const shown = (lines: readonly Line[]) => lines.map(({ preview, current }) => [preview, current]);
  expect(shown(await stage.json('branches'))).toEqual([
    ['two', false],
    [expect.anything(), true],
  ]);
  expect(await stage.json('branches', '--versions')).toHaveLength(4);
  await stage.isSound();
});
