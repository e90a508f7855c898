import { Box } from 'ink';
import type { ReactElement } from 'react';
import { sanitize } from '../../domain/sanitize.ts';
import type { PlayState } from '../../play/chat/play-state.ts';
import type { Told } from '../state/pace.ts';
import { toldWriting } from '../state/state.ts';
import { cells, shorten } from '../terminal/cells.ts';
import { styled, type Theme } from '../themes/theme.ts';
import { Line, Rows } from './line.tsx';

/** What is said in one word of a server that has told no model. */
const standings: Readonly<Record<string, string>> = {
  'does not answer': 'offline',
  'loads its model': 'loading',
};

const backendOf = ({ backend }: PlayState): string => {
  const model = standings[backend.model] ?? backend.model;
  if (backend.isModel) return [backend.kind, model].filter((part) => part !== '').join(' ');
  return `${backend.kind}: no model`;
};

const unheard = ({ unperceived, unperceivedNames }: PlayState): string[] => {
  if (unperceived === null || unperceived === 0) return [];
  const names = unperceivedNames.length === 0 ? '' : ` (${unperceivedNames.join(', ')})`;
  return [`${unperceived} unheard${names}`];
};

const progress = ({ generating }: PlayState): string =>
  generating !== null && typeof generating !== 'string' && generating.reading !== null
    ? `is reading ${Math.floor(generating.reading * 100)} %`
    : 'is writing';

/** Who is typing in other terminals. */
const typists = ({ typing }: PlayState): string[] => {
  const names = typing.map(({ name }) => name);
  if (names.length === 0) return [];
  return [`${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} typing`];
};

/** How full the model's context was at the last reply, how much of it had been read before, and how fast it wrote. */
const costOf = ({ play: { backend }, usage, fill }: StatusProps): string[] => {
  const filled = fill === null ? [] : [`context ${percent(fill, 1)} full`];
  if (usage === null) return filled;
  const { promptTokens, reusedTokens, generatedTokens, firstTokenMs, totalMs } = usage;
  const seconds = (totalMs - firstTokenMs) / 1000;
  const full =
    backend.context === null ? `${promptTokens} tokens` : `${percent(promptTokens, backend.context)} full`;
  return [
    ...(promptTokens === 0 ? filled : [`${full}, ${percent(reusedTokens, promptTokens)} reused`]),
    ...(seconds > 0.05 && generatedTokens / seconds >= 0.5
      ? [`${Math.round(generatedTokens / seconds)} tokens/s`]
      : []),
  ];
};

const money = (sum: number): string => String(Number(sum.toPrecision(2)));

/** What a server has charged for the last reply, and for all that are told, with their tokens; nothing where none says a price. */
const chargedOf = (usage: Told | null): string[] => {
  if (usage === null || usage.evening.cost === 0) return [];
  const { cost, evening } = usage;
  const tokens = evening.tokens < 1000 ? String(evening.tokens) : `${Math.round(evening.tokens / 1000)}k`;
  const all = `evening ${money(evening.cost)}, ${tokens} tokens`;
  return [cost === undefined ? all : `cost ${money(cost)} (${all})`];
};

/** Tokens that bookkeeping has read and written a reply, lately: of a model. */
const bookkeepingOf = ({ bookkeeping, backend }: PlayState): string[] =>
  bookkeeping === null || !backend.isModel
    ? []
    : [`bookkeeping ${bookkeeping.read}+${bookkeeping.written} a reply`];

const percent = (part: number, whole: number): string => `${Math.round((100 * part) / Math.max(1, whole))} %`;

interface StatusProps {
  readonly play: PlayState;
  readonly usage: Told | null;
  /** How full the context of whom one plays is; null where that is not known. */
  readonly fill: number | null;
  readonly theme: Theme;
  readonly width: number;
  /** Whether the title stands elsewhere. */
  readonly isTitled: boolean;
}

/** Parts of the status line, the most important first. */
const partsOf = (props: StatusProps): string[] => {
  const { play, usage, isTitled } = props;
  const writing = toldWriting(play);
  return [
    ...(writing === null ? [] : [`${writing} ${progress(play)}${play.isElsewhere ? '' : ', Esc stops'}`]),
    ...typists(play),
    ...(isTitled ? [] : [`${play.isOnlooker ? 'meanwhile: looking on ' : ''}as ${play.playing.name}`]),
    backendOf(play),
    ...(play.backend.coming === undefined ? [] : [play.backend.coming]),
    ...unheard(play),
    ...chargedOf(usage),
    ...costOf(props),
    ...bookkeepingOf(play),
    ...(isTitled || play.branch === 'main' ? [] : [`branch ${play.branch}`]),
  ].filter((part) => part !== '');
};

const fitting = (parts: readonly string[], width: number): string => {
  let text = '';
  for (const part of parts.map((value) => sanitize(value))) {
    const next = text === '' ? part : `${text} · ${part}`;
    if (cells(next) > width && text !== '') break;
    text = shorten(next, width);
  }
  return text;
};

/** The status line: who writes, the model and its state, what was not perceived, what the last reply cost; the title where it fits. */
export const StatusLine = (props: StatusProps): ReactElement => {
  const { play, theme, width, isTitled } = props;
  const text = fitting(partsOf(props), width);
  if (isTitled) return <Rows rows={[styled(theme.dim, text)]} />;
  const room = width - cells(text) - 2;
  const title = room < 8 ? '' : shorten(sanitize(play.chat.title), room);
  return (
    <Box width={width} justifyContent="space-between">
      <Line style={theme.strong}>{title}</Line>
      <Box flexShrink={0}>
        <Line style={theme.dim}>{text}</Line>
      </Box>
    </Box>
  );
};
