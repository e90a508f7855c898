import { Box, Text } from 'ink';
import { type ReactElement, useContext } from 'react';
import { type Style, styled } from '../themes/theme.ts';
import { LaidRowsContext } from './laid-rows.ts';

/** One row of text in a style of the theme, cut at the right where it does not fit. The text is safe to show. */
export const Line = ({ style = '', children }: { style?: Style; children: string }): ReactElement => (
  <Text wrap="truncate">{children === '' ? ' ' : styled(style, children)}</Text>
);

/** Rows of text that something stands at the right of, for Ink to read. */
export const RowsBeside = ({ rows }: { rows: readonly string[] }): ReactElement => (
  <Text wrap="truncate">{rows.join('\n')}</Text>
);

/** Rows of text that are laid out already, no wider than their room, with nothing at their right. */
export const Rows = ({ rows }: { rows: readonly string[] }): ReactElement => {
  const laid = useContext(LaidRowsContext);
  if (laid !== null) return <Box ref={laid.hold(rows)} height={rows.length} flexShrink={0} />;
  return (
    <Box flexDirection="column">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen
        <Line key={index}>{row}</Line>
      ))}
    </Box>
  );
};
