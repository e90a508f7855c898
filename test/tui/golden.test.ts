import { describe, expect, onTestFinished, test, vi } from 'vitest';

// Ink styles nothing where it finds no terminal; the emulator is one.
vi.hoisted(() => {
  process.env.FORCE_COLOR = '3';
});

import { App } from '../../src/app/app.ts';
import { SottoError } from '../../src/domain/errors.ts';
import { runPlain } from '../../src/tui/plain/run-plain.ts';
import { Looks } from '../../src/tui/themes/looks.ts';
import { Emulator } from './emulator.ts';
import { bob, message } from './fair.ts';
import { libraryOf } from './library.ts';
import { open } from './open-screens.ts';
import { pairwise, type Row } from './pairs.ts';
import { StagedPlay, scripts } from './staged.ts';
import { styledText } from './styles.ts';

const usual = { depth: 4, role: 'system', every: 1, to: [] } as const;
const long = 'a pasted line\n'.repeat(20);

/** What is on the screen beside the chat: how it comes there, and what shows that it has. */
interface Scene {
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

const name = (play: StagedPlay, at: number): string => play.script.names[at] ?? '';

const scenes: Readonly<Record<string, Scene>> = {
  chat: { set: (play) => play.pinned.add('m1'), shows: () => 'understudy: no model' },
  draft: {
    typed: ({ script }) => `${script.draft}\n\x1b[200~${long}\x1b[201~ ${script.draft}\x1b[1;2D\x1b[1;2D`,
    shows: () => /\[paste 1[\s\S]* = inverse/,
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
    next: (play) => ({ typed: name(play, 2).slice(0, 2), shows: 'filter: ' }),
  },
  branches: { typed: () => '/branches\r', shows: () => 'Branches' },
  rewind: { typed: () => '/rewind 2\r', shows: () => 'Take back 2 turns' },
  veil: { typed: (play) => `/prompt ${name(play, 1)}\r`, shows: () => 'Hidden from' },
  prompt: { typed: (play) => `/prompt ${name(play, 0)}\r`, shows: () => 'Prompt for' },
  failure: {
    set: (play) => {
      play.failure = new SottoError('server', 'x', `${name(play, 1)} has lost the thread; try again`);
    },
    typed: () => 'hm\r',
    shows: () => 'That did not work',
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
    shows: () => 'n and N go',
  },
  curtain: {
    set: (play) => {
      play.players = { a: 'Ben', b: name(play, 2) };
    },
    typed: () => '/pass\r',
    shows: () => /Pass the keyboard|cannot be hidden/,
  },
  home: { typed: () => '/home\r', shows: () => 'sotto\n', hasLibrary: true },
  themes: { typed: () => '/theme\r', shows: () => 'Themes' },
  suggestions: {
    set: (play) => {
      play.suggest = async () => [play.script.texts[0], play.script.texts[2]];
    },
    typed: () => '/suggest\r',
    shows: () => 'Lines to go on with',
  },
  hits: {
    typed: ({ script }) => `/search ${script.texts[0].slice(0, 3)}\r`,
    shows: () => 'Search: ',
  },
};

const axes = {
  scene: Object.keys(scenes),
  size: ['40x10', '80x24', '120x40', '200x60'],
  look: ['dark', 'light', 'high-contrast', 'no-colour'],
  script: Object.keys(scripts),
  mode: ['full', 'inline', 'plain'],
} as const;

type Shot = Row<typeof axes>;

const isLines = (typed: string): boolean => /^(?:[^\x00-\x1f]+\r)*$/.test(typed);

const typedIn = ({ scene, script }: Shot): string => scenes[scene]?.typed?.(new StagedPlay(script)) ?? '';

/** In lines alone nothing can be drawn; the scrollback cannot be scrolled by the screen, nor a message in it picked. */
const isPossible = (shot: Shot): boolean => {
  const isDrawn = scenes[shot.scene]?.isDrawn === true || !isLines(typedIn(shot));
  if (shot.mode === 'plain') return !isDrawn;
  return shot.mode === 'full' || !['scrolled', 'picked'].includes(shot.scene);
};

const looksOf = ({ look }: Shot): Looks => {
  const colours = { COLORTERM: 'truecolor', TERM: 'xterm-256color' };
  const looks = new Looks(look === 'no-colour' ? { NO_COLOR: '1', ...colours } : colours);
  looks.choose(look === 'no-colour' ? 'dark' : look);
  return looks;
};

/** A chat in lines on the emulator's paper. */
async function onPaper(play: StagedPlay, app: App, typed: string, [columns, rows]: number[]) {
  const emulator = new Emulator(columns, rows);
  let wake = (): void => undefined;
  let paper = '';
  const write = (text: string): void => {
    paper += text;
    emulator.terminal.write(text.replaceAll('\n', '\r\n'));
  };
  const lines = typed.split('\r').slice(0, -1);
  async function* typist(): AsyncGenerator<string> {
    for (const line of lines) {
      write(`${line}\n`);
      yield line;
    }
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  const prompt = `you (${name(play, 0)})> `;
  const ended = runPlain(play, { app, lines: typist(), write, isEchoed: true, isCertain: () => true });
  onTestFinished(async () => {
    wake();
    await ended;
  });
  await vi.waitFor(() => expect(paper.split(prompt).length).toBeGreaterThan(lines.length + 1));
  expect(paper).not.toContain('\x1b');
  return emulator;
}

const isThere = (emulator: Emulator, wanted: string | RegExp): Promise<void> =>
  vi.waitFor(
    async () => {
      await emulator.settled();
      const text = `${emulator.text()}${styledText(emulator)}`;
      expect(text).toSatisfy((seen: string) =>
        typeof wanted === 'string' ? seen.includes(wanted) : wanted.test(seen),
      );
    },
    { timeout: 30_000, interval: 5 },
  );

async function staged(shot: Shot): Promise<string> {
  const scene = scenes[shot.scene];
  if (scene === undefined) throw new Error(`no scene ${shot.scene}`);
  const play = new StagedPlay(shot.script);
  scene.set?.(play);
  const app = scene.hasLibrary ? libraryOf(...play.script.names) : new App({ data: '/nowhere' });
  const [columns = 80, rows = 24] = shot.size.split('x').map(Number);
  const typed = scene.typed?.(play) ?? '';
  if (shot.mode === 'plain') {
    const emulator = await onPaper(play, app, typed, [columns, rows]);
    scene.after?.(play);
    await emulator.settled();
    return styledText(emulator);
  }
  const how = { app, looks: looksOf(shot), isInline: shot.mode === 'inline' };
  const emulator = await open(play, { columns, rows }, how);
  await emulator.shows(`${name(play, 0)} > `);
  emulator.type(typed);
  scene.after?.(play);
  await isThere(emulator, scene.shows(play));
  const next = scene.next?.(play);
  if (next !== undefined) {
    emulator.type(next.typed);
    await isThere(emulator, next.shows);
  }
  return styledText(emulator);
}

const shots = pairwise(axes, isPossible);

describe('what is on the screen, with its styles; each two of scene, size, look, script and mode meet in one of the pictures', () => {
  test.each(axes.scene)('%s', async (scene) => {
    vi.stubEnv('HOME', '/nowhere');
    onTestFinished(() => void vi.unstubAllEnvs());
    const pictures: string[] = [];
    for (const shot of shots.filter((one) => one.scene === scene)) {
      const { size, look, script, mode } = shot;
      pictures.push(`=== ${size} ${look} ${script} ${mode}\n${await staged(shot)}`);
    }
    await expect(pictures.join('\n')).toMatchFileSnapshot(`golden/${scene.replace(' ', '-')}.golden.txt`);
  });
});
