import { expect, test } from 'vitest';
import { atTheInn, innCard } from './inn.ts';
import { ofType, Stage } from './sotto.ts';

/** Alice is played; Bob, Carl and Dora are there. */
const withFour = (): Promise<Stage> => atTheInn({ ...innCard, chars: ['Alice', 'Bob', 'Carl', 'Dora'] });

const group = async (stage: Stage, ...args: string[]) =>
  (await stage.json('audience', 'group', ...args)).map(({ name, members }) => [name, members]);
const known = async (stage: Stage, who: string) =>
  (await stage.json('audience', 'groups', '--as', who)).map(({ name, members }) => [name, members]);
/** Who is in the audience of a line, by names. */
const told = async (stage: Stage, ...line: string[]) =>
  ofType(await stage.json('say', ...line, '--no-reply'), 'message')[0]?.knownTo;
const promptFor = async (stage: Stage, who: string) =>
  String((await stage.json('prompt', '--for', who))[0]?.prompt);

test('KT-02 KT-15 an audience names a group: those who are in it as the line is written hear it, whoever is added later does not', async () => {
  const stage = await withFour();
  expect(await stage.json('audience', 'group', 'add', 'crew', 'Bob', 'Carl')).toEqual([
    { type: 'audience_group', name: 'crew', members: ['Bob', 'Carl'] },
  ]);
  const heard = ['Alice', 'Bob', 'Carl'];
  expect(await told(stage, 'One.', '--to', '@crew')).toEqual(heard);
  expect(await told(stage, 'Two. __known_to_chars__crew__')).toEqual(heard);
  expect(await told(stage, 'Three. (ooc: __known_to_chars__@Crew__)')).toEqual(heard);
  expect(await group(stage, 'remove', 'crew', 'Carl')).toEqual([['crew', ['Bob']]]);
  expect(await told(stage, 'Four.', '--to', '@crew,Dora')).toEqual(['Alice', 'Bob', 'Dora']);
  await group(stage, 'add', 'crew', 'Dora');
  const of = async (who: string) => (await stage.json('log', '--as', who)).map(({ text }) => text).slice(1);
  expect(await of('Carl')).toEqual(['One.', 'Two.', 'Three.']);
  expect(await of('Dora')).toEqual(['Four.']);
  await stage.isSound();
});

test('KT-07 who is in a group is known to its members and to who made it: to another it is a name that there is not, in lists, refusals and prompts', async () => {
  const stage = await withFour();
  const before = await promptFor(stage, 'Dora');
  await group(stage, 'add', 'crew', 'Bob', 'Carl');
  for (const who of ['Alice', 'Bob', 'Carl'])
    expect(await known(stage, who)).toEqual([['crew', ['Bob', 'Carl']]]);
  expect(await known(stage, 'Dora')).toEqual([]);
  expect(await promptFor(stage, 'Dora')).toBe(before);
  expect(await promptFor(stage, 'Bob')).toContain(
    'A group can be named like a character: @crew (Bob, Carl).',
  );
  const refusal = async (name: string) =>
    (await stage.refusal(2, 'say', 'Psst.', '--as', 'Dora', '--to', name)).message;
  expect(await refusal('@crew')).toBe((await refusal('@choir')).replace('choir', 'crew'));
  expect(await stage.refusal(2, 'audience', 'group', 'remove', 'crew', 'Bob', '--as', 'Dora')).toEqual(
    expect.objectContaining({ code: 'unknown_name' }),
  );
  expect(await stage.json('log', '--all')).toHaveLength(1);
});

test('KT-07 groups of one name by people who know nothing of each other are two, and who is in both calls the second otherwise', async () => {
  const stage = await withFour();
  await group(stage, 'add', 'crew', 'Bob');
  expect(await group(stage, 'add', 'crew', 'Bob', 'Carl', '--as', 'Dora')).toEqual([
    ['crew', ['Bob', 'Carl']],
  ]);
  expect(await known(stage, 'Alice')).toEqual([['crew', ['Bob']]]);
  expect(await known(stage, 'Carl')).toEqual([['crew', ['Bob', 'Carl']]]);
  expect(await known(stage, 'Bob')).toEqual([
    ['crew', ['Bob']],
    ['crew-2', ['Bob', 'Carl']],
  ]);
  await group(stage, 'add', 'crew-2', 'Alice', '--as', 'Bob');
  expect(await known(stage, 'Dora')).toEqual([['crew', ['Alice', 'Bob', 'Carl']]]);
  expect(await told(stage, 'Psst.', '--as', 'Bob', '--to', '@crew-2')).toEqual(['Alice', 'Bob', 'Carl']);
  expect(await stage.json('audience', 'groups', '--all')).toHaveLength(2);
});

