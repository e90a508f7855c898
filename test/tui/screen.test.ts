import { describe, expect, test } from 'vitest';
import { App } from '../../src/app/run/app.ts';
import { usualKeys } from '../../src/config/screen-keys.ts';
import { runScreen } from '../../src/tui/run.ts';
import { until } from '../until.ts';
import { openScreen } from './emulator.ts';
import { bob, message, scene } from './fair.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

describe('what is on the screen', () => {
  test('in ten rows the menu and what is told leave room for the chat and for what is written', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play, { columns: 40, rows: 10 });
    emulator.type('/');
    await emulator.shows(/Carl.*───.*\/to NAME.*Alice > \//s);
    emulator.type('\x7f');
    play.emit({ type: 'notice', message: 'a long word '.repeat(30) });
    await emulator.shows(/Carl.*───.*a long word.*Alice > /s);
  });

  test('? opens the help over the chat, Esc closes it', async () => {
    const emulator = await open(new SmallPlay([...scene]), { columns: 80, rows: 24 });
    emulator.type('?');
    await emulator.shows('Help');
    await emulator.shows('find a command');
    emulator.type('preferences');
    await emulator.shows('1 /settings');
    emulator.type('\x15select word');
    await emulator.shows('Ctrl+Shift+Left');
    emulator.type('\x1b');
    await emulator.hides('Esc close');
  });

  test('the cursor stands where typing goes, also behind wide characters and on the next line', async () => {
    const emulator = await open(new SmallPlay([...scene]));
    emulator.type('日本\nx');
    await emulator.shows('日本');
    const { cursorX, cursorY } = emulator.terminal.buffer.active;
    expect([cursorY, cursorX]).toEqual([21, 'Alice > x'.length]);
  });

  test('the status line names the chat, the one written as, and says that the understudy is no model', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    expect(emulator.rows().at(-2)).toBe('understudy: no model · 1 unheard');
    expect(emulator.rows().at(0)).toMatch(/^ At the fair · you are Alice +Bob {2}Carl$/);
    play.branchName = 'duel';
    play.emit({ type: 'state' });
    await emulator.shows('branch duel');
  });
});

describe('the model server', () => {
  test('the status line says how much of the prompt the server has read, then that it writes', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    play.writes(bob, 0.459);
    await emulator.shows('Bob is reading 45 %, Esc stops');
    play.writes(bob);
    await emulator.shows('Bob is writing, Esc stops');
  });

  test('HC-37 a line that may be another player’s is asked about: one key says it, Esc leaves it in the composer', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    play.spokenTo = { by: 'Carl', to: 'Bob', as: 'Alice' };
    play.emit({ type: 'state' });
    emulator.type('A lamp.\r');
    await emulator.shows('Carl spoke to Bob');
    await emulator.shows('say it as Alice');
    expect(play.calls.filter(([what]) => what === 'say')).toEqual([]);
    emulator.type('\x1b');
    await emulator.hides('Carl spoke to Bob');
    await emulator.shows('A lamp.');
    emulator.type('\r');
    await emulator.shows('say it as Bob');
    emulator.type('y');
    await until(() => expect(play.calls.filter(([what]) => what === 'say')).toEqual([['say', 'A lamp.']]));
  });

  test('a call that takes long stands above the composer with its seconds; the first Esc stops it alone, the second the line', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    play.call = { tool: 'visit_link', seconds: 0 };
    play.writes(bob);
    await emulator.shows('Bob is writing');
    await emulator.hides('visit_link');
    play.call = { tool: 'visit_link', seconds: 4 };
    play.emit({ type: 'state' });
    await emulator.shows('visit_link … 4 s, Esc stops it alone');
    emulator.type('\x1b');
    await until(() => expect(play.calls.at(-1)).toEqual(['stopCall']));
    play.emit({ type: 'state' });
    await emulator.hides('visit_link');
    emulator.type('\x1b');
    await until(() => expect(play.calls.slice(-2)).toEqual([['stopCall'], ['stop']]));
  });

  test.each([
    ['does not answer', 'offline'],
    ['loads its model', 'loading'],
  ])('a server that %s is %s, no more', async (model, word) => {
    const play = new SmallPlay([...scene]);
    play.isModel = true;
    play.model = model;
    const emulator = await open(play);
    expect(emulator.rows().at(-2)).toContain(`llamacpp ${word} · `);
  });

  test('news of the server stay while the human types, until Enter or Esc', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    play.emit({ type: 'notice', message: 'Ollama does not know min_p; not \x1b[31msent' });
    play.emit({ type: 'notice', message: 'counting by estimate' });
    await emulator.shows('Ollama does not know min_p; not sent\ncounting by estimate\n');
    emulator.type('hm');
    await emulator.shows('Alice > hm');
    expect(emulator.text()).toContain('counting by estimate');
    emulator.type('\x1b');
    await emulator.hides('counting by estimate');
    expect(emulator.text()).not.toContain('Ollama');
  });
});

