import * as z from 'zod/mini';
import { type KeyAction, type KeyActionName, keyActions, keyForm } from './screen-keys.ts';
import {
  flag,
  line,
  lineOrEmpty,
  moment,
  number,
  oneOf,
  or,
  serverAddress,
  texts,
  tokens,
  told,
  whole,
} from './shape/kinds.ts';
import { backend, cache, samplingSchema, serverOf } from './shape/model.ts';
import { lore, ooc, prompt } from './shape/writing.ts';

const given = z._default;
const programs = told(
  z.record(
    z.string().check(z.regex(/^[a-z][a-z0-9-]{0,19}$/)),
    z.strictObject({
      command: line,
      args: given(z.array(z.string()), []),
      env: given(z.array(z.string().check(z.regex(/^[A-Za-z_]\w*$/))), []),
      allow: given(texts, []),
    }),
  ),
  'a table of programs by name (a to z, 0 to 9 and -), each with command, and lists args, env (names of variables) and allow, such as { files = { command = "npx", args = ["…"], allow = ["read_file"] } }',
);
const tools = z.strictObject({
  offer: or(texts, [], 'tools: for everyone', 'Tools that every character may use whom a model plays.'),
  web: or(flag, false, 'tools: web pages', 'Whether tools may read pages of the public web.'),
  search_url: or(
    serverAddress,
    '',
    'tools: search',
    'The address of the SearXNG that is asked; empty for none.',
  ),
  calls: or(whole(0, 100), 4, 'tools: calls', 'The most calls in one line.'),
  depth: or(
    whole(0, 10),
    2,
    'tools: calls in calls',
    'How often a call may let others speak who call again.',
  ),
  seconds: or(moment, 20, 'tools: time', 'Seconds that all calls in a line share.'),
  mcp: or(programs, {}, 'tools: programs', 'Programs that offer tools over the Model Context Protocol.'),
});

const privacy = z.strictObject({
  hint: or(
    oneOf('count', 'names', 'none'),
    'count',
    'hint at what is hidden',
    'What you are told about messages that your character did not perceive.',
  ),
  untagged_reply: or(
    oneOf('inherit', 'public'),
    'inherit',
    'answer to a whisper',
    'Who perceives an answer to a whisper that does not say for whom it is: the same people, or everyone.',
  ),
  style: or(
    oneOf('tag', 'head'),
    'tag',
    'mark of a whisper',
    'How models mark who a message is for: by a tag anywhere in it, or a head at its beginning.',
  ),
  reveal: or(
    oneOf('stream', 'strict'),
    'stream',
    'while a reply comes',
    'Whether it is shown while it may still turn out to be a whisper, or only when it is complete.',
  ),
  drawer: or(
    oneOf('veiled', 'all', 'own'),
    'veiled',
    'minds of others',
    'Whether what others feel and know is veiled where you look at the world, shown, or left out.',
  ),
});

const memory = z.strictObject({
  scope: or(
    oneOf('all', 'chat', 'off'),
    'all',
    'reach',
    'How far back characters recall: all their chats, this one, or nothing.',
  ),
  most: or(whole(0, 10), 5, 'most recalled', 'The most memories and messages that are recalled in a prompt.'),
  per_chat: or(whole(0, 10), 2, 'most from another chat', 'The most of these from any one other chat.'),
  each: or(tokens(0), 100, 'most tokens recalled', 'The most recalled tokens that one prompt adds.'),
  shape: or(
    oneOf('auto', 'plain', 'lmml'),
    'auto',
    'form of memories',
    'Whether they are told in sentences, in tags, or as prompts are.',
  ),
  embed: z.strictObject({
    enabled: or(
      flag,
      false,
      'search by meaning',
      'Whether memories are found by meaning too, with an embedding model.',
    ),
    ...serverOf('meaning: '),
  }),
});

const snapshots = z.strictObject({
  every_events: or(
    whole(1, 1_000_000),
    100,
    'snapshots: by events',
    'A snapshot is taken after so many events.',
  ),
  every_minutes: or(
    number(0.1, 525_600),
    30,
    'snapshots: by minutes',
    'A snapshot is taken after so many minutes.',
  ),
  keep: or(whole(1, 1000), 5, 'snapshots: kept', 'How many snapshots are kept.'),
  pre_rewind_days: or(
    number(0, 36_500),
    14,
    'snapshots: rewind days',
    'How many days those are kept that were taken before a rewind.',
  ),
  daily_backup: or(
    flag,
    true,
    'daily backup',
    'Whether the store is backed up the first time it is used each day.',
  ),
});

