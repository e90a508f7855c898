import { Box, Text } from 'ink';
import type { ReactElement } from 'react';
import type { Chrome } from './chrome.ts';
import { InkRenderer, type Size } from './terminal/ink-renderer.ts';

const Rows = ({ rows }: { rows: readonly string[] }): ReactElement[] =>
  rows.map((row, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen
    <Box key={index} height={1} flexShrink={0}>
      <Text wrap="truncate">{row === '' ? ' ' : row}</Text>
    </Box>
  ));

const App = ({ chrome, size }: { chrome: Chrome; size: Size }): ReactElement => (
  <Box flexDirection="column" width={size.columns} height={size.rows} overflow="hidden">
    <Box height={chrome.transcriptHeight} flexShrink={0} />
    <Rows rows={[chrome.rule]} />
    <Rows rows={chrome.panel} />
    <Rows rows={chrome.notice} />
    <Rows rows={chrome.composer} />
    <Rows rows={[chrome.status]} />
  </Box>
);

/** Draws a chrome to rows of the screen's height; `close` lets go of Ink. */
export const openDrawing = (): { draw(chrome: Chrome, size: Size): string[]; close(): void } => {
  const renderer = new InkRenderer();
  return {
    draw: (chrome, size) => renderer.draw(<App chrome={chrome} size={size} />, size),
    close: () => renderer.close(),
  };
};
