import { Box, Text, useInput } from 'ink';
import TextInput from 'ink-text-input';
import { createContext, type ReactElement, type ReactNode, useContext } from 'react';
import { sanitize } from '../../domain/sanitize.ts';
import type { Key } from '../terminal/key-names.ts';
import { type Style, styled } from '../themes/theme.ts';

/** What the components hear of keys: the one that Ink is told of now, and where the text of a field goes. */
export interface Listening {
  readonly pressed: () => Key;
  readonly onKey: (key: Key) => void;
  readonly onField: (value: string) => void;
}

const ListeningContext = createContext<Listening | null>(null);

/** Calls the reducer for each key that reaches Ink and that is ours. */
export const useKeys = (isOurs: (key: Key) => boolean): void => {
  const listening = useContext(ListeningContext);
  useInput(() => {
    const key = listening?.pressed();
    if (key && isOurs(key)) listening?.onKey(key);
  });
};

/** A line of text that is edited by ink-text-input; around it in a style of the theme, for a colour of Ink's own asks nobody. */
export const FieldRow = ({
  before,
  value,
  placeholder = '',
  isSecret = false,
  style,
}: {
  before: string;
  value: string;
  placeholder?: string;
  isSecret?: boolean;
  style: Style;
}): ReactElement => {
  const listening = useContext(ListeningContext);
  return (
    <Box height={1} flexShrink={0}>
      <Text>{styled(style, before)}</Text>
      <TextInput
        value={value}
        {...(isSecret && { mask: '*' })}
        onChange={(text) => listening?.onField(sanitize(text))}
      />
      {value === '' && <Text>{styled(style, placeholder)}</Text>}
    </Box>
  );
};

/** Hands the keyboard down to what is inside. */
export const Listen = ({ to, children }: { to: Listening; children: ReactNode }): ReactElement => (
  <ListeningContext value={to}>{children}</ListeningContext>
);
