import { bob } from './fair.ts';
import { type Scene, scenes } from './scenes.ts';

/** Something that can stand on the screen: what brings it there, and what shows that it has come. */
export interface Sight {
  readonly name: string;
  /** What is typed, one thing after the other, and what each shows. */
  readonly steps: readonly (readonly [typed: string, shows: string | RegExp])[];
  /** Whether it stands in the rows below the page, with the page above it. */
  readonly isBottom?: true;
  /** What is typed to be rid of it, Esc unless told; null where it stays, the last that is looked at. */
  readonly leaves?: string | null;
  /** Whether it is drawn in colours alone: swatches, pictures. */
  readonly isColoured?: true;
  /** Whether its rows are what somebody wrote, and no names. */
  readonly isProse?: true;
}

/** Esc as a terminal tells it that tells it apart from what begins with it. */
export const escapeKey = '\x1b[27u';
const twice = escapeKey + escapeKey;
/** Esc, and to the newest line. */
const back = `${escapeKey}\x1b[1;5F`;
const pick = '\x0f';
/** Empties the composer, whose line is whispered or has another above it. */
const clear = '\x15\x7f\x15';

const line = (typed: string, shows: string | RegExp, more: Partial<Sight> = {}): Sight => ({
  ...{ name: typed, steps: [[`${typed}\r`, shows]] },
  ...more,
});
const below = (typed: string, shows: string | RegExp): Sight =>
  line(typed, shows, { isBottom: true, leaves: clear });

/** What opens over the page of a chat in which something of each kind is; what is there is not changed by it. */
export const overlays: readonly Sight[] = [
  line('/palette', 'Commands ─'),
  {
    name: '/palette import',
    steps: [
      ['/palette\r', 'filter'],
      ['imp', '› imp'],
    ],
    leaves: twice,
  },
  {
    name: '/palette nothing',
    steps: [
      ['/palette\r', 'filter'],
      ['zzzz', '› zzzz'],
    ],
    leaves: twice,
  },
  line('/help', 'Help ─'),
  line('/settings', 'Settings ─'),
  {
    name: '/settings theme',
    steps: [
      ['/settings\r', 'filter'],
      ['theme', '› theme'],
    ],
    leaves: twice,
  },
  line('/theme', 'Themes ─', { isColoured: true }),
  line('/drawer', 'The world ─'),
  line('/chats', 'Chats ─'),
  line('/cards', 'Cards ─'),
  line('/persona', 'Personas ─'),
  line('/versions', 'Versions ─', { isProse: true }),
  line('/branches', 'Branches ─'),
  line('/rewind', 'Rewind to before ─'),
  line('/pins', 'Pinned ─'),
  line('/search she', 'Search: she ─'),
  line('/threads', 'Open threads: Enter resolves one ─'),
  line('/as', 'Write as ─'),
  line('/next', 'Who answers your next message ─'),
  line('/strategy', 'Who answers ─'),
  line('/ask', 'Whom to ask ─'),
  line('/setup', 'Who leads the story ─'),
  line('/prompt', 'Prompt for ─'),
  line('/card', 'Cards ─'),
  line('/notes', 'Notes ─'),
  line('/note', "Author's note ─"),
  line('/cast', 'Cast ─'),
  line('/scene', 'The scene ─'),
  line('/world', 'The world ─'),
  line('/entities', 'Entities ─'),
  line('/edges', 'Edges ─'),
  line('/group', 'The group ─'),
  line('/tools', 'Tools ─'),
  line('/lore Alice', 'Lore for Alice ─'),
  line('/inspect', 'Who heard it ─'),
  line('/preset', 'Presets ─'),
  line('/new', 'A new chat with ─'),
  line('/import', 'Import ─'),
  line('/kickoff', 'accept'),
];

/** Questions, none of which is answered. */
export const questions: readonly Sight[] = [
  line('/rewind 2', 'Rewind 2'),
  {
    name: '/rewind 2, details',
    steps: [
      ['/rewind 2\r', 'Rewind 2'],
      ['d', 'pin · like'],
    ],
    leaves: twice,
  },
  line('/prompt Bob', 'Hidden from'),
  line('/skip the next morning', 'the next morning'),
  { name: 'Ctrl+C', steps: [['\x03', 'again']] },
];

