import { Box, type DOMElement } from 'ink';
import type { ReactElement, RefObject } from 'react';
import { sanitize } from '../../domain/sanitize.ts';
import { tallFrom } from '../places.ts';
import { wrapLine } from '../transcript/wrap.ts';
import { Composer, type LaidComposer } from './composer.tsx';
import { KeyLine } from './key-line.tsx';
import { Line } from './line.tsx';
import { MenuView } from './menu.tsx';
import { FieldRow } from './panel.tsx';
import type { ScreenProps } from './props.ts';
import { Rule } from './rule.tsx';
import { StatusLine } from './status.tsx';

const mostNotices = 4;

/** What stands above the composer: the menu of what is being written, else the notice. */
const Notice = ({ screen, theme, width }: ScreenProps & { width: number }): ReactElement[] => {
  const { composer, notice } = screen;
  if (composer.menu !== null && screen.panel === null)
    return [<MenuView key="menu" menu={composer.menu} theme={theme} width={width} />];
  if (notice === null) return [];
  const style = notice.tone === 'error' ? theme.error : theme.dim;
  return sanitize(notice.text, { newlines: true })
    .split('\n')
    .flatMap((text) => wrapLine([{ text, style }], width))
    .slice(0, mostNotices)
    .map((row, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen
      <Line key={index}>{row}</Line>
    ));
};

interface BottomProps {
  readonly props: ScreenProps;
  readonly laid: LaidComposer;
  /** Where the composer is laid out. */
  readonly place: RefObject<DOMElement | null>;
  /** The column in which the transcript stands above. */
  readonly left: number;
  readonly width: number;
}

/** All that stands below the transcript: the rule, what the screen says, the composer, the status line, the keys. */
export const Bottom = ({ props, laid, place, left, width }: BottomProps): ReactElement => {
  const { screen, play, below, usage, size, theme } = props;
  const isTall = size.rows >= tallFrom;
  const { search } = screen.composer;
  const isEmpty = screen.composer.text === '' && search === null;
  const shared = { play, theme, width };
  return (
    <Box flexDirection="column" width={size.columns}>
      <Rule play={play} below={below} theme={theme} width={size.columns} />
      <Box flexDirection="column" marginLeft={left} width={width}>
        {search === null || screen.panel !== null ? (
          <Notice {...props} width={width} />
        ) : (
          <FieldRow before="search: " value={search} />
        )}
        <Composer laid={laid} isEmpty={isEmpty} theme={theme} place={place} />
        <StatusLine {...shared} usage={usage} isTitled={isTall} />
        {isTall && <KeyLine {...props} width={width} />}
      </Box>
    </Box>
  );
};
