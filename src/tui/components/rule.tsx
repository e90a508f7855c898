import type { ReactElement } from 'react';
import { sanitize } from '../../domain/sanitize.ts';
import { directorName } from '../../domain/world/names.ts';
import { asksModel, type PlayState } from '../../play/chat/play-state.ts';
import { cells, shorten } from '../terminal/cells.ts';
import { styled, type Theme } from '../themes/theme.ts';
import { Rows } from './line.tsx';

const leastRule = 12;
const allSeen = '── EVERYTHING, as no character perceives it (director) ';

/** Who would answer and why, where that is not plain from who is there. */
const nextLabel = ({ next, auto, cast }: PlayState): string => {
  const names = next?.speakers.map(({ name }) => name).join(', ') || 'nobody';
  const isPlain = next === null || (cast.length <= 2 && next.speakers.length > 0);
  const parts = [
    ...(isPlain ? [] : [`next: ${next.why === asksModel ? 'somebody' : names} (${next.why})`]),
    ...(auto === null ? [] : [`auto after ${auto} s`]),
  ];
  return parts.length === 0 ? '' : ` ${parts.join(' · ')} ─`;
};

/** The line above the composer: who is next; it warns when the transcript is more than anybody perceives. */
export const Rule = ({
  play,
  below,
  theme,
  width,
}: {
  play: PlayState;
  below: number;
  theme: Theme;
  width: number;
}): ReactElement => {
  if (play.playing.id === directorName)
    return <Rows rows={[styled(theme.error, shorten(allSeen, width).padEnd(width, '─'))]} />;
  const news = below === 0 ? '' : `── ↓ ${below} new `;
  const label = shorten(sanitize(nextLabel(play)), Math.max(0, width - leastRule - cells(news)));
  const rule = news + '─'.repeat(Math.max(0, width - cells(news + label))) + label;
  return <Rows rows={[styled(theme.dim, rule)]} />;
};
