import type { ReactElement } from 'react';
import { messageMoves } from '../../commands/keys.ts';
import type { PlayState } from '../../play/chat/play-state.ts';
import { chosenRow } from '../panels/state.ts';
import { type ScreenState, toldWriting } from '../state/state.ts';
import { cells } from '../terminal/cells.ts';
import { styled, type Theme } from '../themes/theme.ts';
import { Rows } from './line.tsx';

type Hint = readonly [key: string, does: string];

const ofPanel: Record<'list' | 'text' | 'field' | 'question', readonly Hint[]> = {
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
  field: [
    ['Enter', 'keep'],
    ['Ctrl+U', 'clear'],
    ['Esc', 'back'],
  ],
  question: [['Esc', 'close']],
};

const ofChoices: readonly Hint[] = [
  ['↑↓', 'move'],
  ['←→', 'change'],
  ['Enter', 'choose'],
  ['Del', 'as usual'],
  ['a-z', 'filter'],
  ['Esc', 'close'],
];

const ofMarks: readonly Hint[] = [
  ['Space', 'mark'],
  ['←→', 'greeting'],
  ['Enter', 'begin'],
  ['↑↓', 'move'],
  ['a-z', 'filter'],
  ['Esc', 'close'],
];

const ofSearch: readonly Hint[] = [
  ['Enter', 'accept'],
  ['Ctrl+R', 'older match'],
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
  ['F3', 'who speaks next'],
  ['←→', 'versions'],
  ['↑', 'input history'],
];

const ofNormal: readonly Hint[] = [
  ['NORMAL', ''],
  ['i a o', 'write'],
  ['j k gg G', 'scroll'],
  ['/', 'find'],
  [':', 'command'],
  ['dd x p u', 'change'],
];

const ofVimList: readonly Hint[] = [
  ['j k g G', 'move'],
  ['Enter', 'choose'],
  ['/', 'filter'],
  ['Esc', 'close'],
];

const ofTiles: readonly Hint[] = [
  ['↑↓←→', 'move'],
  ['Enter', 'open'],
  ['/', 'filter'],
  ['Esc', 'back'],
];

const hintsOf: Record<Situation, readonly Hint[]> = {
  ...ofPanel,
  search: ofSearch,
  normal: ofNormal,
  insert: [['INSERT', ''], ['Esc', 'normal'], ...ofDraft],
  vim_list: ofVimList,
  choices: ofChoices,
  marks: ofMarks,
  tiles: ofTiles,
  message: messageMoves,
  editing: [
    ['Enter', 'keep'],
    ['Ctrl+J', 'new line'],
    ['Ctrl+G', 'editor'],
    ['Esc', 'drop'],
  ],
  draft: ofDraft,
  empty: ofEmpty,
  tour: [
    ['Enter', 'do it'],
    ['Esc', 'end the tour'],
    ['F2', 'write as'],
  ],
};

/** Where the keys of the keyboard go now. */
export type Situation =
  | 'normal'
  | 'insert'
  | 'vim_list'
  | 'choices'
  | 'marks'
  | 'tiles'
  | 'list'
  | 'text'
  | 'field'
  | 'question'
  | 'search'
  | 'message'
  | 'editing'
  | 'draft'
  | 'empty'
  | 'tour';

/** Where the keys go as the screen stands. */
export const situationOf = (
  { panel, composer, editing, tour, vim }: ScreenState,
  isSelecting: boolean,
): Situation => {
  if (panel?.type === 'list' && panel.isFiltering === false) return panel.verbs ? 'tiles' : 'vim_list';
  if (panel?.type === 'list' && chosenRow(panel)?.marked !== undefined) return 'marks';
  if (panel?.type === 'list' && chosenRow(panel)?.turned !== undefined) return 'choices';
  if (panel !== null) return panel.type;
  if (editing !== null) return 'editing';
  if (composer.search !== null) return 'search';
  if (isSelecting) return 'message';
  if (vim !== null && tour.length === 0) return vim.mode;
  if (composer.text !== '') return 'draft';
  return tour.length > 0 ? 'tour' : 'empty';
};

interface KeyLineProps {
  readonly situation: Situation;
  readonly play: PlayState;
  readonly theme: Theme;
  readonly width: number;
}

const gap = '   ';

const widthOf = ([key, does]: Hint): number => cells(`${key} ${does}${gap}`);

/** As many as fit, the first ones; the way out, which stands last, in any case. */
const fitting = (hints: readonly Hint[], room: number): Hint[] => {
  const out = hints.filter(([key], index) => key === 'Esc' && index === hints.length - 1);
  let left = room + gap.length - out.reduce((sum, hint) => sum + widthOf(hint), 0);
  const others = hints.slice(0, hints.length - out.length);
  const kept = others.findIndex((hint) => {
    left -= widthOf(hint);
    return left < 0;
  });
  return [...(kept < 0 ? others : others.slice(0, kept)), ...out];
};

/** The last row: the keys that matter now, the most useful first, as many as fit. */
export const KeyLine = ({ situation, play, theme, width: room }: KeyLineProps): ReactElement => {
  const isStoppable = toldWriting(play) !== null && !play.isElsewhere;
  const stop: Hint[] = isStoppable && /draft|empty|normal|insert/.test(situation) ? [['Esc', 'stop']] : [];
  const hints = fitting([...stop, ...hintsOf[situation]], room);
  const row = hints.map(
    ([key, does]) => `${styled(theme.accent, key)}${does === '' ? '' : ` ${styled(theme.dim, does)}`}`,
  );
  return <Rows rows={[row.join(gap)]} />;
};
