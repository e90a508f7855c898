import { Text } from 'ink';
import type { ReactElement } from 'react';
import { type Style, styled } from '../theme.ts';

/** One row of text in a style of the theme, cut at the right where it does not fit. The text is safe to show. */
export const Line = ({ style = '', children }: { style?: Style; children: string }): ReactElement => (
  <Text wrap="truncate">{children === '' ? ' ' : styled(style, children)}</Text>
);

/** Rows of text that are laid out already. */
export const Rows = ({ rows }: { rows: readonly string[] }): ReactElement[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen
  rows.map((row, index) => <Line key={index}>{row}</Line>);
