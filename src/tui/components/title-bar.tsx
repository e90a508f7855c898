import { Box } from 'ink';
import type { ReactElement } from 'react';
import { sanitize } from '../../domain/sanitize.ts';
import { directorName } from '../../domain/world/names.ts';
import type { CastMember, PlayState } from '../../play/chat/play-state.ts';
import { cells, shorten } from '../terminal/cells.ts';
import { styled, type Theme } from '../themes/theme.ts';
import { colourOf } from '../transcript/rail.ts';
import { Line } from './line.tsx';

type TitleBarProps = { readonly play: PlayState; readonly theme: Theme; readonly width: number };

const shownTitle = ({ chat, branch }: PlayState): string =>
  sanitize(branch === 'main' ? chat.title : `${chat.title} · branch ${branch}`);

const isWriting = ({ generating }: PlayState, { id }: CastMember): boolean =>
  generating !== null && typeof generating !== 'string' && generating.speaker.id === id;

const memberLabel = (play: PlayState, member: CastMember): string => {
  const away = play.present.includes(member.id) ? '' : ' (away)';
  return `${sanitize(member.name)}${isWriting(play, member) ? ' …' : away}`;
};

/** Those who are there, as many as fit; a number for the rest. */
const castRow = ({ play, theme }: TitleBarProps, room: number): string => {
  const others = play.cast.filter(({ id }) => id !== play.playing.id);
  let row = '';
  let used = 0;
  for (const [index, member] of others.entries()) {
    const label = memberLabel(play, member);
    const left = others.length - index;
    const width = cells(label) + (index === 0 ? 0 : 2);
    if (used + width + (left > 1 ? 4 : 0) > room) return `${row}${styled(theme.dim, ` +${left}`)}`;
    const style = play.present.includes(member.id)
      ? colourOf(member.id, { cast: play.cast, theme })
      : theme.dim;
    row += `${index === 0 ? '' : '  '}${styled(style, label)}`;
    used += width;
  }
  return row;
};

/** The persona that is worn, where it is called otherwise than who wears it. */
const wornBy = ({ persona, playing }: PlayState): string =>
  persona === null || persona === playing.name ? '' : ` (${sanitize(persona)})`;

/** Whom the human plays, or that they only look on. */
const youIn = (play: PlayState): string => {
  const isDirector = play.playing.id === directorName;
  if (play.isOnlooker)
    return `meanwhile: looking on as ${isDirector ? 'everyone' : sanitize(play.playing.name)}`;
  return isDirector ? 'director' : `you are ${sanitize(play.playing.name)}${wornBy(play)}`;
};

/** The first row: what is played, as whom, and who is there. */
export const TitleBar = (props: TitleBarProps): ReactElement => {
  const { play, theme, width } = props;
  const title = shorten(shownTitle(play), Math.floor(width / 3));
  const who = shorten(youIn(play), Math.floor(width / (play.isOnlooker ? 2 : 3)));
  const room = width - cells(title) - cells(who) - 8;
  return (
    <Box width={width} justifyContent="space-between" paddingX={1}>
      <Line>{`${styled(theme.strong, title)}${styled(theme.dim, ` · ${who}`)}`}</Line>
      <Box flexShrink={0}>
        <Line>{room < 3 ? '' : castRow(props, room)}</Line>
      </Box>
    </Box>
  );
};
