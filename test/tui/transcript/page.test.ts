import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultOocStyle } from '../../../src/domain/audience/ooc.ts';
import type { Message } from '../../../src/domain/message.ts';
import { cells } from '../../../src/tui/terminal/cells.ts';
import { themeOf } from '../../../src/tui/themes/theme.ts';
import type { RowStyle } from '../../../src/tui/transcript/row-style.ts';
import { Transcript } from '../../../src/tui/transcript/transcript.ts';
import { runs } from '../../cases.ts';
import { alice, bob, carl, message } from '../fair.ts';
import { SmallPlay } from '../small-play.ts';

const theme = themeOf('dark');
const cast = [alice, bob, carl];
const styleOf = (width: number): RowStyle => ({
  ...{ width, theme, cast, playing: alice },
  ...{ pinned: new Set<string>(), thoughts: false, ooc: defaultOocStyle },
});
const plain = (rows: readonly string[]): string[] =>
  rows.map((row) => row.replace(/\x1b\[[\d;]*m|\x1b\]8;;[^\x1b]*\x1b\\/g, ''));
const talk = (count: number): SmallPlay =>
  new SmallPlay(
    Array.from({ length: count }, (_, index) =>
      message(`m${index}`, `line ${index}`, { speaker: index % 3 === 0 ? 'b' : 'a' }),
    ),
  );

describe('a message that is selected', () => {
  test('has another rail and stands in sight, however far away it is', () => {
    const play = talk(2_000);
    const transcript = new Transcript(play);
    const shown = () => plain(transcript.rows(9, styleOf(40)));
    shown();
    transcript.first();
    expect(shown().slice(0, 2)).toEqual(['█  Bob', '█  line 0']);
    expect(play.read).toBeLessThan(200);
    transcript.selectNext(2);
    expect(shown()).toContain('█  line 2');
    transcript.selectSpeaker(1);
    expect(transcript.selected?.id).toBe('m4');
    transcript.selectNext(-1);
    transcript.selectSpeaker(-1);
    expect(transcript.selected?.id).toBe('m0');
    transcript.last();
    expect(shown()).toContain('█  line 1999');
    transcript.selectNext(-50);
    expect(shown()).toContain('█  line 1949');
    transcript.select(null);
    expect(shown().join('')).not.toContain('█');
  });
});

describe('looking for words', () => {
  test('goes both ways, from hit to hit within long messages, around the end, and shows every hit', () => {
    const play = talk(300);
    const long = Array.from({ length: 60 }, (_, row) => (row % 20 === 5 ? `a KEY ${row}` : `row ${row}`));
    play.messages[200] = message('m200', long.join('\n'));
    play.messages[20] = message('m20', 'the key');
    const transcript = new Transcript(play);
    const sees = (text: string) => expect(plain(transcript.rows(10, styleOf(40))).join('\n')).toContain(text);
    sees('line 299');
    expect(transcript.find('key', 'up')).toMatchObject({ message: { id: 'm200' }, isAround: false });
    sees('a KEY 45');
    transcript.find('key', 'up');
    sees('a KEY 25');
    expect(transcript.rows(10, styleOf(40)).join('')).toContain('a \x1b[7mKEY\x1b[0m 25');
    transcript.find('key', 'up');
    sees('a KEY 5');
    expect(transcript.find('key', 'up')).toMatchObject({ message: { id: 'm20' }, isAround: false });
    sees('the key');
    expect(transcript.find('key', 'up')).toMatchObject({ message: { id: 'm200' }, isAround: true });
    sees('a KEY 45');
    expect(transcript.find('key', 'down')).toMatchObject({ message: { id: 'm20' }, isAround: true });
    transcript.find('key', 'down');
    sees('a KEY 5');
    expect(transcript.find('nowhere', 'down')).toBeNull();
    transcript.endFind();
    expect(transcript.rows(10, styleOf(40)).join('')).not.toContain('\x1b[7m');
  });

  test('lands on its row in the reply that streams', () => {
    const transcript = new Transcript(talk(30));
    transcript.stream(bob, `${'word '.repeat(300)}the key ${'word '.repeat(300)}`);
    transcript.rows(10, styleOf(40));
    expect(transcript.find('the key', 'up')).toEqual({ message: null, isAround: false });
    expect(transcript.rows(10, styleOf(40)).join('\n')).toContain('\x1b[7m');
    expect(transcript.find('the key', 'down')).toEqual({ message: null, isAround: true });
  });
});

