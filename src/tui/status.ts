import { sanitize } from '../domain/sanitize.ts';
import type { PlayState } from '../play/chat/play-state.ts';
import { cells, shorten } from './terminal/cells.ts';
import { styled, type Theme } from './theme.ts';

const backendOf = ({ backend }: PlayState): string => {
  const model = backend.model === 'does not answer' ? 'offline' : backend.model;
  if (backend.isModel) return [backend.kind, model].filter((part) => part !== '').join(' ');
  return `${backend.kind}: no model`;
};

const unheard = ({ unperceived, unperceivedNames }: PlayState): string[] => {
  if (unperceived === null || unperceived === 0) return [];
  const names = unperceivedNames.length === 0 ? '' : ` (${unperceivedNames.join(', ')})`;
  return [`${unperceived} unheard${names}`];
};

/** Who is writing as the human is told it. */
export const toldWriting = ({ generating }: PlayState): string | null => {
  if (generating === null || generating === 'untold') return null;
  return generating === 'hidden' ? 'somebody' : sanitize(generating.speaker.name);
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

/** Parts of the status line, the most important first. */
const partsOf = (state: PlayState, below: number): string[] => {
  const writing = toldWriting(state);
  return [
    ...(writing === null ? [] : [`${writing} ${progress(state)}${state.isElsewhere ? '' : ', Esc stops'}`]),
    ...typists(state),
    ...(below === 0 ? [] : [`${below} new below`]),
    `as ${state.playing.name}`,
    backendOf(state),
    ...unheard(state),
    ...(state.branch === 'main' ? [] : [`branch ${state.branch}`]),
  ].filter((part) => part !== '');
};

/** The status line at this width: as many of its parts as fit, the title where there is room. */
export const statusRow = (
  state: PlayState,
  below: number,
  { theme, width }: { theme: Theme; width: number },
): string => {
  let text = '';
  for (const part of partsOf(state, below).map((value) => sanitize(value))) {
    const next = text === '' ? part : `${text} · ${part}`;
    if (cells(next) > width && text !== '') break;
    text = shorten(next, width);
  }
  const room = width - cells(text) - 2;
  const title = room < 8 ? '' : shorten(sanitize(state.chat.title), room);
  const gap = ' '.repeat(Math.max(0, width - cells(title) - cells(text)));
  return `${styled(theme.strong, title)}${gap}${styled(theme.dim, text)}`;
};
