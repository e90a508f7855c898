import { expect, test } from 'vitest';
import { defaultOocStyle } from '../../../src/domain/audience/ooc.ts';
import type { Play } from '../../../src/play/play.ts';
import { themeOf } from '../../../src/tui/themes/theme.ts';
import type { RowStyle } from '../../../src/tui/transcript/row-style.ts';
import { Transcript } from '../../../src/tui/transcript/transcript.ts';
import { alice, bob, carl, message } from '../fair.ts';
import { SmallPlay } from '../small-play.ts';

const rowStyle: RowStyle = {
  ...{ width: 40, theme: themeOf('plain'), cast: [alice, bob, carl] },
  ...{ pinned: new Set<string>(), thoughts: true, ooc: defaultOocStyle },
};
/** A row as it reads, without its rail. */
const withoutRail = (row: string): string => row.replace(/^[▌┊█ ]( {2}|$)/u, '');
const plain = (rows: readonly string[]): string[] =>
  rows
    .map((row) => withoutRail(row.replace(/\x1b\[[\d;]*m/g, '')).trim())
    .filter((row) => row !== '' && row !== 'Alice');

/** A chat of so many messages that shows each as this says, and tells which were asked for. */
function showing(count: number, shown: Play['shown']) {
  const play = new SmallPlay(
    Array.from({ length: count }, (_, index) => message(`m${index}`, `text ${index}`)),
  );
  const asked = new Set<string>();
  play.shown = (one, depth) => {
    asked.add(one.id);
    return shown(one, depth);
  };
  return { play, asked, transcript: new Transcript(play) };
}

test('a message is shown as scripts make it at its depth, and only those near the window are asked for', () => {
  const { play, asked, transcript } = showing(1_000, (one, depth) => ({
    ...one,
    text: `${depth}: ${one.text}`,
  }));
  expect(plain(transcript.rows(6, rowStyle))).toEqual(['1: text 998', '0: text 999']);
  expect(asked.size).toBeLessThan(5);
  const added = message('new', 'news');
  play.messages.push(added);
  transcript.add(added);
  expect(plain(transcript.rows(6, rowStyle))).toEqual(['1: text 999', '0: news']);
  transcript.scroll(-10_000, 6, rowStyle);
  expect(plain(transcript.rows(6, rowStyle))).toEqual(['1000: text 0', '999: text 1']);
});

test('a reply that streams is shown as it comes, and as scripts make it once it is there', () => {
  const { transcript } = showing(1, (one) => ({ ...one, text: one.text.toUpperCase() }));
  transcript.stream(bob, 'psst');
  expect(plain(transcript.rows(8, rowStyle))).toEqual(['TEXT 0', 'Bob · …', 'psst']);
  transcript.add(message('b', 'psst', { speaker: 'b' }));
  expect(plain(transcript.rows(8, rowStyle))).toEqual(['TEXT 0', 'Bob', 'PSST']);
});

test('invariant 9: what scripts make is sanitised after them', () => {
  const evil = '\x1b[2J\x1b]0;owned\x07\u202eok\x9b31m';
  const { transcript } = showing(1, (one) => ({ ...one, text: evil, reasoning: evil }));
  const rows = transcript.rows(8, rowStyle);
  expect(plain(rows)).toEqual(['thought for 1 word', 'ok', 'ok']);
  expect(rows.join('')).not.toMatch(/\x1b\[2J|\x1b\]|\x07|\u202e|\x9b/);
});
