import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plainCard } from './inn.ts';
import { aMonthApart, at, key, mindOf, question, saying } from './months.ts';
import { Stage } from './sotto.ts';

const archiveOf = (stage: Stage, chat: string): Promise<string> =>
  stage.text('chat', 'export', chat, '--format', 'sotto');

/** Takes chats of one store into another, by their archives alone. */
async function move(from: Stage, to: Stage, ...chats: string[]): Promise<void> {
  for (const chat of chats) {
    const file = to.file(`${chat}.sotto.jsonl`, await archiveOf(from, chat));
    expect(await to.run('chat', 'import', file)).toMatchObject({ code: 0 });
  }
}

test('HC-28 RP-104 chats that are moved by archives are still a past, though a card was edited between them', async () => {
  const [from, to] = [await aMonthApart(), new Stage()];
  await move(from, to, 'First', 'Second');
  const remembered = await mindOf(from, 'Bob', 'Second');
  expect(remembered.join()).toContain(key);
  expect(await mindOf(to, 'Bob', 'Second')).toEqual(remembered);
  expect(await archiveOf(to, 'Second')).toBe(await archiveOf(from, 'Second'));
  expect(await to.run('verify')).toMatchObject({ code: 0 });
});

test('HC-28 an archive carries that a person said two cards are one, and what was said of a card that is here stays', async () => {
  const from = await aMonthApart();
  const robert = plainCard('Robert', 'I am Robert.');
  await at(
    from,
    '2026-03-01T10:00:00Z',
    'new',
    from.file('Robert.json', robert),
    '--as',
    'Ann',
    '--title',
    'Other',
  );
  await saying(from, '2026-03-01T10:01:00Z', 'Other', question);
  await from.run('card', 'same', 'Robert', 'Bob');
  const fresh = new Stage();
  await move(from, fresh, 'First', 'Other');
  expect(await mindOf(fresh, 'Robert', 'Other')).toHaveLength(1);
  await fresh.run('card', 'apart', 'Robert');
  expect(await mindOf(fresh, 'Robert', 'Other')).toEqual([]);
  await move(from, fresh, 'Second', 'Other');
  expect(await mindOf(fresh, 'Robert', 'Other')).toEqual([]);
  const known = new Stage();
  await known.run('card', 'import', known.file('Robert.json', robert));
  await move(from, known, 'First', 'Other');
  expect(await mindOf(known, 'Robert', 'Other')).toEqual([]);
});

/** A card's id in the library, by its name. */
const idOf = async (stage: Stage, name: string): Promise<string> =>
  (await stage.run('card', 'show', name, '--json')).lines[0]?.id ?? '';

/** Bob's card before it was edited once more, and a store that has an archive with the edited one alone. */
async function earlierBob() {
  const [from, to] = [await aMonthApart(), new Stage()];
  const before = from.file('before.json', '');
  await from.run('card', 'export', 'Bob', '--to', 'json', '--out', before, '--force');
  await from.run('card', 'edit', 'Bob');
  await at(from, '2026-03-01T10:00:00Z', 'new', 'Bob', '--as', 'Ann', '--title', 'Third');
  await move(from, to, 'Third');
  return { from, to, before };
}

const identityIn = async (stage: Stage, card: string): Promise<unknown> =>
  (await stage.run('card', 'show', card, '--json')).lines[0]?.identity;

test('HC-28 an archive with a card that is said to be one that is here, or made from it, warns, and says how to part them', async () => {
  const from = await aMonthApart();
  const robert = from.file('Robert.json', plainCard('Robert', 'I am Robert.'));
  await at(from, '2026-03-01T10:00:00Z', 'new', robert, '--as', 'Ann', '--title', 'Other');
  await saying(from, '2026-03-01T10:01:00Z', 'Other', question);
  await from.run('card', 'same', 'Robert', 'Bob');
  for (const chat of ['Other', 'Second']) {
    const to = new Stage();
    await to.run('card', 'import', to.file('Bob.json', plainCard('Bob', 'I am Bob.')));
    const bob = await idOf(to, 'Bob');
    const file = to.file('moved.jsonl', await archiveOf(from, chat));
    const { code, stderr } = await to.run('chat', 'import', file);
    const came = await idOf(from, chat === 'Other' ? 'Robert' : 'Bob');
    const said = `card ${came} is marked as the same character as ${bob}, whose chats it remembers; \`card apart ${came}\``;
    expect([code, stderr.split(said)]).toEqual([0, [expect.anything(), expect.anything()]]);
    expect(await identityIn(to, came)).toBe(await identityIn(to, bob));
    expect(await to.run('card', 'apart', came)).toMatchObject({ code: 0 });
    expect(await identityIn(to, came)).not.toBe(await identityIn(to, bob));
    expect((await to.run('chat', 'import', file)).stderr).not.toContain('said to be');
  }
  const fresh = new Stage();
  const file = fresh.file('moved.jsonl', await archiveOf(from, 'Other'));
  expect((await fresh.run('chat', 'import', file)).stderr).not.toContain('said to be');
});