test('a text whose heading is above the window has it in the first row, as long as more than a row is left', () => {
  const play = new SmallPlay([message('m1', 'one\ntwo\nthree\nfour\nfive')]);
  const transcript = new Transcript(play);
  const shown = (height: number) => plain(transcript.rows(height, styleOf(40)));
  expect(shown(4)[0]).toMatch(/Alice ↑$/);
  expect(shown(4).slice(1)).toEqual(['▌  four', '▌  five', '']);
  expect(shown(2)[0]).toBe('▌  five');
  expect(shown(7)[0]).toBe('▌  Alice');
});

test('who comes and goes stands between messages, a new day above its first', () => {
  const play = new SmallPlay([message('m1', 'one'), message('m2', 'two', { at: '2026-01-02T00:00:00Z' })]);
  play.between = [
    { type: 'coming', after: 'm1', character: 'b', isIn: true },
    { type: 'coming', after: 'm1', character: 'c', isIn: true },
    { type: 'coming', after: 'm2', character: 'c', isIn: false },
  ];
  const transcript = new Transcript(play);
  expect(plain(transcript.rows(12, styleOf(20)))).toEqual([
    ...['▌  Alice', '▌  one', '', 'Bob and Carl come in', '', '     2026-01-02', ''],
    ...['▌  Alice', '▌  two', '', '    Carl leaves', ''],
  ]);
  expect(plain(transcript.rows(12, styleOf(40)))[5]).toBe('        ────── 2026-01-02 ──────');
});

test('issue 29.9 the end of a scene divides the page, between who comes and who goes', () => {
  const play = new SmallPlay([message('m1', 'one'), message('m2', 'two')]);
  play.between = [
    { type: 'coming', after: 'm1', character: 'b', isIn: false },
    { type: 'scene_end', after: 'm1', scene: 3 },
    { type: 'coming', after: 'm1', character: 'c', isIn: false },
  ];
  expect(plain(new Transcript(play).rows(10, styleOf(40))).slice(2, 6)).toEqual([
    ...['', '               Bob leaves', '      ────── end of scene 3 ──────'],
    '              Carl leaves',
  ]);
});

test('issue 29.9 an end that is found out later, behind a line that is no more the newest, stands where it was', () => {
  const play = new SmallPlay([message('m1', 'one'), message('m2', 'two')]);
  const transcript = new Transcript(play);
  const shown = () => plain(transcript.rows(9, styleOf(40))).join('\n');
  expect(shown()).not.toContain('end of scene');
  play.between = [{ type: 'scene_end', after: 'm1', scene: 1 }];
  transcript.refresh();
  expect(shown()).toMatch(/one\n\n *─+ end of scene 1 ─+\n\n.*Alice\n.*two/);
});

test('issue 29.9 time that passes divides the page, and nobody called system speaks', () => {
  const told = { speaker: null, role: 'system' } as const;
  const play = new SmallPlay([
    message('m1', 'one'),
    message('m2', 'the next morning', told),
    message('m3', `It rains.\n\n${'All day. '.repeat(8)}`, told),
  ]);
  const rows = plain(new Transcript(play).rows(10, styleOf(45)));
  expect(rows.slice(0, 5)).toEqual(['▌  Alice', '▌  one', '', '         ────── the next morning ──────', '']);
  expect(rows.slice(5, 7)).toEqual(['┊  It rains.', '┊']);
  expect(rows.join('\n')).not.toContain('system');
});

