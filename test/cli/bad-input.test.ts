import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { end, header, pixels, pngWith } from '../cards/fixtures.ts';
import { atTheInn, innCard, plainCard } from './inn.ts';
import { Stage } from './sotto.ts';

/** What is wrong, the command, its exit code, and what the line must name. */
type Row = readonly [what: string, args: readonly string[], code: number, says: RegExp];

const rows: readonly Row[] = [
  ['no such chat', ['log', 'nope'], 3, /"nope".*sotto chats/],
  ['an ambiguous prefix', ['log', 'The'], 2, /"The Inn" \(\w+\), "The Inn|"The Inn 2" \(\w+\), .*give more/],
  ['no such character to see as', ['log', '--as', 'Zed'], 3, /"Zed".*Alice, Bob or Carl/],
  ['no such character to speak for', ['prompt', '--for', 'Zed'], 3, /"Zed"/],
  ['no such character to reply', ['say', 'Hm.', '--reply', 'Zed'], 3, /"Zed"/],
  ['no such character to play', ['as', 'Zed'], 3, /"Zed"/],
  ['a stranger in a tag', ['say', 'Hm. __known_to_chars__Zed__'], 2, /"Zed".*Alice, Bob or Carl/],
  ['a stranger in --to', ['say', 'Hm.', '--to', 'Bob,Zed'], 2, /"Zed".*Alice, Bob or Carl/],
  ['nobody in --to', ['say', 'Hm.', '--to', ' , '], 2, /--to Bob,Carl/],
  ['a tag that names nobody', ['say', 'Hm. __known_to_chars____'], 2, /names nobody/],
  ['an unclosed tag', ['say', 'Hm. __known_to_chars__Bob'], 2, /not closed; end its names with __/],
  ['empty text', ['say', '  '], 2, /message is empty/],
  ['a text that is only a tag', ['say', '(ooc: __known_to_chars__Bob__)'], 2, /message is empty/],
  ['an empty edit', ['edit', 'last', ' '], 2, /message is empty/],
  ['too many arguments', ['say', 'The Inn', 'one', 'two'], 2, /quotes/],
  ['no text at all', ['say'], 2, /message is empty/],
  ['a speaker and no text', ['say', '--reply', 'Bob'], 2, /message is empty/],
  ['no such message', ['pin', 'nope'], 3, /"nope".*sotto log/],
  ['further back than the chat goes', ['delete', '-99'], 3, /"-99"/],
  ['--now that is no time', ['say', 'Hm.', '--now', 'soon'], 2, /soon.*2026-01-31T12:00:00Z/],
  ['no tokens', ['say', 'Hm.', '--max-tokens', '0'], 2, /--max-tokens 0/],
  ['half a turn', ['rewind', '--turns', '1.5'], 2, /--turns 1\.5/],
  ['more turns than there are', ['rewind', '--turns', '99'], 2, /99/],
  ['turns and a message', ['rewind', '--turns', '1', '--to', 'last'], 2, /either/],
  ['neither turns nor a message', ['rewind'], 2, /--turns N or --to MESSAGE/],
  ['a tail of words', ['log', '--tail', 'few'], 2, /--tail few/],
  ['--as and --all', ['log', '--as', 'Bob', '--all'], 2, /choose one/],
  ['no such branch', ['switch', 'nope'], 3, /"nope".*main/],
  ['a branch that is there', ['branch', 'main'], 2, /"main"/],
  ['no such branch to read', ['events', '--branch', 'nope'], 3, /"nope".*main/],
  ['no such version', ['swipe', '9'], 2, /regenerate/],
  ['an unknown command', ['doctro'], 2, /"doctro"; did you mean `sotto doctor`/],
  ['an unknown command of a group', ['chat', 'renam'], 2, /renam.*rename/],
  ['a group alone', ['chat'], 2, /--help/],
  ['an unknown option', ['say', 'Hm.', '--relpy', 'Bob'], 2, /--relpy.*--reply/],
  ['a kind of server that is none', ['say', 'Hm.', '--backend', 'abacus'], 2, /--backend.*llamacpp/],
  ['an address that is none', ['say', 'Hm.', '--url', 'here'], 2, /--url/],
  [
    'an address with a key in it',
    ['say', 'Hm.', '--url', 'http://a:b@127.0.0.1:1', '--backend', 'auto'],
    2,
    /--api-key-env/,
  ],
  [
    'a variable that is empty',
    ['say', 'Hm.', '--backend', 'llamacpp', '--api-key-env', 'NO_KEY'],
    2,
    /NO_KEY/,
  ],
  ['no such config file', ['chats', '--config', 'nope.toml'], 3, /nope\.toml/],
  ['a restore from nothing', ['restore', 'nope.db'], 3, /nope\.db/],
  ['nothing deleted to restore', ['chat', 'restore', 'The Inn'], 3, /"The Inn".*--deleted/],
  ['a delete that nobody confirms', ['chat', 'delete', 'The Inn'], 2, /--yes/],
  ['an empty title', ['chat', 'rename', 'The Inn', ' '], 2, /title/],
];

describe('bad input is refused in one line that says what to do, and stores nothing', () => {
  test('every row of the table', async () => {
    const stage = await atTheInn();
    await stage.json('new', stage.file('again.json', JSON.stringify(innCard)));
    const before = await stage.json('events', 'The Inn');
    for (const [what, args, code, says] of rows) {
      const { message } = await stage.refusal(code, ...args);
      expect(message, what).toMatch(says);
      expect(message, what).not.toMatch(/\n|internal error/);
    }
    expect(await stage.json('events', 'The Inn')).toEqual(before);
    await stage.isSound();
  });

  test('without --json the line is all there is; --debug adds the stack', async () => {
    const stage = await atTheInn();
    const { code, stdout, stderr } = await stage.run('log', 'nope');
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toBe('sotto: there is no chat "nope"; see `sotto chats`\n');
    expect((await stage.run('log', 'nope', '--debug')).stderr).toMatch(
      /^sotto: .*\n.*SottoError[\s\S]*\n +at /,
    );
  });

  test('before the first chat the way to one is told', async () => {
    expect(await new Stage().refusal(3, 'log')).toMatchObject({
      message: expect.stringContaining('sotto new'),
    });
  });
});

describe('cards that are none', () => {
  const files: readonly (readonly [
    name: string,
    content: string | Uint8Array,
    code: number,
    says: RegExp,
  ])[] = [
    ['words.json', 'once upon a time', 2, /words\.json.*not valid JSON/],
    ['list.json', '[1, 2]', 2, /not an object/],
    ['other.json', '{"hello": 1}', 2, /choose a V1, V2, V3 or multi-character card/],
    ['lore.json', '{"spec":"lorebook_v3","data":{"entries":[]}}', 2, /lorebook.*lore import/],
    ['nobody.json', '{"chars":[],"first_msg":"","sys_prompt":"","role":""}', 2, /chars/],
    ['empty.json', '', 2, /JSON/],
    ['photo.png', pngWith(header, pixels, end), 2, /photo\.png.*picture without a card/],
    ['cut.png', pngWith(header, pixels, end).slice(0, 30), 2, /cut\.png/],
  ];

  test('each is refused with its name and leaves no chat and no card', async () => {
    const stage = await atTheInn();
    for (const [name, content, code, says] of files) {
      const { message } = await stage.refusal(code, 'new', stage.file(name, content));
      expect(message, name).toMatch(says);
    }
    expect((await stage.refusal(3, 'new', join(stage.folder, 'gone.json'))).message).toMatch(/gone\.json/);
    expect((await stage.refusal(3, 'new', stage.folder)).message).toMatch(/no file/);
    expect(await stage.json('chats')).toHaveLength(1);
    await stage.isSound();
  });

  test('casts that cannot be: the same name twice, too many, no such greeting, no title', async () => {
    const stage = new Stage();
    const path = stage.file('k.json', plainCard('Keeper', 'Hm.'));
    const many = { ...innCard, chars: Array.from({ length: 9 }, (_, n) => `Guest ${n}`), role: 'Guest 0' };
    expect((await stage.refusal(2, 'new', path, path)).message).toMatch(/"Keeper"/);
    expect((await stage.refusal(2, 'new', stage.file('m.json', JSON.stringify(many)))).message).toMatch(
      /cast\.max/,
    );
    expect((await stage.refusal(2, 'new', path, '--greeting', '5')).message).toMatch(/1 greeting/);
    expect((await stage.refusal(2, 'new', path, '--greeting', 'x')).message).toMatch(/at least 0/);
    expect((await stage.refusal(2, 'new', path, '--title', ' ')).message).toMatch(/title/);
    expect((await stage.refusal(3, 'new', path, '--persona', 'Zed')).message).toMatch(/"Zed"/);
    expect(await stage.json('chats')).toEqual([]);
  });
});

test('a config file with an unknown key, a wrong type or a slip in it: what, where, and the nearest known', async () => {
  const stage = await atTheInn();
  const before = await stage.json('events');
  for (const [toml, says] of [
    ['[backend]\nulr = "http://127.0.0.1:1"\n', /backend\.ulr in .*bad\.toml.*backend\.url/],
    ['[promt]\nhard = 1\n', /promt.*\[prompt\]/],
    ['AutoTurn = "yes"\n', /AutoTurn in .*true or false.*"yes"/],
    ['[prompt]\nhard = 1.5\n', /prompt\.hard.*whole number/],
    ['[backend\n', /line 1/],
  ] as const) {
    const { message } = await stage.refusal(2, 'say', 'Hm.', '--config', stage.file('bad.toml', toml));
    expect(message).toMatch(says);
  }
  expect(await stage.json('events')).toEqual(before);
});
