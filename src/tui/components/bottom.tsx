import { Box } from 'ink';
import type { ReactElement } from 'react';
import { sanitize } from '../../domain/sanitize.ts';
import { type PlayState, proposedLine, runningLine } from '../../play/chat/play-state.ts';
import type { Menu } from '../composer/menu.ts';
import type { Draft } from '../composer/text.ts';
import { wrapLine } from '../markup/wrap.ts';
import type { Told } from '../state/pace.ts';
import type { Notice } from '../state/state.ts';
import type { Style, Theme } from '../themes/theme.ts';
import { KeyLine, type Situation } from './key-line.tsx';
import { Rows } from './line.tsx';
import { FieldRow } from './listening.tsx';
import { MenuView } from './menu.tsx';
import { Rule } from './rule.tsx';
import { StatusLine } from './status.tsx';

/** The column in which the transcript stands. */
export interface Column {
  readonly left: number;
  readonly width: number;
}

const mostNotices = 4;

const rowsOf = (said: string, style: Style, width: number): string[] =>
  sanitize(said, { newlines: true })
    .split('\n')
    .flatMap((text) => wrapLine([{ text, style }], width))
    .slice(0, mostNotices);

/** What is told, what is proposed and what a guided scene says, in no more rows than there are: what is told gives way, but for its first. */
const toldRows = ({ notice, step, play, hasPanel, theme, width, most }: AboveProps): string[] => {
  const tone = notice?.tone === 'error' ? theme.error : theme.dim;
  const told = notice === null ? [] : rowsOf(notice.text, tone, width);
  const proposed = hasPanel ? null : proposedLine(play.proposals);
  const runs = runningLine(play.call);
  const says = [
    ...(runs === null ? [] : rowsOf(runs, theme.dim, width).slice(0, 1)),
    ...(proposed === null ? [] : rowsOf(proposed, theme.dim, width).slice(0, 1)),
    ...(step === null || hasPanel ? [] : rowsOf(step, theme.accent, width)),
  ];
  return [...told.slice(0, Math.max(1, most - 1 - says.length)), ...says].slice(0, Math.max(1, most - 1));
};

interface AboveProps {
  readonly menu: Menu | null;
  /** What is searched for. */
  readonly search: Draft | null;
  readonly notice: Notice | null;
  /** What a guided scene says now. */
  readonly step: string | null;
  readonly hasPanel: boolean;
  readonly play: PlayState;
  readonly below: number;
  readonly columns: number;
  readonly theme: Theme;
  /** The column of the transcript. */
  readonly left: number;
  readonly width: number;
  /** Rows that there are for it, the rule among them. */
  readonly most: number;
}

/** What stands between transcript and composer: the rule, and the search, the menu of what is being written, or what is told. */
export const Above = (props: AboveProps): ReactElement => {
  const { menu, search, hasPanel, play, below, columns, theme, left, width, most } = props;
  const isSearching = search !== null && !hasPanel;
  const isTold = !isSearching && (menu === null || hasPanel);
  return (
    <Box flexDirection="column" width={columns}>
      <Rule play={play} below={below} theme={theme} width={columns} />
      <Box flexDirection="column" marginLeft={left} width={width}>
        {isSearching && <FieldRow before="search: " field={search} style={theme.dim} width={width} />}
        {!isSearching && menu !== null && !hasPanel && (
          <MenuView menu={menu} theme={theme} width={width} room={most - 1} />
        )}
        {isTold && <Rows rows={toldRows(props)} />}
      </Box>
    </Box>
  );
};

interface BelowProps {
  readonly situation: Situation;
  readonly play: PlayState;
  readonly usage: Told | null;
  readonly fill: number | null;
  readonly isTall: boolean;
  readonly theme: Theme;
  readonly width: number;
}

/** What stands below the composer: the status line, and the keys where there is room. */
export const Below = ({ situation, play, usage, fill, isTall, theme, width }: BelowProps): ReactElement => (
  <Box flexDirection="column" width={width}>
    <StatusLine play={play} usage={usage} fill={fill} isTitled={isTall} theme={theme} width={width} />
    {isTall && <KeyLine situation={situation} play={play} theme={theme} width={width} />}
  </Box>
);
