import { statSync } from 'node:fs';
import type { LintFinding } from '../../cards/lint/finding.ts';
import { lintCard } from '../../cards/lint/lint.ts';
import { isSottoError, type SottoError } from '../../domain/errors.ts';
import { attempt } from '../files/attempt.ts';
import { inflate } from '../library/card-files.ts';
import type { App } from '../run/app.ts';
import { filesAt } from './card-import.ts';
import { lookUpCard } from './cards.ts';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** A card by the name that it was asked for, and how it departs from its specification. */
export interface LintReport {
  readonly card: string;
  readonly departures: readonly LintFinding[];
}

/** The departures of cards: files, folders, names or ids; and what is wrong with those that cannot be read. */
export function* lintCards(app: App, wanted: readonly string[]): Generator<LintReport | SottoError> {
  for (const card of wanted.flatMap<string | SottoError>((one) =>
    isFolder(one) ? attempt(() => filesAt(one)) : one,
  )) {
    if (isSottoError(card)) yield card;
    else {
      yield attempt(() => {
        const found = lookUpCard(app, card);
        return { card, departures: lintCard(found.card, found.bytes, { inflate }) };
      });
    }
  }
}
