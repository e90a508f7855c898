import { Box, Text, Transform, useInput } from 'ink';
import TextInput from 'ink-text-input';
import { createContext, type ReactElement, type ReactNode, useContext } from 'react';
import { sanitize } from '../../domain/sanitize.ts';
import { type Draft, rightOf } from '../composer/text.ts';
import { cells, cellsOfGrapheme, graphemes } from '../terminal/cells.ts';
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

/** As much of a text as goes into so many cells, from its first letter on. */
const startOf = (text: string, width: number): string => {
  let left = width;
  let kept = '';
  for (const grapheme of graphemes(text)) {
    left -= cellsOfGrapheme(grapheme);
    if (left < 0) break;
    kept += grapheme;
  }
  return kept;
};

/** Cells of what is under the cursor and of `…` on both sides of it. */
const widestEnds = 4;

const safe = (text: string): string => sanitize(text.replaceAll('\n', '↵'));

/** Letters on either side of the cursor that are looked at: more than a row of any screen has. */
const stretch = 2048;

const isSecondHalf = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** Where the letters begin that are looked at with a key: it stays while one types, so that a long line does not move with each. */
const startOfStretch = ({ text, cursor }: Draft): number => {
  const from = Math.max(0, (Math.floor(cursor / stretch) - 1) * stretch);
  return isSecondHalf(text.charCodeAt(from)) ? from - 1 : from;
};

/**
 * What of a line that is edited stands in so many cells: all of it, or what is around the cursor, with `…` where it goes on.
 * The line moves by a third of its room, and not with every key. However long it is, a stretch of it is looked at.
 */
export const fieldWindow = (field: Draft, width: number): string => {
  const { text, cursor } = field;
  const from = startOfStretch(field);
  const end = rightOf(field);
  const [before, behind] = [safe(text.slice(from, cursor)), safe(text.slice(end, end + stretch))];
  const at = safe(text.slice(cursor, end)) || ' ';
  const left = cells(before);
  const isWhole = from === 0 && left + cells(at + behind) <= width;
  const step = Math.max(1, Math.floor(width / 3));
  const skipped = isWhole ? 0 : Math.max(0, Math.ceil((left + widestEnds - width) / step)) * step;
  const start = skipped === 0 ? before : `…${before.slice(startOf(before, skipped + 1).length)}`;
  const room = Math.max(0, width - cells(start + at));
  const rest = cells(behind) <= room ? behind : `${startOf(behind, room - 1)}…`;
  return `${start}\x1b[7m${at}\x1b[27m${rest}`;
};

interface FieldRowProps {
  readonly before: string;
  readonly field: Draft;
  readonly placeholder?: string;
  /** Its letters are not shown. */
  readonly isSecret?: boolean;
  readonly style: Style;
  readonly width: number;
}

/** Stars for the letters of a stretch around the cursor, of which no more are looked at. */
function starred({ text, cursor }: Draft): Draft {
  const starsOf = (part: string) => part.replace(/./gsu, '*');
  const before = starsOf(text.slice(Math.max(0, cursor - 2 * stretch), cursor));
  return { text: before + starsOf(text.slice(cursor, cursor + stretch)), cursor: before.length };
}

/**
 * A line of text that is edited by ink-text-input, as much of it as goes into so many cells, its cursor inverse; around it in a
 * style of the theme, for a colour of Ink's own asks nobody. Ink-text-input is given what is before the cursor, for its own
 * stands at the end, and of that the stretch alone that is looked at; where something else than a key in it changes what that
 * is, it begins anew.
 */
export const FieldRow = (props: FieldRowProps): ReactElement => {
  const { before, field, placeholder = '', isSecret = false, style, width } = props;
  const listening = useContext(ListeningContext);
  const shown = fieldWindow(isSecret ? starred(field) : field, Math.max(4, width - cells(before)));
  const { text, cursor } = field;
  const from = startOfStretch(field);
  const change = (edited: string) =>
    listening?.onField(text.slice(0, from) + sanitize(edited) + text.slice(cursor));
  return (
    <Box flexDirection="column" width={width} height={1} flexShrink={0}>
      <Text wrap="truncate">
        {styled(style, before)}
        <Transform transform={() => shown}>
          <TextInput
            key={`${from} ${text.length - cursor}`}
            value={text.slice(from, cursor)}
            onChange={change}
          />
        </Transform>
        {text === '' && styled(style, placeholder)}
      </Text>
    </Box>
  );
};

/** Hands the keyboard down to what is inside. */
export const Listen = ({ to, children }: { to: Listening; children: ReactNode }): ReactElement => (
  <ListeningContext value={to}>{children}</ListeningContext>
);