test('KT-07 whoever is taken out learns that, and nothing of what comes after', async () => {
  const stage = await withFour();
  await group(stage, 'add', 'crew', 'Bob', 'Carl');
  await group(stage, 'remove', 'crew', 'Bob');
  expect(await known(stage, 'Bob')).toEqual([]);
  await stage.json('as', 'Bob');
  const undone = await stage.text('undo');
  expect(undone).toContain('audience: @crew: back: Bob, Carl');
  await stage.json('redo');
  const then = await promptFor(stage, 'Bob');
  await group(stage, 'add', 'crew', 'Dora', '--as', 'Alice');
  expect(await promptFor(stage, 'Bob')).toBe(then);
  expect(await stage.refusal(2, 'say', 'Psst.', '--to', '@crew')).toMatchObject({
    message: 'there is no group "@crew"; the audience can be Alice, Bob, Carl or Dora',
  });
});

test('KT-05 a group that nobody knows of is refused before anything is stored, with the nearest one', async () => {
  const stage = await withFour();
  await group(stage, 'add', 'crew', 'Bob');
  for (const line of [['Psst.', '--to', '@crw'], ['Psst. __known_to_chars__crw__']])
    expect(await stage.refusal(2, 'say', ...line)).toMatchObject({
      code: 'unknown_name',
      message: expect.stringContaining(
        'did you mean @crew? The audience can be Alice, Bob, Carl, Dora or @crew',
      ),
    });
  expect(await stage.refusal(2, 'audience', 'last', '--to', '@crw')).toMatchObject({ code: 'unknown_name' });
  expect(await stage.refusal(2, 'audience', 'group', 'remove', 'crw', 'Bob')).toMatchObject({
    message: expect.stringContaining('did you mean @crew?'),
  });
  expect(await stage.refusal(2, 'audience', 'group', 'add', 'crew', 'Bpb')).toMatchObject({
    code: 'unknown_name',
  });
  expect(await stage.refusal(2, 'audience', 'group', 'remove', 'crew', 'Carl')).toMatchObject({
    code: 'not_a_member',
  });
  expect(await stage.refusal(2, 'audience', 'group', 'add', 'the,crew', 'Bob')).toMatchObject({
    code: 'bad_name',
  });
  expect(await stage.refusal(2, 'audience', 'group', 'add', 'carl', 'Bob')).toMatchObject({
    code: 'duplicate_name',
  });
  expect(await stage.json('log', '--all')).toHaveLength(1);
});

test("KT-02 a character's name beats a group's, and a new name of somebody is carried through", async () => {
  const stage = await withFour();
  await group(stage, 'add', 'crew', 'Bob', 'Carl');
  await stage.json('rename', 'Carl', 'Karl');
  expect(await known(stage, 'Bob')).toEqual([['crew', ['Bob', 'Karl']]]);
  await stage.json('rename', 'Dora', 'Crew');
  expect(await told(stage, 'Psst. __known_to_chars__crew__')).toEqual(['Alice', 'Crew']);
});

test('KT-02 who has left the play is not in what a group reaches, and where nobody else is it is refused', async () => {
  const stage = await withFour();
  await group(stage, 'add', 'crew', 'Bob', 'Carl');
  await stage.json('leave', 'Carl');
  expect(await told(stage, 'Psst.', '--to', '@crew')).toEqual(['Alice', 'Bob']);
  await stage.json('audience', 'last', '--to', '@crew');
  expect((await stage.json('log')).at(-1)?.knownTo).toEqual(['Alice', 'Bob']);
  await stage.json('leave', 'Bob');
  for (const line of [['Psst.', '--to', '@crew'], ['Psst. __known_to_chars__crew__']])
    expect(await stage.refusal(2, 'say', ...line)).toMatchObject({ code: 'absent_audience' });
});

test('RP-079 RP-102 a change of a group is named by undo and by a rewind that is only tried, redone, and in an archive', async () => {
  const stage = await withFour();
  await stage.json('say', 'One.', '--no-reply');
  await group(stage, 'add', 'crew', 'Bob');
  await group(stage, 'add', 'crew', 'Carl');
  const gone = ofType(await stage.json('rewind', '--turns', '1', '--dry-run'), 'undone');
  expect(gone).toEqual([{ type: 'undone', what: 'audience', id: '@crew', was: 'Bob, Carl', becomes: null }]);
  expect(await stage.text('undo')).toContain('undone: audience: @crew: Bob, Carl → Bob');
  expect(await known(stage, 'Carl')).toEqual([]);
  await stage.json('redo');
  const to = new Stage();
  await to.json(
    'chat',
    'import',
    to.file('inn.jsonl', await stage.text('chat', 'export', '--format', 'sotto')),
  );
  expect(await known(to, 'Carl')).toEqual([['crew', ['Bob', 'Carl']]]);
  expect(await known(to, 'Dora')).toEqual([]);
  await to.isSound();
  await stage.isSound();
});

test('KT-22 an audience of an old message can be changed as before, by names and by groups', async () => {
  const stage = await withFour();
  await stage.json('say', 'One.', '--no-reply');
  await group(stage, 'add', 'crew', 'Bob', 'Carl');
  expect(await stage.json('audience', 'last', '--to', '@crew')).toEqual([{ type: 'audience', count: 1 }]);
  expect((await stage.json('log')).at(-1)?.knownTo).toEqual(['Alice', 'Bob', 'Carl']);
  await stage.json('audience', 'last', '--to', 'Dora');
  expect((await stage.json('log')).at(-1)?.knownTo).toEqual(['Alice', 'Dora']);
});
