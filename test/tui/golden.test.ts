import chalk from 'chalk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { App } from '../../src/app/run/app.ts';
import { runPlain } from '../../src/tui/plain/run-plain.ts';
import { Looks } from '../../src/tui/themes/looks.ts';
import { until } from '../until.ts';
import { Emulator } from './emulator.ts';
import { libraryOf } from './library.ts';
import { open } from './open-screens.ts';
import { pairwise, type Row } from './pairs.ts';
import { name, scenes } from './scenes.ts';
import { type Script, StagedPlay, scripts } from './staged.ts';
import { styledText } from './styles.ts';

// Ink styles nothing where it finds no terminal; the emulator is one.
const { level } = chalk;
beforeAll(() => {
  chalk.level = 3;
});
afterAll(() => {
  chalk.level = level;
});

const axes = {
  scene: Object.keys(scenes),
  size: ['40x10', '80x24', '120x40', '200x60'],
  look: ['dark', 'light', 'high-contrast', 'no-colour'],
  script: Object.keys(scripts),
  mode: ['full', 'inline', 'plain'],
} as const;

type Shot = Row<typeof axes>;

const scriptOf = (called: string): Script => {
  const script = scripts[called];
  if (script === undefined) throw new Error(`no script ${called}`);
  return script;
};

const isLines = (typed: string): boolean => /^(?:[^\x00-\x1f]+\r)*$/.test(typed);

const typedIn = ({ scene, script }: Shot): string =>
  scenes[scene]?.typed?.(new StagedPlay(scriptOf(script))) ?? '';

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
  await until(() => expect(paper.split(prompt).length).toBeGreaterThan(lines.length + 1));
  expect(paper).not.toContain('\x1b');
  return emulator;
}

const isThere = (emulator: Emulator, wanted: string | RegExp): Promise<void> =>
  until(async () => {
    await emulator.settled();
    const text = `${emulator.text()}${styledText(emulator)}`;
    expect(text).toSatisfy((seen: string) =>
      typeof wanted === 'string' ? seen.includes(wanted) : wanted.test(seen),
    );
  });

async function staged(shot: Shot): Promise<string> {
  const scene = scenes[shot.scene];
  if (scene === undefined) throw new Error(`no scene ${shot.scene}`);
  const play = new StagedPlay(scriptOf(shot.script));
  scene.set?.(play);
  const app = scene.hasLibrary ? libraryOf(...play.script.names) : new App({});
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
  // What is recalled is looked up in a store, which a staged chat has not: test/cli and test/play hold it.
  const pictured = axes.scene.filter((scene) => scene !== 'memory');
  test.each(pictured)('%s', async (scene) => {
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