test('HC-28 RP-104 a version of a card between the first and the one in an archive is the same character, should it come later', async () => {
  const [from, to, further] = [await aMonthApart(), new Stage(), new Stage()];
  const between = from.file('between.json', '');
  await from.run('card', 'export', 'Bob', '--to', 'json', '--out', between, '--force');
  const middle = await idOf(from, 'Bob');
  await from.run('card', 'edit', 'Bob');
  const edited = await idOf(from, 'Bob');
  expect(edited).not.toBe(middle);
  await at(from, '2026-03-01T10:00:00Z', 'new', 'Bob', '--as', 'Ann', '--title', 'Third');
  await move(from, to, 'Third');
  const brought = await archiveOf(from, 'Third');
  expect(await archiveOf(to, 'Third')).toBe(brought);
  await move(to, further, 'Third');
  await further.run('card', 'import', between);
  expect(await identityIn(further, middle)).toBe(await identityIn(from, edited));
  expect(await identityIn(further, middle)).toBe(await identityIn(further, edited));
});

test('HC-28 of a version of a card that comes after a newer one that is said, and the name means the newer one until somebody prefers it', async () => {
  const { from, to, before } = await earlierBob();
  const newer = await idOf(to, 'Bob');
  const { stderr } = await to.run('card', 'import', before);
  expect(stderr).toContain('It is an earlier version of Bob, and shares its memories');
  expect((await to.run('card', 'import', before)).stderr).not.toContain('earlier version');
  expect(await idOf(to, 'Bob')).toBe(newer);
  const [earlier = ''] = (await to.json('cards')).flatMap(({ id }) => (id === newer ? [] : [String(id)]));
  expect(stderr).toContain(`\`card prefer ${earlier}\``);
  expect(await to.text('card', 'prefer', earlier)).toContain(`Bob means ${earlier}`);
  expect(await idOf(to, 'Bob')).toBe(earlier);
  expect(await to.refusal(2, 'card', 'prefer', 'Bob')).toMatchObject({ code: 'preferred_already' });
  await to.text('card', 'prefer', newer);
  expect(await idOf(to, 'Bob')).toBe(newer);
  expect(await from.text('card', 'prefer', earlier)).toContain(earlier);
  expect(await idOf(from, 'Bob')).toBe(earlier);
});

test('HC-28 an archive that brings an earlier version of a card says so, and the name means the newer one', async () => {
  const { from, to } = await earlierBob();
  const newer = await idOf(to, 'Bob');
  const file = to.file('Second.jsonl', await archiveOf(from, 'Second'));
  const { stderr } = await to.run('chat', 'import', file);
  expect(stderr).toContain('It is an earlier version of Bob');
  expect(await idOf(to, 'Bob')).toBe(newer);
  expect(await archiveOf(to, 'Second')).toBe(await archiveOf(from, 'Second'));
});

test('HC-28 an archive says which card its author put in the place of another, so that a name means the same one elsewhere', async () => {
  const [from, to] = [await aMonthApart(), new Stage()];
  await from.run('card', 'edit', 'Bob', '--in', 'First');
  const brought = await archiveOf(from, 'First');
  expect(brought).toContain('"type":"replaced"');
  await move(from, to, 'First');
  expect(await idOf(to, 'Bob')).toBe(await idOf(from, 'Bob'));
  expect(await archiveOf(to, 'First')).toBe(brought);
});

test('HC-28 RP-104 a chat of an archive is told to be the past of whom it shares with chats here, and --apart keeps it out', async () => {
  const [from, to, other] = [await aMonthApart(), new Stage(), new Stage()];
  for (const stage of [to, other]) await move(from, stage, 'Second');
  const file = to.file('first.jsonl', await archiveOf(from, 'First'));
  const shared = await to.run('chat', 'import', file);
  expect(shared.stderr).toContain('it is part of the past of Bob in other chats here');
  expect((await mindOf(to, 'Bob', 'Second')).join()).toContain(key);
  expect((await to.run('chat', 'import', file)).stderr).not.toContain('part of the past');
  const apart = await other.run(
    'chat',
    'import',
    other.file('first.jsonl', await archiveOf(from, 'First')),
    '--apart',
  );
  expect(apart.code).toBe(0);
  expect(apart.stderr).not.toContain('part of the past');
  expect((await mindOf(other, 'Bob', 'Second')).join()).not.toContain(key);
  expect(await other.run('verify')).toMatchObject({ code: 0 });
});

test('an archive of version 1, which says of no card who that is, is read', async () => {
  const [from, to] = [await aMonthApart(), new Stage()];
  const lines = (await archiveOf(from, 'Second'))
    .split('\n')
    .filter((line) => !/^\{"type":"(end|identity)"/.test(line));
  const old = lines.join('\n').replace('"version":3', '"version":1');
  const hash = createHash('sha256').update(old).digest('hex');
  const file = to.file('old.jsonl', `${old}${JSON.stringify({ type: 'end', hash })}\n`);
  expect(await to.run('chat', 'import', file)).toMatchObject({ code: 0 });
  expect(await to.run('verify')).toMatchObject({ code: 0 });
});

test('HC-28 RP-104 in a store that was restored from a backup everybody remembers what they did', async () => {
  const from = await aMonthApart();
  const backup = join(from.folder, 'kept.db');
  expect(await from.run('backup', backup)).toMatchObject({ code: 0 });
  const remembered = await mindOf(from, 'Bob', 'Second');
  const to = new Stage();
  expect(await to.run('restore', backup)).toMatchObject({ code: 0 });
  expect(await mindOf(to, 'Bob', 'Second')).toEqual(remembered);
  await saying(to, '2026-03-01T10:00:00Z', 'Second', 'And the brass key?');
  expect((await mindOf(to, 'Bob', 'Second')).join()).toContain(key);
  expect(await to.run('verify')).toMatchObject({ code: 0 });
});