/** The page itself: what is picked, edited, sought and written in it. */
export const pages: readonly Sight[] = [
  { name: 'the page', steps: [['', 'Alice > write']] },
  { name: 'a picked whisper', steps: [[pick, '█']] },
  {
    name: 'a picked message',
    steps: [
      [pick, '█'],
      ['\x1b[A\x1b[A', /█.*Alice\n.*█.*she hops/],
    ],
    leaves: back,
  },
  {
    name: 'edited in place',
    steps: [
      [pick, '█'],
      ['e', 'editing'],
    ],
  },
  { name: 'found', steps: [['/find she\r', /n\s+and\s+N/]], leaves: back },
  { name: 'a whisper, written', steps: [['/to Bob hush', /whispered to[^▸]*▸ hush/]], leaves: clear },
  { name: 'a draft', steps: [['Good evening\nall', 'all']], leaves: clear },
  { name: 'commands', steps: [['/re', '/reply']], leaves: `${escapeKey}${clear}` },
  { name: 'names', steps: [['@', '@Bob']], leaves: `${escapeKey}${clear}` },
  line('/home', 'n new', { isColoured: true }),
  {
    name: 'the world beside the page, or over it',
    steps: [['\x1b[17~', /hidden|time, weather/]],
    leaves: null,
  },
];

/** What is said where there is nothing yet. */
export const empties: readonly Sight[] = [
  { name: 'the page of a chat that has just begun', steps: [['', 'I am Alice.']] },
  below('/pins', 'no pins yet'),
  below('/threads', 'no open threads'),
  below('/memory', 'recalls nothing'),
  below('/scenes', 'no finished scenes'),
  below('/occasions', 'no occasion is planned'),
  below('/containers', 'no places yet'),
  below('/proposals', 'no suggestions'),
  below('/audience groups', 'no groups yet'),
  below('/persona list', 'no personas yet'),
  below('/search zzz', 'no match for zzz'),
  below('/find qqq', 'no match for qqq'),
  below('/nonsense', 'there is no command'),
  line('/versions', 'Versions ─', { isProse: true }),
  line('/notes', 'Notes ─'),
  below('/memories', 'no memories yet'),
  line('/player', 'no players are named'),
  below('/edges', 'no relationships'),
  line('/branches', 'main'),
  line('/drawer', 'The world'),
  line('/lore Alice', 'no lorebook'),
];

/** What waits for an answer: what somebody seems to have done, the scripts of a card, how a story is to be, which model writes. */
export const waiting: readonly Sight[] = [
  { name: 'one who seems to have left', steps: [['', 'Bob seems to have left']] },
  line('/proposals', 'Did this happen?'),
  line('/scripts Mira', 'Run the regex script of Mira?'),
  {
    name: '/scripts Mira, details',
    steps: [
      ['/scripts Mira\r', 'Run the regex'],
      ['d', 'tallow'],
    ],
    leaves: twice,
  },
  {
    name: '/setup, the form',
    steps: [
      ['/setup\r', 'Who leads the story'],
      ['\r', 'A story ─'],
    ],
    leaves: twice,
  },
  {
    name: '/setup, a line of the form',
    steps: [
      ['/setup\r', 'Who leads the story'],
      ['\r', 'A story ─'],
      ['3', 'kind of story ─'],
    ],
    leaves: escapeKey + twice,
  },
  line('/model', 'Models ─'),
];

const staged = [
  'refusal',
  'news',
  'failure',
  'growing',
  'scrolled',
  'curtain',
  'suggestions',
  'search',
] as const;

/** What happens in a staged chat: failures, news, a reply that grows, the keyboard passed on, questions that only then come. */
export const moments: Readonly<Record<string, Scene>> = {
  ...Object.fromEntries(staged.flatMap((name) => (scenes[name] ? [[name, scenes[name]]] : []))),
  'somebody who thinks': {
    set: (play) => {
      play.generating = { speaker: play.called(bob), reading: null };
    },
    shows: () => '▍',
  },
  'a line that comes back': {
    set: (play) => {
      play.returning = [
        { what: 'message', id: 'm1', was: 'known to Bob', becomes: 'known to everyone present' },
      ];
    },
    typed: () => '/undo\r',
    shows: () => 'Undo it anyway?',
  },
  'a line that may be meant for another': {
    set: (play) => {
      play.spokenTo = { by: 'Carl', to: 'Bob', as: 'Alice' };
    },
    typed: () => 'A lamp.\r',
    shows: () => 'say it as Bob',
  },
};
