import { afterEach, describe, expect, test } from 'vitest';
import { SottoError } from '../../src/domain/errors.ts';
import { runScreen } from '../../src/tui/run.ts';
import { type Emulator, openScreen } from './emulator.ts';
import { bob, message, SmallPlay } from './small-play.ts';

const scene = [
  message('m1', 'Good morning! *she waves* What a **fine** day for a fair.', { speaker: 'a' }),
  message('m2', '"Morning," Bob grunts.\n\n*He does not look up.* ((is this thing on?))', { speaker: 'b' }),
  message('m3', 'Meet me behind the tent.', { speaker: 'b', knownTo: ['a', 'b'], perceived: ['a', 'b'] }),
  message('m4', 'The king is dead, and I', { speaker: 'c', truncated: true }),
  message('m5', 'A word, Carl.', { speaker: 'b', knownTo: ['b', 'c'], perceived: ['b', 'c'] }),
];

const opened: Array<{ emulator: Emulator; ended: Promise<number> }> = [];
const open = async (
  play: SmallPlay,
  ...rest: [Parameters<typeof openScreen>[1]?, Parameters<typeof openScreen>[2]?]
) => {
  const screen = await openScreen(play, ...rest);
  opened.push(screen);
  return screen.emulator;
};

afterEach(async () => {
  for (const { emulator, ended } of opened.splice(0)) {
    emulator.type('\x03\x03');
    await ended;
  }
});

describe('what is on the screen', () => {
  test.each([
    [80, 24],
    [120, 40],
    [40, 10],
  ])('the chat at %i×%i', async (columns, rows) => {
    const play = new SmallPlay([...scene]);
    play.pinned.add('m1');
    const emulator = await open(play, { columns, rows });
    await expect(emulator.text()).toMatchFileSnapshot(`golden/chat-${columns}x${rows}.golden.txt`);
  });

  test('the help over the chat', async () => {
    const emulator = await open(new SmallPlay([...scene]), { columns: 80, rows: 24 });
    emulator.type('?');
    await emulator.shows('Help');
    await expect(emulator.text()).toMatchFileSnapshot('golden/help-80x24.golden.txt');
    emulator.type('\x1b');
    await emulator.hides('Esc closes');
  });

  test('the cursor stands where typing goes, also behind wide characters and on the next line', async () => {
    const emulator = await open(new SmallPlay([...scene]));
    emulator.type('日本\nx');
    await emulator.shows('日本');
    const { cursorX, cursorY } = emulator.terminal.buffer.active;
    expect([cursorY, cursorX]).toEqual([22, 'Alice > x'.length]);
  });

  test('the status line names the chat, the one written as, and says that the understudy is no model', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    expect(emulator.rows().at(-1)).toMatch(/^At the fair .*as Alice · understudy: no model · 1 unheard$/);
    play.branchName = 'duel';
    play.emit({ type: 'state' });
    await emulator.shows('branch duel');
  });
});

describe('writing', () => {
  test('Enter sends, also when text and Enter come in one chunk', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type('hello there\r');
    await emulator.shows('  hello there');
    expect(play.calls).toEqual([['say', 'hello there']]);
  });

  test.each([
    ['Ctrl+J', '\n'],
    ['Alt+Enter', '\x1b\r'],
    ['Shift+Enter of a kitty', '\x1b[13;2u'],
  ])('%s breaks the line', async (_, bytes) => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type(`one${bytes}two\r`);
    await emulator.shows('  two');
    expect(play.calls).toEqual([['say', 'one\ntwo']]);
  });

  test('RP-042 nothing is sent while a reply streams, and the text stays', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    play.writes(bob);
    emulator.type('wait for me\r');
    await emulator.shows('Bob is still writing');
    expect(play.calls).toEqual([]);
    expect(emulator.text()).toContain('Alice > wait for me');
  });

  test('RP-040 Esc stops a reply, and so does Ctrl+C', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    for (const key of ['\x1b', '\x03']) {
      play.writes(bob);
      await emulator.shows('Bob is writing, Esc stops');
      emulator.type(key);
      await emulator.hides('Bob is writing');
    }
    expect(play.calls).toEqual([['stop'], ['stop']]);
    emulator.type('x');
  });

  test('what was refused comes back into the composer with the reason', async () => {
    const emulator = await open(new SmallPlay([]));
    emulator.type('psst __known_to_chars__Bob\r');
    await emulator.shows('the tag is not closed');
    expect(emulator.text()).toContain('Alice > psst __known_to_chars__Bob');
  });

  test('a long paste is a placeholder in the composer and whole in the chat', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    const text = Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n');
    emulator.type(`\x1b[200~${text}\x1b[201~`);
    await emulator.shows('[paste 1: 20 lines');
    emulator.type('\r');
    await emulator.shows('  line 19');
    expect(play.calls).toEqual([['say', text]]);
  });
});

