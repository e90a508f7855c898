import { Box, Text } from 'ink';
import type { ReactElement } from 'react';
import { describe, expect, test } from 'vitest';
import { InkRenderer } from '../../../src/tui/terminal/ink-renderer.ts';

const Sample = ({ word }: { word: string }): ReactElement => (
  <Box flexDirection="column" height={5} overflow="hidden">
    <Box height={2} flexShrink={0} />
    <Text wrap="truncate">{`\x1b[1;36m${word}\x1b[0m end`}</Text>
    <Text wrap="truncate">日本</Text>
  </Box>
);

const Broken = (): ReactElement => {
  throw new Error('no luck');
};

describe('the renderer', () => {
  test("Ink's debug frame is one whole plain frame for each commit", () => {
    const renderer = new InkRenderer();
    const size = { columns: 20, rows: 5 };
    const row = (word: string): string => `\x1b[1m\x1b[36m${word}\x1b[39m\x1b[22m end`;
    expect(renderer.draw(<Sample word="one" />, size)).toEqual(['', '', row('one'), '日本', '']);
    expect(renderer.draw(<Sample word="two" />, size)).toEqual(['', '', row('two'), '日本', '']);
    expect(renderer.draw(<Sample word={'x'.repeat(30)} />, size)[2]).toContain('…');
    renderer.close();
  });

  test('another size is laid out at once', () => {
    const renderer = new InkRenderer();
    const wide = renderer.draw(<Sample word="one two three" />, { columns: 30, rows: 5 });
    const small = renderer.draw(<Sample word="one two three" />, { columns: 8, rows: 4 });
    expect([wide.length, small.length]).toEqual([5, 4]);
    expect(small[2]).toContain('…');
    renderer.close();
  });

  test('what a component throws comes out, instead of a page about it', () => {
    const renderer = new InkRenderer();
    expect(() => renderer.draw(<Broken />, { columns: 20, rows: 5 })).toThrow('no luck');
    renderer.close();
  });
});
