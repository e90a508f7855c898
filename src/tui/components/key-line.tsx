import type { ReactElement } from 'react';
import { messageKeys } from '../../commands/keys.ts';
import { toldWriting } from '../state/state.ts';
import { cells } from '../terminal/cells.ts';
import { styled } from '../theme.ts';
import { Line } from './line.tsx';
import type { ScreenProps } from './props.ts';

type Hint = readonly [key: string, does: string];

const ofPanel: Record<'list' | 'text' | 'question', readonly Hint[]> = {
  list: [
    ['↑↓', 'move'],
    ['Enter', 'choose'],
    ['a-z', 'filter'],
    ['Esc', 'close'],
  ],
  text: [
    ['↑↓ PgUp PgDn', 'scroll'],
    ['Esc', 'close'],
  ],
  question: [['Esc', 'close']],
};

const ofSearch: readonly Hint[] = [
  ['Enter', 'take it'],
  ['Ctrl+R', 'an older one'],
  ['Esc', 'back'],
];

const ofDraft: readonly Hint[] = [
  ['Enter', 'send'],
  ['Ctrl+J', 'new line'],
  ['Tab', 'complete'],
  ['Ctrl+G', 'editor'],
];

const ofEmpty: readonly Hint[] = [
  ['?', 'keys and commands'],
  ['F2', 'write as'],
  ['F3', 'who is next'],
  ['←→', 'versions'],
  ['↑', 'earlier lines'],
];

/** What keys do where one is, the most useful first. */
const hintsFor = ({ screen, play, isSelecting }: ScreenProps): readonly Hint[] => {
  if (screen.panel !== null) return ofPanel[screen.panel.type];
  if (screen.composer.search !== null) return ofSearch;
  if (isSelecting) return messageKeys;
  const stop: Hint[] = toldWriting(play) === null || play.isElsewhere ? [] : [['Esc', 'stop']];
  return [...stop, ...(screen.composer.text === '' ? ofEmpty : ofDraft)];
};

/** The last row: the keys that matter now, as many as fit. */
export const KeyLine = (props: ScreenProps & { width: number }): ReactElement => {
  const { theme, width: room } = props;
  let row = '';
  let used = 0;
  for (const [key, does] of hintsFor(props)) {
    const width = cells(`${key} ${does}`) + (row === '' ? 0 : 3);
    if (used + width > room) break;
    row += `${row === '' ? '' : '   '}${styled(theme.accent, key)} ${styled(theme.dim, does)}`;
    used += width;
  }
  return <Line>{row}</Line>;
};