describe('commands', () => {
  test('KT-12 KT-13 F2 lists the cast; a number chooses whom to write as, and the chat is what that one perceived', async () => {
    const emulator = await open(new SmallPlay([...scene]));
    expect(emulator.text()).not.toContain('A word, Carl');
    emulator.type('\x1bOQ');
    await emulator.shows('Write as');
    emulator.type('3');
    await emulator.shows('Carl >');
    await emulator.shows('A word, Carl');
    expect(emulator.text()).not.toContain('behind the tent');
  });

  test('KT-17 the status line counts what was not heard, never with its text', async () => {
    const emulator = await open(new SmallPlay([...scene]));
    expect(emulator.text()).toContain('1 unheard');
  });

  test('an unknown command names the nearest one', async () => {
    const emulator = await open(new SmallPlay([]));
    emulator.type('/rewin 2\r');
    await emulator.shows('did you mean /rewind?');
  });

  test('/to whispers to names, also ones with a comma between', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type('/to @bob, carl hush now\r');
    await emulator.shows('hush now');
    expect(play.calls).toEqual([['say', 'hush now', ['Bob', 'Carl']]]);
  });

  test('/rewind asks with what would be undone, and only yes does it', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    emulator.type('/rewind 2\r');
    await emulator.shows('Take back 2 turns?');
    emulator.type('n');
    await emulator.hides('Take back');
    expect(play.messages.length).toBe(5);
    emulator.type('/rewind 2\r');
    await emulator.shows('Take back 2 turns?');
    emulator.type('y');
    await emulator.hides('The king is dead');
    expect(play.messages.length).toBe(3);
  });

  test('/edit brings the message into the composer to be rewritten', async () => {
    const play = new SmallPlay([...scene.slice(0, 1)]);
    const emulator = await open(play);
    emulator.type('/edit\r');
    await emulator.shows('Alice > /edit m1 Good morning!');
    emulator.type('\x15/edit m1 Good night\r');
    await emulator.shows('/undo takes it back');
    expect(play.calls).toEqual([['edit', 'm1', 'Good night']]);
  });

  test('/prompt shows the plan of a speaker block by block', async () => {
    const emulator = await open(new SmallPlay([]));
    emulator.type('/prompt Bob\r');
    await emulator.shows('[frozen · must] rules · 2 tokens');
  });

  test('branches are chosen from a list', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type('/branches\r');
    await emulator.shows('He draws');
    emulator.type('due\r');
    await emulator.shows('on branch duel');
    expect(play.calls).toEqual([['switchTo', 'duel']]);
  });

  test('Right on an empty line is the next alternative', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type('\x1b[C');
    await emulator.shows('alternative 2 of 3');
    expect(play.calls).toEqual([['swipe', 'next']]);
  });

  test('Tab completes commands and names', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type('/reg\t');
    await emulator.shows('/regenerate');
    emulator.type('\x15hey @bo\t');
    await emulator.shows('hey @Bob');
  });

  test('RP-108 a failure is a panel that says what to do and can try again; what was said is not given back', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    play.failure = new SottoError('server', 'unreachable', 'no server answers at 127.0.0.1:8080; start it');
    emulator.type('hello\r');
    await emulator.shows('start it');
    expect(emulator.text()).toContain('r try again');
    expect(emulator.text()).not.toContain('> hello');
    emulator.type('r');
    await emulator.hides('start it');
    expect(play.calls).toEqual([
      ['say', 'hello'],
      ['reply', 'Bob'],
    ]);
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
    await emulator.shows('1 new below');
    emulator.type('\x1b[6~\x1b[6~');
    await emulator.shows('something new');
    expect(emulator.text()).not.toContain('new below');
  });
});

describe('the terminal', () => {
  test('Ctrl+C twice leaves with 0 and gives back the normal buffer; any other key in between takes it back', async () => {
    const { emulator, ended } = await openScreen(new SmallPlay([...scene]));
    expect(emulator.terminal.buffer.active.type).toBe('alternate');
    expect(emulator.raw).toBe(true);
    emulator.type('\x03');
    await emulator.shows('Ctrl+C again leaves');
    emulator.type('x');
    await emulator.hides('again leaves');
    emulator.type('\x03');
    await emulator.shows('Ctrl+C again leaves');
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
    const running = runScreen(new SmallPlay([]), { now: () => 0, stdin: pipe, stdout: pipe });
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
