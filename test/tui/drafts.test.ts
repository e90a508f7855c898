import { describe, expect, test } from 'vitest';
import { message } from './fair.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

const long = 'x\n'.repeat(40);
const pasteOf = (text: string): string => `\x1b[200~${text}\x1b[201~`;

describe('what is written on the screen', () => {
  test('it stands there when the chat is opened again, with what was pasted, and what was sent is recalled', async () => {
    const play = new SmallPlay([]);
    const first = await open(play);
    first.type('said before\r');
    await first.shows('  said before');
    first.type(`see ${pasteOf(long)}`);
    await first.shows('see [paste 1:');
    const again = await open(play);
    await again.shows('Alice > see [paste 1: 41 lines');
    again.type('!\r');
    await again.shows('  x');
    expect(play.calls.at(-1)).toEqual(['say', `see ${long}!`]);
    again.type('\x1b[A'.repeat(45));
    await again.shows('Alice > said before');
  });

  test('KT-12 HC-37 each character has its own: a draft is there for whoever writes as it, and for nobody else', async () => {
    const play = new SmallPlay([]);
    play.keep('c', [{ text: 'as Carl', pastes: [] }], ['Carl said this']);
    const emulator = await open(play);
    emulator.type('as Alice\x1bOQ');
    await emulator.shows('Write as');
    expect(emulator.text()).not.toContain('as Carl');
    emulator.type('3');
    await emulator.shows('Carl > as Carl');
    emulator.type('\x15\x1b[A');
    await emulator.shows('Carl > Carl said this');
    expect(play.writing.get('a')?.drafts).toEqual([{ text: 'as Alice', pastes: [] }]);
    expect(play.writing.get('a')?.history).toEqual([]);
  });

  test('what is written while a reply fails stays', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    play.failure = new Error('the server is gone');
    emulator.type('hello\r');
    emulator.type('and then');
    await emulator.shows('! the server is gone');
    await emulator.shows('Alice > and then');
    expect(play.writing.get('a')).toEqual({ drafts: [{ text: 'and then', pastes: [] }], history: ['hello'] });
  });

  test('a letter closes a text that is read and is written; in a question what is no answer is written, and waits there for none', async () => {
    const emulator = await open(new SmallPlay([message('m1', 'Good morning')]));
    emulator.type('/prompt Alice\r');
    await emulator.shows('↑↓ PgUp PgDn');
    emulator.type('hello');
    await emulator.shows('Alice > hello');
    expect(emulator.text()).not.toContain('↑↓ PgUp PgDn');
    emulator.type('\x15/rewind 1\r');
    await emulator.shows('Rewind 1 turn?');
    emulator.type('\x15');
    emulator.type(`hey, n${pasteOf('pasted')}`);
    await emulator.shows('Alice > hey, npasted');
    expect(emulator.text()).toContain('Rewind 1 turn?');
    emulator.type('\x15n');
    await emulator.hides('Rewind 1');
  });

  test('a paste into a list filters it', async () => {
    const emulator = await open(new SmallPlay([]));
    emulator.type('\x1bOQ');
    await emulator.shows('2 Bob');
    emulator.type(pasteOf('car'));
    await emulator.shows('› car');
    expect(emulator.text()).not.toContain('2 Bob');
  });

  test('in the filter of a list Ctrl+U clears, Ctrl+W takes a word, Ctrl+A and Ctrl+E go to its ends', async () => {
    const emulator = await open(new SmallPlay([]));
    emulator.type('\x1bOQ');
    await emulator.shows('2 Bob');
    emulator.type('one arl\x01X\x05Y');
    await emulator.shows('› Xone arlY');
    emulator.type('\x17');
    await emulator.shows(/› Xone +│$/m);
    emulator.type('\x15arl');
    await emulator.shows('› arl');
    await emulator.shows('1 Carl');
  });

  test('what is cut or copied goes to the clipboard of the terminal as well', async () => {
    const emulator = await open(new SmallPlay([]));
    emulator.type('one zwölf\x1b[1;6D\x1bw');
    const base64 = Buffer.from('zwölf').toString('base64');
    await expect.poll(() => emulator.writes.join('')).toContain(`\x1b]52;c;${base64}\x07`);
    emulator.type('\x18\x19\x19');
    await emulator.shows('Alice > one zwölfzwölf');
  });

  test('/me does something, a line that begins with two slashes says one', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type('/me waves\r');
    await emulator.shows('  waves');
    emulator.type('//shrug is no command\r');
    await emulator.shows('  /shrug is no command');
    expect(play.calls).toEqual([
      ['say', '*waves*'],
      ['say', '/shrug is no command'],
    ]);
    expect(play.drafts).toContain('*waves*');
    expect(play.drafts).toContain('/shrug is no command');
  });

  test('commands are listed as they are written; Down chooses, Enter completes, Esc closes, Tab completes', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play, { columns: 100 });
    emulator.type('/rew');
    await emulator.shows(/\/rewind .*\n/);
    emulator.type('\x1b');
    await emulator.hides('/rewind');
    emulator.type('\x15/re');
    await emulator.shows('/reply NAME');
    emulator.type('\x1b[B\x1b[A\r');
    await emulator.shows(/Alice > \/reply$/m);
    emulator.type('cl\t');
    await emulator.shows('Alice > /reply Carl');
    emulator.type('\r');
    await expect.poll(() => play.calls).toEqual([['reply', 'Carl']]);
  });

  test('a recalled command opens no menu, so that Up goes on through what was sent', async () => {
    const emulator = await open(new SmallPlay([]));
    emulator.type('first\r');
    await emulator.shows('  first');
    emulator.type('/thoughts\r');
    await emulator.shows('thoughts are shown');
    emulator.type('\x1b[A\x1b[A');
    await emulator.shows('Alice > first');
  });

  test('/impersonate writes into the composer and sends nothing; undo brings back what stood there', async () => {
    const play = new SmallPlay([]);
    play.ghost = ['I would ', 'rather not.'];
    const emulator = await open(play);
    emulator.type('/impersonate\r');
    await emulator.shows('Alice > I would rather not.');
    expect(play.calls).toEqual([]);
    emulator.type('\x1f!');
    await emulator.shows('Alice > !');
  });

  test('Esc stops what is being written there, and so does whoever types; what is there stays', async () => {
    const play = new SmallPlay([]);
    const heard: boolean[] = [];
    let hear: (text: string) => boolean = () => true;
    let end: (text: string) => void = () => undefined;
    play.ghostwrite = (listener = () => true) =>
      new Promise((resolve) => {
        hear = listener;
        end = resolve;
      });
    const emulator = await open(play);
    emulator.type('/impersonate\r');
    await emulator.shows('Alice >');
    heard.push(hear('I would'));
    await emulator.shows('Alice > I would');
    emulator.type('\x1b');
    await expect.poll(() => play.calls).toEqual([['stop']]);
    emulator.type(' not');
    await emulator.shows('Alice > I would not');
    heard.push(hear('I would rather'));
    end('I would rather');
    await emulator.shows('Enter sends it');
    expect(heard).toEqual([true, false]);
    expect(emulator.text()).toContain('Alice > I would not');
  });

  test('/suggest lists lines; the chosen one is in the composer, and undo takes it back', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type('/suggest\r');
    await emulator.shows('2 Another.');
    emulator.type('2');
    await emulator.shows('Alice > Another.');
    expect(play.calls).toEqual([]);
  });

  test('/refine asks for the last reply again, under an instruction', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type('/refine much shorter\r');
    await expect.poll(() => play.calls).toEqual([['refine', 'much shorter']]);
  });
});
