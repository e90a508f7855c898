import { SottoError } from '../../src/domain/errors.ts';
import type { Surfaced } from '../../src/play/memory/sieve.ts';
import type { Life } from '../../src/play/story/memories/past.ts';
import { bob, message } from './fair.ts';
import type { StagedPlay } from './staged.ts';

const usual = { depth: 4, role: 'system', every: 1, to: [] } as const;
const long = 'a pasted line\n'.repeat(20);

/** What is on the screen beside the chat: how it comes there, and what shows that it has. */
export interface Scene {
  /** What is true of the chat before it is opened. */
  readonly set?: (play: StagedPlay) => unknown;
  /** What is typed; where all of it are lines, `--plain` takes it as well. */
  readonly typed?: (play: StagedPlay) => string;
  /** What happens then. */
  readonly after?: (play: StagedPlay) => void;
  readonly shows: (play: StagedPlay) => string | RegExp;
  /** What is typed when that is there, and what shows it. */
  readonly next?: (play: StagedPlay) => { typed: string; shows: string };
  /** Whether it is not in lines alone. */
  readonly isDrawn?: boolean;
  /** Whether it reads the library. */
  readonly hasLibrary?: boolean;
}

/** What somebody of the fair is called in this chat. */
export const name = (play: StagedPlay, at: number): string => play.script.names[at] ?? '';

/** What comes back to the mind of the first: what the second said elsewhere, and what is pinned of it. */
function surfacedIn(play: StagedPlay): Surfaced[] {
  const { title, texts } = play.script;
  const known = [0, 1, 2].map((at) => ({ id: 'abc'[at], name: name(play, at) })) as unknown as Life['known'];
  const life: Life = { chat: 'elsewhere', viewer: 'a', head: { branch: 1, seq: 1 }, title, known };
  const { parts, at } = { parts: { text: 0.5, near: 0.25 }, at: '2025-12-01T10:00:00.000Z' };
  const said = message('m1', texts[1], { speaker: 'b', perceived: ['a', 'b', 'c'] });
  const own = {
    id: 'k1',
    owner: 'a',
    text: texts[3],
    significance: 2,
    of: null,
    scene: 1,
    time: '',
    place: '',
  };
  const memory = { ...own, witnesses: ['a', 'c'], pinned: true, at, auto: true };
  return [
    { type: 'memory', memory, life, text: texts[3], at, relevance: null, score: 0, parts: {} },
    { type: 'message', message: said, life, text: texts[1], at, relevance: 0.75, score: 0.5, parts },
  ];
}

/** All that can stand on the screen, by name. */
export const scenes: Readonly<Record<string, Scene>> = {
  chat: { set: (play) => play.pinned.add('m1'), shows: () => 'understudy: no model' },
  draft: {
    typed: ({ script }) => `${script.draft}\n\x1b[200~${long}\x1b[201~ ${script.draft}\x1b[1;2D\x1b[1;2D`,
    shows: () => /\[paste 1[\s\S]* = (?:inverse|bold on|bold #\w+ on)/,
  },
  commands: { typed: () => '/re', shows: () => /\/re[a-z]+/ },
  names: { typed: () => '@', shows: (play) => `@${name(play, 1)}` },
  search: {
    set: (play) => play.keep('a', [], [play.script.draft]),
    typed: ({ script }) => `\x12${script.draft.slice(0, 2)}`,
    shows: () => 'search: ',
  },
  refusal: { typed: () => '/nonsense\r', shows: () => 'there is no command' },
  news: {
    after: (play) => play.emit({ type: 'notice', message: `${name(play, 1)}: ${play.script.texts[0]}` }),
    shows: (play) => `${name(play, 1)}: `,
  },
  help: { typed: () => '/help\r', shows: () => 'Help' },
  palette: { typed: () => '/palette\r', shows: () => 'Commands' },
  'write as': { typed: () => '/as\r', shows: () => 'Write as' },
  filter: {
    typed: () => '\x1bOQ',
    shows: () => 'Write as',
    next: (play) => ({ typed: name(play, 2).slice(0, 2), shows: `› ${name(play, 2).slice(0, 2)}` }),
  },
  branches: { typed: () => '/branches\r', shows: () => 'Branches' },
  rewind: { typed: () => '/rewind 2\r', shows: () => 'Rewind 2 turns' },
  veil: { typed: (play) => `/prompt ${name(play, 1)}\r`, shows: () => 'Hidden from' },
  prompt: { typed: (play) => `/prompt ${name(play, 0)}\r`, shows: () => 'Prompt for' },
  failure: {
    set: (play) => {
      play.failure = new SottoError('server', 'x', `${name(play, 1)} has lost the thread; try again`);
    },
    typed: () => 'hm\r',
    shows: () => /Alt\+R/,
  },
  notes: {
    set: (play) => {
      const [from = '', to = ''] = play.script.names;
      play.told = {
        note: { ...usual, depth: 2, every: 3, to: [from, to], text: play.script.texts[2] },
        scenarios: [{ name: from, text: play.script.texts[0] }],
        letters: [
          { from: to, to: from, subject: play.script.draft, text: play.script.texts[4] },
          { from: null, to: from, subject: '', text: 'Be brief.' },
        ],
        sent: [],
      };
    },
    typed: () => '/notes\r',
    shows: () => 'Notes',
  },
  picked: { typed: () => '\x0f', shows: () => '█', isDrawn: true },
  growing: {
    after: (play) => {
      const speaker = play.called(bob);
      play.writes(speaker, null);
      play.emit({ type: 'delta', speaker, text: `${play.script.texts[1]}\n\n${play.script.texts[0]}` });
    },
    shows: () => 'is writing',
  },
  scrolled: {
    set: (play) => {
      play.messages = Array.from({ length: 60 }, (_, at) =>
        message(`n${at}`, `${at} ${play.script.texts[at % 5]}`, { speaker: 'abc'[at % 3] ?? 'a' }),
      );
    },
    typed: () => '\x1b[5~\x1b[5~',
    after: (play) => play.add(message('new', play.script.texts[2], { speaker: 'b' })),
    shows: () => '↓ 1 new',
    isDrawn: true,
  },
  found: {
    typed: ({ script }) => `/find ${script.texts[2].slice(0, 3)}\r`,
    shows: () => 'n and N for',
  },
  curtain: {
    set: (play) => {
      play.players = { a: 'Ben', b: name(play, 2) };
    },
    typed: () => '/pass\r',
    shows: () => /Hand the keyboard|cannot be hidden/,
  },
  home: { typed: () => '/home\r', shows: () => 'n new chat', hasLibrary: true },
  themes: { typed: () => '/theme\r', shows: () => 'Themes' },
  suggestions: {
    set: (play) => {
      play.suggest = async () => [play.script.texts[0], play.script.texts[2]];
    },
    typed: () => '/suggest\r',
    shows: () => 'Suggested lines',
  },
  hits: {
    typed: ({ script }) => `/search ${script.texts[0].slice(0, 3)}\r`,
    shows: () => 'Search: ',
  },
  memory: {
    set: (play) => Object.assign(play, { chat: { surfaced: surfacedIn(play) } }),
    typed: () => '/memory\r',
    shows: () => 'Recalled',
  },
};
