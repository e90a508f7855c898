import { isSottoError } from '../../domain/errors.ts';
import type { CastMember } from '../../play/chat/play-state.ts';
import type { Play } from '../../play/play.ts';
import type { Call, Item, Shown } from '../command.ts';
import type { ScreenScope } from '../scope.ts';
import { unmarked } from './previews.ts';

/** One line on the screen. */
export const notice = (text: string): Shown => ({ type: 'notice', text });

/** One line that stands on the page until the chat goes on. */
export const standing = (text: string): Shown => ({ type: 'notice', text, stays: true });

/** A text to read. */
export const page = (title: string, lines: readonly string[]): Shown => ({ type: 'text', title, lines });

/** A text to read, without the marks of Markdown in what somebody wrote. */
export const prose = (title: string, lines: readonly string[]): Shown => page(title, lines.map(unmarked));

/** A list to choose from. */
export const list = (
  title: string,
  items: readonly Item[],
  chosen = 0,
): Extract<Shown, { type: 'list' }> => ({
  ...{ type: 'list', title, items, chosen: Math.max(0, chosen) },
});

/** Opens a list that is made anew as long as it is open; nothing where there is nothing to list. */
export function panel(find: (scope: ScreenScope) => Extract<Shown, { type: 'list' }> | null): Call {
  const call: Call = {
    isLook: true,
    does(scope) {
      const shown = find(scope);
      return shown && { ...shown, again: call };
    },
  };
  return call;
}

/** Puts a line, or the beginning of one, into the composer. */
export const writes = (text: string): Call => ({ does: () => ({ type: 'draft', text }), isLook: true });

/** A yes-or-no question, with details where there are any; yes makes the call. */
export const question = (
  title: string,
  lines: readonly string[],
  call: Call,
  details?: readonly string[],
): Shown => ({
  ...{ type: 'question', tone: 'calm', title, lines, answers: [{ key: 'y', label: 'yes', call }] },
  ...(details && { details }),
});

/** A preview that is found when it is first looked at; what cannot be read says why. */
export function previewOf(find: () => readonly string[]): () => readonly string[] {
  let found: readonly string[] | null = null;
  return () => {
    found ??= readable(find);
    return found;
  };
}

function readable(find: () => readonly string[]): readonly string[] {
  try {
    return find();
  } catch (error) {
    if (isSottoError(error)) return [error.message];
    throw error;
  }
}

/** These characters to choose from. */
export const castList = (title: string, cast: readonly CastMember[], call: (name: string) => Call): Shown =>
  list(
    title,
    cast.map(({ name }) => ({ label: name, call: call(name) })),
  );

/** The cast without the played character. */
export const othersIn = (play: Play): CastMember[] => {
  const { cast, playing } = play.state();
  return cast.filter(({ id }) => id !== playing.id);
};

/** `1 turn`, `3 turns`. */
export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** What may hold secrets of a character: at once for who plays it or looks on as everyone, else when asked again. */
export interface Veiled {
  readonly title: string;
  /** What it holds that the played character may not know. */
  readonly holds: string;
  /** The line that shows it all the same. */
  readonly line: string;
  readonly call: Call;
}

/** The question before something of another character is shown; null where nothing is hidden. */
export function veil(play: Play, name: string, { title, holds, line, call }: Veiled): Shown {
  const { cast, playing } = play.state();
  const isOwn = playing.name === '*' || playing.name === name;
  if (isOwn || !cast.some((one) => one.name === name)) return null;
  const lines = [`Hidden from ${playing.name}: ${holds}.`, `Press s to show it anyway, or use ${line}.`];
  const answers = [{ key: 's', label: 'show', call }];
  return { type: 'question', tone: 'veiled', title, lines, answers };
}
