import { describe, expect, test } from 'vitest';
import { SottoError } from '../../src/domain/errors.ts';
import { bob } from './fair.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

describe('writing', () => {
  test('KT-12 HC-37 what was typed as one character is not recalled, searched or put back as another', async () => {
    const emulator = await open(new SmallPlay([]));
    emulator.type('/zebra\r');
    await emulator.shows('there is no command /zebra');
    emulator.type('\x15/as Carl\r');
    await emulator.shows('Carl >');
    emulator.type('\x1b[A\x1b[A\x12zebra\x1b');
    emulator.type('\x19mine\r');
    await emulator.shows('  mine');
    expect(emulator.text()).not.toContain('zebra');
    emulator.type('/as Alice\r');
    await emulator.shows('Alice >');
    emulator.type('\x12zebra\x05');
    await emulator.shows('Alice > /zebra');
  });

  test('an unsent draft comes along to whom the same hands write as next', async () => {
    const emulator = await open(new SmallPlay([]));
    emulator.type('good evening\x1bOQ');
    await emulator.shows('Write as');
    emulator.type('3');
    await emulator.shows('Carl > good evening');
  });

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

  test('KT-14 Enter behind /to and a name begins a whisper, and sends nothing', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type('/to Carl\r');
    await emulator.shows('→ Carl ▸');
    emulator.type('psst\r');
    await emulator.shows('  psst');
    expect(play.calls.at(-1)?.slice(0, 2)).toEqual(['say', 'psst']);
    expect(emulator.text()).not.toContain('missing argument');
  });

  test('KT-14 the line says to whom it is whispered; what empties it keeps that, Backspace on nothing makes it aloud in words', async () => {
    const emulator = await open(new SmallPlay([]));
    emulator.type('/to bob');
    await emulator.shows('Alice > /to bob');
    emulator.type(' psst');
    await emulator.shows('Alice → Bob ▸ psst');
    emulator.type('\x01\x1b[D\x15\x05\x15\x17\x1b[3~');
    await emulator.shows('Alice → Bob ▸ only Bob will hear it');
    emulator.type('\r');
    emulator.type('hm\x7f\x7f');
    await emulator.shows('Alice → Bob ▸ only Bob will hear it');
    emulator.type('\x7f');
    await emulator.shows('aloud: everyone present hears what you write');
    await emulator.shows('Alice > write');
  });

  test('the server reads ahead for each change of what will be said, for no command but /to, in no panel and no search', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    for (const typed of 'ab\x7f\x7f/as\x15/to Bob x\x15\x7f') emulator.type(typed);
    await emulator.shows('Alice >');
    expect(play.drafts).toEqual(['a', 'ab', 'a', 'B', 'Bo', 'Bob', 'Bob', 'Bob x', 'Bob']);
    emulator.type('/branches\r');
    await emulator.shows('He draws');
    emulator.type('due\x1b');
    await emulator.hides('He draws');
    emulator.type('\x1b[200~pasted\x1b[201~\r');
    await emulator.shows('  pasted');
    emulator.type('\x12past');
    await emulator.shows('search: past');
    expect(emulator.text()).toContain('Alice > pasted');
    expect(play.drafts.slice(9)).toEqual(['pasted']);
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

  test('what was refused stands before what was typed since', async () => {
    const play = new SmallPlay([]);
    let refuse = (_: Error) => {};
    play.say = () =>
      new Promise((_, reject) => {
        refuse = reject;
      });
    const emulator = await open(play);
    emulator.type('My long letter\r');
    await emulator.hides('> My long letter');
    emulator.type('goes on');
    await emulator.shows('> goes on');
    refuse(new SottoError('store', 'store_gone', 'the store was removed'));
    await emulator.shows('> My long letter');
    expect(emulator.text()).toMatch(/> My long letter *\n *goes on/);
    emulator.type('!');
    await emulator.shows('goes on!');
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

  test.each([
    ['Ann👩‍🚀', '\x7f', 'AnnZ'],
    ['日本', '\x7f', '日Z'],
    ['e\u0301x', '\x7f\x7f', 'Z'],
    ['🇩🇪🇫🇷', '\x7f', '🇩🇪Z'],
    ['👍🏽b', '\x1b[D\x7f', 'Zb'],
    ['👩‍🚀b', '\x1b[D\x1b[D', 'Z👩‍🚀b'],
  ])('in a filter %s is edited by graphemes, none is torn', async (typed, keys, left) => {
    const emulator = await open(new SmallPlay([]));
    emulator.type('\x1bOQ');
    await emulator.shows('2 Bob');
    emulator.type(`${typed}${keys}Z`);
    await emulator.shows(`› ${left}`);
  });

  test('a paste into a terminal that does not mark pastes is a draft of several lines, and nothing of it is sent', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type('\x1b[?2004;0$y');
    emulator.type('first line\rsecond line\rthird');
    await emulator.shows(/Alice > first line\n +second line\n +third/);
    expect(play.calls).toEqual([]);
  });

  test('the placeholder of a paste is stepped over and taken back as one, and comes back with what it holds', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    const text = 'a line\n'.repeat(30);
    emulator.type(`see \x1b[200~${text}\x1b[201~!`);
    await emulator.shows(/see \[paste 1: .*\]!/);
    emulator.type('\x1b[D\x7f');
    await emulator.shows('Alice > see !');
    emulator.type('\x1f\x05?\r');
    await emulator.hides('[paste 1');
    expect(play.calls).toEqual([['say', `see ${text}!?`]]);
  });
});