describe('streaming', () => {
  test('a reply grows on the screen and gives way to its message', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    play.writes(bob);
    play.emit({ type: 'delta', speaker: bob, text: 'Once upon ' });
    play.emit({ type: 'delta', speaker: bob, text: 'a time' });
    await emulator.shows('Once upon a time');
    play.emit({ type: 'stream_end', speaker: bob });
    play.add(message('m9', 'Once upon a time.', { speaker: 'b' }));
    play.writes(null);
    await emulator.shows('Once upon a time.');
    expect(emulator.text().split('Once upon').length).toBe(2);
  });

  test('a streamed text that turned out private vanishes', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    play.emit({ type: 'delta', speaker: bob, text: 'the secret' });
    await emulator.shows('the secret');
    play.emit({ type: 'stream_end', speaker: bob });
    await emulator.hides('the secret');
  });
});

describe('scrolling', () => {
  const many = (): SmallPlay =>
    new SmallPlay(Array.from({ length: 60 }, (_, index) => message(`m${index}`, `number ${index}.`)));

  test.each([
    ['PgUp', '\x1b[5~'],
    ['the wheel', '\x1b[<64;1;1M'.repeat(6)],
  ])('%s goes up; what arrives meanwhile is counted, and PgDn comes back to it', async (_, bytes) => {
    const play = many();
    const emulator = await open(play);
    await emulator.shows('number 59.');
    emulator.type(bytes);
    await emulator.hides('number 59.');
    play.add(message('new', 'something new'));
    await emulator.shows('↓ 1 new');
    emulator.type('\x1b[6~\x1b[6~');
    await emulator.shows('something new');
    expect(emulator.text()).not.toContain('↓ 1');
  });
});

describe('the terminal', () => {
  test('Ctrl+C twice leaves with 0 and gives back the normal buffer; any other key in between takes it back', async () => {
    const { emulator, ended } = await openScreen(new SmallPlay([...scene]));
    expect(emulator.terminal.buffer.active.type).toBe('alternate');
    expect(emulator.raw).toBe(true);
    emulator.type('\x03');
    await emulator.shows('press Ctrl+C again to quit');
    emulator.type('x');
    await emulator.hides('again to quit');
    emulator.type('\x03');
    await emulator.shows('press Ctrl+C again to quit');
    emulator.type('\x03');
    expect(await ended).toBe(0);
    await emulator.settled();
    expect(emulator.terminal.buffer.active.type).toBe('normal');
    expect(emulator.raw).toBe(false);
    expect(emulator.terminal.modes).toMatchObject({
      bracketedPasteMode: false,
      mouseTrackingMode: 'none',
      wraparoundMode: true,
    });
  });

  test('a resize draws the screen anew at its new size', async () => {
    const emulator = await open(new SmallPlay([...scene]));
    emulator.resize(50, 15);
    await emulator.shows(/^─{50}$/m);
    expect(emulator.rows().at(-1)).toContain('as Alice');
  });

  test('a screen without a terminal is refused with what to use instead', async () => {
    const pipe = { isTTY: false } as never;
    const running = runScreen(new SmallPlay([]), {
      app: new App({}),
      keys: usualKeys,
      now: () => 0,
      stdin: pipe,
      stdout: pipe,
    });
    await expect(running).rejects.toMatchObject({ code: 'not_a_terminal', exitCode: 2 });
  });

  test('NO_COLOR leaves no colour on the screen', async () => {
    process.env.NO_COLOR = '1';
    try {
      const emulator = await open(new SmallPlay([...scene]));
      expect(emulator.writes.join('')).not.toMatch(/\x1b\[(?:\d+;)*[34]\dm/);
    } finally {
      delete process.env.NO_COLOR;
    }
  });
});
