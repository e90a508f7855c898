import { describe, expect, test } from 'vitest';
import { SottoError } from '../../src/domain/errors.ts';
import { until } from '../until.ts';
import { message, scene } from './fair.ts';
import { libraryOf } from './library.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

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

  test.each(['/card import', '/chat import'])('%s without a path says how it is used', async (line) => {
    const emulator = await open(new SmallPlay([]), { columns: 100, rows: 30 }, { app: libraryOf() });
    emulator.type(`${line}\r`);
    await emulator.shows(`missing argument: ${line} `);
  });

  test('an unknown command names the nearest one', async () => {
    const emulator = await open(new SmallPlay([]));
    emulator.type('/rewin 2\r');
    await emulator.shows('did you mean /rewind?');
    emulator.type('\x15/nonsense\r');
    await emulator.shows('there is no command /nonsense; /help lists all');
  });

  test.each([
    ['nothing to redo; see `sotto branches`', 'nothing to redo; see /branches'],
    ['one version; `regenerate` makes another', 'one version; /regenerate makes another'],
    ['no message "9"; see `sotto log`', 'no message "9"'],
    ['too large, which `sotto prompt --for "Bob" --blocks` shows', 'too large, which /prompt Bob shows'],
    ['deleted by `sotto chat delete`', 'deleted by `sotto chat delete`'],
    ['write one such as `shorter`', 'write one such as `shorter`'],
  ])('what is told names commands as the screen has them: %s', async (message, told) => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play, { columns: 120 });
    play.emit({ type: 'notice', message });
    await emulator.shows(new RegExp(`^ *${told.replace(/[/.]/g, '\\$&')}$`, 'm'));
  });

  test('a command of the command line alone says so and why; a list of nothing says so', async () => {
    const emulator = await open(new SmallPlay([]), { columns: 120 }, { app: libraryOf() });
    emulator.type('/card show Bob\r');
    await emulator.shows('`sotto card show` works on the command line only: ');
    emulator.type('\x15/chats --deleted\r');
    await emulator.shows('the list is empty');
  });

  test('KT-23 /pins shows whom one writes as, and nobody else', async () => {
    const play = new SmallPlay([...scene]);
    play.pinned.add('m1');
    const asked: unknown[] = [];
    play.pins = (...of: unknown[]) => {
      asked.push(...of);
      return [];
    };
    const emulator = await open(play);
    emulator.type('/pins --of Bob\r');
    await emulator.shows('unknown option --of');
    expect(asked).toEqual([]);
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
    await emulator.shows('Rewind 2 turns?');
    emulator.type('n');
    await emulator.hides('Rewind 2');
    expect(play.messages.length).toBe(5);
    emulator.type('/rewind 2\r');
    await emulator.shows('Rewind 2 turns?');
    emulator.type('y');
    await emulator.hides('The king is dead');
    expect(play.messages.length).toBe(3);
  });

  test('RP-102 /undo asks before it makes a line public again, and does at once what does not', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    emulator.type('/undo\r');
    await emulator.shows('undone');
    play.returning = [
      { what: 'message', id: 'm1', was: 'known to Bob', becomes: 'known to everyone present' },
    ];
    emulator.type('/undo\r');
    await emulator.shows('1 line is back, or known to others again.');
    emulator.type('d');
    await emulator.shows('known to Bob → known to everyone present');
    emulator.type('\x1b');
    await emulator.hides('known to Bob →');
    expect(emulator.text()).toContain('Undo it anyway?');
    emulator.type('n');
    await emulator.hides('Undo it anyway');
    expect(play.calls).toEqual([['undo']]);
    emulator.type('/undo\r');
    await emulator.shows('Undo it anyway');
    emulator.type('y');
    await emulator.hides('Undo it anyway');
    expect(play.calls).toEqual([['undo'], ['undo']]);
  });

  test('/edit lets the message be rewritten where it stands; with a text it is done at once', async () => {
    const play = new SmallPlay([...scene.slice(0, 1)]);
    const emulator = await open(play);
    emulator.type('/edit\r');
    await emulator.shows('Alice · Enter keeps, Esc drops');
    emulator.type('\x1b');
    await emulator.shows('Alice > ');
    emulator.type('/edit m1 Good night\r');
    await emulator.shows('/undo reverts it');
    expect(play.calls).toEqual([['edit', 'm1', 'Good night']]);
  });

  test('/prompt lists the cast, then shows the plan of the one chosen, of another when asked again: size, blocks, what was left out, what is new, text', async () => {
    const emulator = await open(new SmallPlay([]), { columns: 80, rows: 40 });
    emulator.type('/prompt\r');
    await emulator.shows('Prompt for');
    emulator.type('2');
    await emulator.shows('Hidden from Alice');
    expect(emulator.text()).not.toContain('Good morning!\nBob:');
    emulator.type('s');
    await emulator.shows('Left out:');
    expect(emulator.text()).toContain('Prompt for Bob');
    expect(emulator.inside().trimEnd()).toBe(
      [
        '20 of 100 tokens, counted by the server',
        '',
        '     zone    tier   tokens  name · source · reason',
        'read frozen  must        4  rules · card of Bob · always',
        'new  history nice       12  message m1 · perceived: public',
        'new  live    must        4  cue · sotto · whose line comes next',
        '',
        'Left out:',
        '- message m0 · 31 tokens · older than the window',
        '',
        'The same as last time: the first 4 tokens, 20 % of the prompt.',
        '+ message m1 · history · 12 tokens',
        '~ cue · live · 4 tokens',
        '',
        'Rules.',
        '',
        'Alice: Good morning!',
        'Bob:',
      ].join('\n'),
    );
  });

  test('/thoughts and Ctrl+T show what was thought for whom you write as, and fold it again', async () => {
    const emulator = await open(
      new SmallPlay([message('t', 'Hm.', { reasoning: 'Do I know this man?' }), ...scene]),
      { rows: 30 },
    );
    await emulator.shows('thought for 5 words');
    expect(emulator.text()).not.toContain('Do I know');
    emulator.type('\x14');
    await emulator.shows('Do I know this man?');
    emulator.type('/thoughts\r');
    await emulator.hides('Do I know this man?');
    expect(emulator.text()).toContain('thoughts are hidden');
  });

  test('branches are chosen from a list', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type('/branches\r');
    await emulator.shows('He draws');
    emulator.type('duell\x7f');
    await emulator.showsInside('› duel\n');
    emulator.type('\r');
    await emulator.shows('on branch duel');
    expect(play.calls).toEqual([['switchTo', 'duel']]);
  });

  test('Right on an empty line makes a new version past the last one of another’s line', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    const { figures } = play;
    play.figures = (one) => ({ ...figures(one), version: 2, of: 3 });
    emulator.type('\x1b[C');
    await emulator.shows('version 2 of 3');
    play.figures = (one) => ({ ...figures(one), version: 3, of: 3 });
    emulator.type('\x1b[C');
    await until(() => expect(play.calls).toEqual([['swipe', 'next'], ['regenerate']]));
  });

  test('Right on an empty line is the next version', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type('\x1b[C');
    await emulator.shows('version 2 of 3');
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

  test('RP-108 a failure is a row of the page that says what to do; Alt+R tries again, and all else is typed', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    play.failure = new SottoError('server', 'unreachable', 'no server answers at 127.0.0.1:8080; start it');
    emulator.type('hello\r');
    await emulator.shows('start it');
    expect(emulator.text()).toMatch(/! no server answers[^\n]*\n?[^\n]*Alt\+R again/);
    expect(emulator.text()).not.toContain('> hello');
    emulator.type('really?');
    await emulator.shows('> really?');
    emulator.type('\x1br');
    await until(() => expect(play.calls.at(-1)).toEqual(['reply', 'Bob']));
    expect(play.calls).toHaveLength(2);
    expect(emulator.text()).toContain('> really?');
  });

  test.each([
    ['of the store', new SottoError('store', 'store_locked', 'the store is locked')],
    ['that is a fault', new TypeError('the store is locked')],
  ])('RP-108 after a failure %s what was said is not given back either', async (_, failure) => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    for (const line of ['hello', '/to Bob psst']) {
      play.failure = failure;
      emulator.type(`${line}\r`);
      await emulator.shows('the store is locked');
      expect(emulator.text()).toMatch(/Alice > write, or/);
      play.emit({ type: 'reload' });
      await emulator.hides('the store is locked');
    }
  });
});