const keyList = told(
  z.array(z.string().check(z.regex(keyForm))),
  'a list of keys, such as ["ctrl+j", "f2"]; [] for no key',
);
const sentence = (does: string): string => `${does.charAt(0).toUpperCase()}${does.slice(1)}.`;
const keysOf = ([name, { keys, does, brief = does }]: [string, KeyAction]) => [
  name,
  or(keyList, [...keys], brief, sentence(does)),
];
const keysSchema = z.strictObject(
  Object.fromEntries(Object.entries(keyActions).map(keysOf)) as Record<
    KeyActionName,
    z.ZodMiniDefault<typeof keyList>
  >,
);

const screen = z.strictObject({
  mode: or(
    oneOf('full', 'inline', 'plain'),
    'full',
    'mode',
    'full uses the whole terminal, inline leaves the chat in its scrollback, plain only adds lines.',
  ),
  mouse: or(
    flag,
    true,
    'mouse',
    'Whether the mouse is the screen’s: the wheel scrolls, a click picks, a drag copies.',
  ),
  vim: or(flag, false, 'vim keys', 'Whether lines, lists and texts have the keys of vim.'),
  notify: or(
    oneOf('off', 'bell', 'desktop'),
    'off',
    'notifications',
    'How you are told of new messages while the terminal is not in focus.',
  ),
  motion: or(flag, true, 'motion', 'Whether a caret blinks where somebody is about to speak.'),
});

/**
 * The shape of sotto's settings, key for key as in `config.toml`, with default and words of every key.
 * Times are seconds unless the key's name says otherwise; an absent sampler is left to the server.
 */
export const configSchema = z.strictObject({
  CharSpecificContextEnabled: or(
    flag,
    true,
    'private messages',
    'Whether messages may name who perceives them.',
  ),
  CharSpecificContextTag: or(
    line,
    '__known_to_chars__',
    'tag: opening mark',
    'What begins the tag that names who perceives a message.',
  ),
  CharSpecificContextTagEnd: or(line, '__', 'tag: closing mark', 'What ends that tag.'),
  AutoTurn: or(
    flag,
    false,
    'whispers without you',
    'Whether a private message that leaves you out may be answered without you.',
  ),
  UserRole: or(lineOrEmpty, '', 'whom you play', 'The character whom you play in a new chat.'),
  WriteNextMsgAs: or(
    lineOrEmpty,
    '',
    'who writes next',
    'The character as whom the next message is written.',
  ),
  WriteNextMsgAsCompletionAgent: or(
    lineOrEmpty,
    '',
    'who answers next',
    'The character who answers the next message.',
  ),
  ...{ backend, cache, sampling: samplingSchema, prompt, privacy, ooc },
  auto_turn: z.strictObject({
    max_hops: or(whole(0, 1000), 6, 'turns in a row', 'The most turns in a row without you.'),
    delay: or(
      number(0, 86_400),
      5,
      'auto mode: pause',
      'Seconds of silence after which auto mode lets someone continue.',
    ),
  }),
  cast: z.strictObject({
    max: or(whole(1, 1000), 8, 'largest cast', 'The most characters in one chat.'),
    pins: or(
      whole(0, 1000),
      8,
      'pins',
      'How many pins a character should have; more are kept, with a notice.',
    ),
  }),
  scenes: z.strictObject({
    close: or(
      oneOf('auto', 'ask', 'manual'),
      'auto',
      'end of a scene',
      'Whether a scene is closed when everyone moves on, or that is suggested, or left to you.',
    ),
    last: or(whole(0, 100), 3, 'past scenes', 'How many summaries of past scenes a prompt contains.'),
  }),
  memory,
  tools,
  world: z.strictObject({
    state_pass: or(
      oneOf('auto', 'on', 'off'),
      'auto',
      'follow the world',
      'Whether a model is asked after each message what it changed: mood, place, feelings, knowledge.',
    ),
  }),
  ...{ lore, snapshots, keys: keysSchema },
  look: z.strictObject({
    portraits: or(
      oneOf('pane', 'inline', 'off'),
      'pane',
      'portraits',
      'Whether the pane, lists and tiles show portraits, beside the page too (inline), or initials in their place.',
    ),
  }),
  theme: z.strictObject({ name: or(line, 'auto', 'theme', 'The colours of the screen.') }),
  screen,
  user: z.strictObject({
    name: or(line, 'You', 'your name', 'What you are called where no persona says otherwise.'),
  }),
});

/** All settings, complete and valid. */
export type Config = z.output<typeof configSchema>;
