import { expect, test } from 'vitest';
import { defaultOocStyle } from '../../../src/domain/audience/ooc.ts';
import { themeOf } from '../../../src/tui/themes/theme.ts';
import { Blocks } from '../../../src/tui/transcript/blocks.ts';
import { Held } from '../../../src/tui/transcript/held.ts';
import { type RowStyle, restyled } from '../../../src/tui/transcript/row-style.ts';
import { alice, bob, carl, message } from '../fair.ts';
import { SmallPlay } from '../small-play.ts';

const style: RowStyle = {
  width: 40,
  theme: themeOf('plain'),
  cast: [alice, bob, carl],
  pinned: new Set(),
  thoughts: false,
  ooc: defaultOocStyle,
};

test('a message on the page is laid out once, and again when its look, its text or what stands above it is another', () => {
  const play = new SmallPlay([message('m1', 'One.'), message('m2', 'Two.'), message('m3', 'Three.')]);
  const held = new Held(() => play.view());
  const blocks = new Blocks(play, held);
  blocks.style = style;
  const first = blocks.at(1);
  expect(blocks.at(1)).toBe(first);
  held.add(message('m4', 'Four.'));
  expect(blocks.at(1)).toBe(first);
  blocks.style = restyled(style, { pinned: new Set(['m2']) });
  expect(blocks.at(1)?.rows[0]).toContain('pinned');
  play.between = [{ type: 'coming', after: 'm1', character: 'c', isIn: false }];
  held.readEnd();
  expect(blocks.at(1)?.lead.join()).toContain('Carl leaves');
  play.shown = (one) => ({ ...one, text: 'Else.' });
  expect(blocks.at(1)?.rows.at(-1)).toBe('Else.');
});

test('more blocks than are kept are laid out as well', () => {
  const play = new SmallPlay(Array.from({ length: 300 }, (_, at) => message(`m${at}`, `text ${at}`)));
  const held = new Held(() => play.view());
  const blocks = new Blocks(play, held);
  blocks.style = style;
  expect(blocks.up({ block: blocks.end, row: 0 }, 10_000).block).toBe(held.start);
  expect(blocks.at(held.end - 1)?.rows.at(-1)).toBe('text 299');
});
