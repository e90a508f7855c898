import { isSottoError, SottoError } from '../../domain/errors.ts';
import type { LibraryCard } from '../../play/new-chat.ts';
import { attempt } from '../files/attempt.ts';
import {
  answerTo,
  type BroughtScripts,
  readScripts,
  type ScriptAnswer,
  scriptLines,
  scriptsOfPreset,
  setAnswer,
} from '../library/scripts.ts';
import type { App } from '../run/app.ts';
import { cardName, lookUpCard } from './cards.ts';

/** The regex scripts that a card or a preset brings, and what a person said to them. */
export interface Brought {
  readonly name: string;
  readonly count: number;
  readonly answer: ScriptAnswer;
  /** The scripts as they are, for a person who is to agree. */
  readonly lines: readonly string[];
  /** Keeps what the person says. */
  readonly settle: (answer: 'yes' | 'no') => void;
}

function broughtBy(app: App, name: string, lists: readonly BroughtScripts[]): Brought | null {
  const { library } = app.store;
  const brought = lists.filter((list) => list.length > 0);
  if (brought.length === 0) return null;
  const scripts = brought.flatMap(readScripts);
  const answers = brought.map((list) => answerTo(library, list));
  const isOne = answers.every((answer) => answer === answers[0]);
  return {
    name,
    count: scripts.length,
    answer: isOne ? (answers[0] ?? null) : null,
    lines: scripts.flatMap(scriptLines),
    settle(answer) {
      for (const list of brought) setAnswer(library, list, answer);
      app.presetsChanged();
    },
  };
}

/** The scripts of a card; null when it brings none. */
export const scriptsOfCard = (app: App, { card }: Pick<LibraryCard, 'card'>): Brought | null =>
  broughtBy(
    app,
    cardName(card),
    card.characters.map(({ scripts = [] }) => scripts),
  );

/** The scripts of the card or the preset of this name. Throws SottoError `no_such_card`, `no_scripts`. */
export function scriptsOf(app: App, wanted: string): Brought {
  const card = attempt(() => lookUpCard(app, wanted));
  const presets = app.store.library
    .presets(['prompts', 'sampling'])
    .filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const ofPreset = broughtBy(app, wanted, presets.map(scriptsOfPreset));
  const found = (isSottoError(card) ? null : scriptsOfCard(app, card)) ?? ofPreset;
  if (found) return found;
  if (isSottoError(card) && presets.length === 0) throw card;
  throw new SottoError('not_found', 'no_scripts', `${wanted} brings no regex scripts`);
}
