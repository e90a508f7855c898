import { expect, test } from 'vitest';
import { atTheInn, innCard } from './inn.ts';
import { ofType, type Stage, texts } from './sotto.ts';

const canary = 'zarzaparrilla';
const cast = ['Alice', 'Bob', 'Carl'];

/** Whether the canary stands anywhere in what a command prints, with and without `--json`. */
const sings = async (stage: Stage, ...args: string[]): Promise<boolean> => {
  const [plain, json] = await Promise.all([stage.run(...args), stage.run(...args, '--json')]);
  expect([plain.code, json.code]).toEqual([0, 0]);
  return [plain, json].some(({ stdout, stderr }) => `${stdout}${stderr}`.includes(canary));
};

const singsInJson = async (stage: Stage, ...args: string[]): Promise<boolean> =>
  JSON.stringify(await stage.json(...args)).includes(canary);

/** Who hears the canary, in the transcript and in the prompt. */
const hearers = async (stage: Stage): Promise<string[]> => {
  const heard: string[] = [];
  for (const name of cast) {
    const inLog = await singsInJson(stage, 'log', '--as', name);
    expect(await singsInJson(stage, 'prompt', '--for', name), `the prompt for ${name}`).toBe(inLog);
    if (inLog) heard.push(name);
  }
  return heard;
};

test.each([
  ['KT-01 no tag: everyone', canary, [], cast],
  [
    'KT-02 KT-04 a tag at the end: the named and the sender',
    `${canary}. __known_to_chars__Bob__`,
    ['Alice', 'Bob'],
    ['Alice', 'Bob'],
  ],
  [
    'KT-02 a tag in the middle',
    `So: __known_to_chars__Carl__ ${canary}.`,
    ['Alice', 'Carl'],
    ['Alice', 'Carl'],
  ],
  [
    'KT-02 commas between names; everybody named is public',
    `${canary} __known_to_chars__Bob,Carl__`,
    [],
    cast,
  ],
  [
    'KT-03 several tags combine',
    `__known_to_chars__Bob__${canary}__known_to_chars__Alice__`,
    ['Alice', 'Bob'],
    ['Alice', 'Bob'],
  ],
  [
    'KT-05 names are trimmed, upper and lower case are one',
    `${canary}__known_to_chars__  bOB ,alice __`,
    ['Alice', 'Bob'],
    ['Alice', 'Bob'],
  ],
  ['KT-05 the tag itself is case-sensitive', `${canary} __Known_To_Chars__Bob__`, [], cast],
  [
    'KT-06 in an aside, which leaves the text with it',
    `${canary} (ooc: __known_to_chars__Bob__)`,
    ['Alice', 'Bob'],
    ['Alice', 'Bob'],
  ],
  ['KT-04 the sender alone', `${canary} __known_to_chars__Alice__`, ['Alice'], ['Alice']],
])('KT-07 KT-11 KT-12 %s', async (_, text, knownTo, expected) => {
  const stage = await atTheInn();
  const [said] = await stage.json('say', text, '--no-reply');
  expect(said).toMatchObject({ knownTo, perceived: expected });
  expect(await hearers(stage)).toEqual(expected);
  const isTag = text.includes('__known_to_chars__');
  expect(said?.text.includes('__')).toBe(!isTag && text.includes('__'));
  expect(said?.text).not.toMatch(/ooc/i);
});

test('KT-13 KT-23 writing as another: the same filter, and an audience need not hold the played character', async () => {
  const stage = await atTheInn();
  await stage.json('as', 'Carl');
  const [said] = await stage.json('say', `${canary} __known_to_chars__Bob__`, '--no-reply');
  expect(said).toMatchObject({ speaker: 'Carl', knownTo: ['Bob', 'Carl'] });
  expect(await hearers(stage)).toEqual(['Bob', 'Carl']);
  expect(await sings(stage, 'log')).toBe(true);
  await stage.json('as', 'Alice');
  expect(await sings(stage, 'log')).toBe(false);
  expect((await stage.run('say', 'Anyone?', '--reply', 'Bob', '--json')).stdout).not.toContain(canary);
});

test('KT-07 KT-12 nothing that the program prints for one character holds what is hidden from it', async () => {
  const stage = await atTheInn();
  await stage.json('say', `${canary} __known_to_chars__Bob__`, '--as', 'Carl', '--no-reply');
  const [secret] = await stage.json('log', '--as', 'Carl', '--tail', '1');
  await stage.json('as', 'Alice');
  for (const args of [
    ['log'],
    ['prompt', '--for', 'Alice'],
    ['branches'],
    ['chats'],
    ['pins'],
    ['rewind', '--turns', '1', '--dry-run'],
  ]) {
    expect(await sings(stage, ...args), args.join(' ')).toBe(false);
  }
  expect(await stage.json('rewind', '--turns', '1', '--dry-run')).toMatchObject([
    { type: 'message' },
    { type: 'rewind', undone: 2, unperceived: 1 },
  ]);
  for (const command of ['pin', 'delete']) {
    expect(await stage.refusal(3, command, secret?.id ?? '')).toMatchObject({ code: 'no_such_message' });
  }
  expect(await stage.refusal(3, 'edit', secret?.id ?? '', 'x')).toMatchObject({ code: 'no_such_message' });
  expect(await sings(stage, 'log', '--all')).toBe(true);
});

test('KT-10 a character answers a whisper with a whisper, and nobody else hears of it', async () => {
  const stage = await atTheInn();
  const lines = await stage.json('say', `${canary} (ooc: __known_to_chars__Bob__)`);
  expect(ofType(lines, 'message').map(({ speaker, knownTo }) => [speaker, knownTo])).toEqual([
    ['Alice', ['Alice', 'Bob']],
    ['Bob', ['Alice', 'Bob']],
  ]);
  expect(texts(await stage.json('log', '--as', 'Carl'))).toEqual([innCard.first_msg]);
  expect(await stage.text('log', '--as', 'Bob')).toContain(`Alice (to Bob): ${canary}\nBob (to Alice): `);
});

test('KT-24 an edit that changes the tag changes who knows, here and in the prompts', async () => {
  const stage = await atTheInn();
  await stage.json('say', canary, '--no-reply');
  await stage.json('edit', 'last', `${canary} __known_to_chars__Carl__`);
  expect(await hearers(stage)).toEqual(['Alice', 'Carl']);
  await stage.json('undo');
  expect(await hearers(stage)).toEqual(cast);
});