test('details are when a message was said and how long it is; versions are told where there are some', () => {
  const play = new SmallPlay([message('m1', 'four'), message('m2', 'four')]);
  play.figures = ({ id }) => ({ version: 2, of: id === 'm1' ? 4 : 1, tokens: 1, unheard: [] });
  const transcript = new Transcript(play);
  const [first, , , second] = plain(transcript.rows(6, { ...styleOf(60), details: true }));
  expect(first).toBe('▌  Alice · ‹2/4› · 2026-01-01 00:00 · about 1 token');
  expect(second).toBe('▌  Alice · 2026-01-01 00:00 · about 1 token');
});

test('what is held stays small however far one scrolls, and messages below are counted in words', () => {
  const play = talk(30_000);
  const transcript = new Transcript(play);
  for (let page = 0; page < 100; page += 1) transcript.scroll(-22, 24, styleOf(40));
  const read = play.read;
  transcript.scroll(-22, 24, styleOf(40));
  expect(play.read - read).toBeLessThan(100);
  const news = message('new', 'news');
  play.messages.push(news);
  transcript.add(news);
  expect(transcript.below).toBe(1);
  for (let page = 0; page < 200; page += 1) transcript.scroll(22, 24, styleOf(40));
  expect(transcript.follows).toBe(true);
  expect(plain(transcript.rows(2, styleOf(40)))[0]).toBe('▌  news');
  expect(transcript.below).toBe(0);
});

const unit = fc.constantFrom(
  'a',
  'b ',
  '日',
  '本',
  '👩‍👧',
  'e\u0301',
  'مفتاح ',
  '*',
  '"',
  '\n',
  '\n\n',
  '- ',
  '\x1b[31m',
  '\x1b]0;x\x07',
);
const text = fc.string({ unit, maxLength: 40 });
const act = fc.oneof(
  fc.record({ type: fc.constant('add' as const), text, speaker: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ type: fc.constant('stream' as const), text }),
  fc.record({ type: fc.constant('scroll' as const), by: fc.integer({ min: -60, max: 60 }) }),
  fc.record({ type: fc.constant('width' as const), width: fc.integer({ min: 12, max: 60 }) }),
  fc.record({ type: fc.constant('select' as const), by: fc.integer({ min: -50, max: 50 }) }),
  fc.record({ type: fc.constantFrom('end' as const, 'reload' as const, 'first' as const) }),
);

test('for all that happens the rows are those of a fresh transcript at the same place, none too wide, none steering the terminal', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 100 }), fc.array(act, { maxLength: 25 }), (texts, acts) => {
      const play = new SmallPlay(texts.map((one, index) => message(`m${index}`, one)));
      const transcript = new Transcript(play);
      let width = 30;
      let streamed = '';
      for (const [index, one] of acts.entries()) {
        transcript.rows(11, styleOf(width));
        if (one.type === 'add') {
          const added: Message = message(`n${index}`, one.text, { speaker: one.speaker });
          play.messages.push(added);
          transcript.add(added);
          if (one.speaker === 'b') streamed = '';
        } else if (one.type === 'stream') {
          streamed += `${one.text}.`;
          transcript.stream(bob, `${one.text}.`);
        } else if (one.type === 'scroll') transcript.scroll(one.by, 11, styleOf(width));
        else if (one.type === 'width') ({ width } = one);
        else if (one.type === 'select') transcript.selectNext(one.by);
        else if (one.type === 'end') transcript.toEnd();
        else if (one.type === 'first') transcript.first();
        else {
          streamed = '';
          transcript.reload();
        }
      }
      const rows = transcript.rows(11, styleOf(width));
      const fresh = new Transcript(play);
      if (streamed !== '') fresh.stream(bob, streamed);
      const { anchor, selected } = transcript;
      fresh.rows(11, styleOf(width));
      if (selected) fresh.select(selected.id);
      if (anchor) fresh.goTo(anchor.message, anchor.row);
      else if (transcript.follows) fresh.toEnd();
      if (anchor || transcript.follows) expect(fresh.rows(11, styleOf(width))).toEqual(rows);
      for (const row of plain(rows)) {
        expect(cells(row)).toBeLessThanOrEqual(width);
        expect(row).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
      }
    }),
    runs(150),
  );
});
