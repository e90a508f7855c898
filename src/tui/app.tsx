import { Box, Text } from 'ink';
import TextInput from 'ink-text-input';
import type { ReactElement } from 'react';
import type { Chrome } from './chrome.ts';
import type { Field } from './field.ts';
import { InkRenderer, type Size } from './terminal/ink-renderer.ts';

const Rows = ({ rows }: { rows: readonly string[] }): ReactElement[] =>
  rows.map((row, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen
    <Box key={index} height={1} flexShrink={0}>
      <Text wrap="truncate">{row === '' ? ' ' : row}</Text>
    </Box>
  ));

interface FieldProps {
  readonly field: Field;
  readonly onChange: (value: string) => void;
}

const FieldRow = ({ field, onChange }: FieldProps): ReactElement => (
  <Box height={1} flexShrink={0}>
    <Text dimColor>{field.before}</Text>
    <TextInput value={field.value} placeholder={field.placeholder} onChange={onChange} />
    <Text dimColor wrap="truncate">
      {field.after}
    </Text>
  </Box>
);

interface AppProps {
  readonly chrome: Chrome;
  readonly size: Size;
  readonly onField: (value: string) => void;
}

const App = ({ chrome, size, onField }: AppProps): ReactElement => (
  <Box flexDirection="column" width={size.columns} height={size.rows} overflow="hidden">
    <Box height={chrome.transcriptHeight} flexShrink={0} />
    <Rows rows={[chrome.rule]} />
    <Rows rows={chrome.panel} />
    {chrome.field && <FieldRow field={chrome.field} onChange={onField} />}
    <Rows rows={chrome.notice} />
    <Rows rows={chrome.composer} />
    <Rows rows={[chrome.status]} />
  </Box>
);

/** A chrome drawn to rows of the screen's height; `press` types into its field, `close` lets go of Ink. */
export interface Drawing {
  draw(chrome: Chrome, size: Size): string[];
  press(sequence: string): void;
  close(): void;
}

/** Draws with Ink; `onField` hears the new text of the line that is edited. */
export const openDrawing = (onField: (value: string) => void): Drawing => {
  const renderer = new InkRenderer();
  return {
    draw: (chrome, size) => renderer.draw(<App chrome={chrome} size={size} onField={onField} />, size),
    press: (sequence) => renderer.press(sequence),
    close: () => renderer.close(),
  };
};
