import { describe, expect, test } from 'vitest';
import { defaultOocStyle } from '../../../src/domain/audience/ooc.ts';
import { themeOf } from '../../../src/tui/themes/theme.ts';
import type { RowStyle } from '../../../src/tui/transcript/row-style.ts';
import { Transcript } from '../../../src/tui/transcript/transcript.ts';
import { alice, bob, carl, message } from '../fair.ts';
import { SmallPlay } from '../small-play.ts';

const rowStyle: RowStyle = {
  width: 40,
  theme: themeOf('plain'),
  cast: [alice, bob, carl],
  pinned: new Set(),
  thoughts: false,
  ooc: defaultOocStyle,
};
/** A row as it reads, without its rail. */
const withoutRail = (row: string): string => row.replace(/^[▌┊█ ]( {2}|$)/u, '');
const plain = (rows: readonly string[]): string[] =>
  rows.map((row) => withoutRail(row.replace(/\x1b\[[\d;]*m/g, '')).trim());

test('RP-016 an OOC comment is dim while it is still written, over its paragraphs and up to its end alone', () => {
  const play = new SmallPlay([]);
  const transcript = new Transcript(play);
  const rows = () => transcript.rows(8, rowStyle).filter((row) => row !== '');
  transcript.stream(bob, 'Aye. ((wait');
  expect(rows().at(-1)).toBe('▌  Aye. \x1b[2;3m((wait\x1b[0m');
  transcript.stream(bob, ' for me\n\n# I am *late');
  expect(rows().at(-1)).toBe('▌  \x1b[2;3m# I am *late\x1b[0m');
  transcript.stream(bob, ')) *Now.');
  expect(rows().at(-1)).toBe('▌  \x1b[2;3m# I am *late))\x1b[0m \x1b[3mNow.\x1b[0m');
});

test('what people alone read is dim and marked, a whisper in its frame', () => {
  const shown = (more: object) => {
    const one = { ...message('m1', 'The gold is *here*.'), ...more };
    return new Transcript(new SmallPlay([one])).rows(4, rowStyle).filter((row) => row !== '');
  };
  const [heading, text] = shown({ hidden: true });
  expect(plain([heading ?? ''])).toEqual(['Alice · hidden']);
  expect(text).toBe('▌  \x1b[2mThe gold is *here*.\x1b[0m');
  expect(shown({ hidden: true, knownTo: [alice.id] })[1]).toMatch(/^ │ /);
});

const long = (count: number): SmallPlay =>
  new SmallPlay(Array.from({ length: count }, (_, index) => message(`m${index}`, `text ${index}`)));

describe('the transcript', () => {
  test('ends with the newest message, and reads only what is near the window', () => {
    const play = long(10_000);
    const transcript = new Transcript(play);
    expect(plain(transcript.rows(6, rowStyle))).toEqual(['Alice', 'text 9998', '', 'Alice', 'text 9999', '']);
    transcript.scroll(-100, 6, rowStyle);
    transcript.rows(6, rowStyle);
    expect(play.read).toBeLessThan(200);
  });

  test('scrolling up reads older pages to the very first message and no further', () => {
    const play = long(100);
    const transcript = new Transcript(play);
    transcript.scroll(-1_000, 6, rowStyle);
    expect(plain(transcript.rows(3, rowStyle))).toEqual(['Alice', 'text 0', '']);
    expect(transcript.follows).toBe(false);
    transcript.scroll(1_000, 6, rowStyle);
    expect(transcript.follows).toBe(true);
    expect(plain(transcript.rows(3, rowStyle))).toEqual(['Alice', 'text 99', '']);
  });

  test('scrolling by single rows up and down again ends at the same rows', () => {
    const transcript = new Transcript(long(60));
    const before = transcript.rows(7, rowStyle);
    for (let row = 0; row < 150; row += 1) transcript.scroll(-1, 7, rowStyle);
    expect(transcript.rows(7, rowStyle)).not.toEqual(before);
    for (let row = 0; row < 150; row += 1) transcript.scroll(1, 7, rowStyle);
    expect(transcript.rows(7, rowStyle)).toEqual(before);
  });

  test('what arrives below while reading above is counted and moves nothing', () => {
    const play = long(50);
    const transcript = new Transcript(play);
    transcript.scroll(-20, 6, rowStyle);
    const before = transcript.rows(6, rowStyle);
    const news = message('new', 'news');
    play.messages.push(news);
    transcript.add(news);
    transcript.stream(bob, 'and more');
    expect(transcript.rows(6, rowStyle)).toEqual(before);
    expect(transcript.below).toBe(1);
    transcript.toEnd();
    expect(transcript.below).toBe(0);
    expect(plain(transcript.rows(2, rowStyle))[0]).toBe('and more');
  });

  test('a window that grew past what was loaded shows the end, with older pages above it', () => {
    const transcript = new Transcript(long(100));
    transcript.scroll(-20, 6, rowStyle);
    const rows = plain(transcript.rows(129, rowStyle));
    expect(rows.length).toBe(129);
    expect(rows.slice(-3)).toEqual(['Alice', 'text 99', '']);
    expect(rows[1]).toBe('text 57');
  });

  test('a fence that is open above stays open in the paragraph that streams', () => {
    const transcript = new Transcript(new SmallPlay([]));
    transcript.stream(bob, '```\none\n\n*two*');
    expect(plain(transcript.rows(6, rowStyle))).toContain('*two*');
  });

  test('a reload stays at the message in sight', () => {
    const play = long(50);
    const transcript = new Transcript(play);
    transcript.scroll(-60, 6, rowStyle);
    const before = transcript.rows(6, rowStyle);
    play.messages = play.messages.slice(0, -3);
    transcript.reload();
    expect(transcript.rows(6, rowStyle)).toEqual(before);
  });

  test('a streamed reply shows the same rows as when it came at once, however it is cut', () => {
    const text =
      'One *two\nthree* four.\n\n```\ncode\n\nmore\n```\n\nA long paragraph that wraps around the edge.';
    const whole = new Transcript(new SmallPlay([]));
    whole.stream(bob, text);
    const cut = new Transcript(new SmallPlay([]));
    for (const character of text) {
      cut.stream(bob, character);
      cut.rows(20, rowStyle);
    }
    expect(plain(cut.rows(20, rowStyle))).toEqual(plain(whole.rows(20, rowStyle)));
    expect(plain(whole.rows(20, rowStyle))).toContain('three four.');
  });

  test('a message that was thought about says so in one row; unfolded it shows the thoughts above its text', () => {
    const thought = message('t', 'Hm.', { reasoning: 'Who is that?\n\nA \x1b[31mstranger\u202e.' });
    const alone = message('p', 'psst', { reasoning: '他是谁 Bob', knownTo: ['a'] });
    const transcript = new Transcript(new SmallPlay([thought, alone]));
    const heading = '╭ 🔒 Alice → no one else ╮';
    const folded = [
      'Alice',
      'thought for 5 words',
      'Hm.',
      '',
      heading,
      '│ thought for 4 words    │',
      '│ psst                   │',
      '╰──── Bob, Carl: unheard ╯',
      '',
    ];
    expect(plain(transcript.rows(9, rowStyle))).toEqual(folded);
    const rows = transcript.rows(15, { ...rowStyle, thoughts: true });
    const [, fold, , , stranger] = rows;
    expect(plain(rows)).toEqual([
      ...['Alice', 'thought for 5 words', 'Who is that?', '', 'A stranger.', '', 'Hm.', ''],
      ...[heading, '│ thought for 4 words    │', '│ 他是谁 Bob             │', '│                        │'],
      ...['│ psst                   │', '╰──── Bob, Carl: unheard ╯', ''],
    ]);
    expect([fold, stranger]).toEqual([
      '▌  \x1b[2mthought for 5 words\x1b[0m',
      '▌  \x1b[2mA stranger.\x1b[0m',
    ]);
    expect(plain(transcript.rows(9, rowStyle))).toEqual(folded);
  });

  test('a private message stands in a frame that says to whom it is and who was there and heard nothing', () => {
    const secret = message('s', 'one\ntwo', { knownTo: ['a', 'b'] });
    const transcript = new Transcript(new SmallPlay([secret]));
    expect(plain(transcript.rows(5, rowStyle))).toEqual([
      ...['╭ 🔒 Alice → Bob only ╮', '│ one                 │', '│ two                 │'],
      ...['╰────── Carl: unheard ╯', ''],
    ]);
  });
});
