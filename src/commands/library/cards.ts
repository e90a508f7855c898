import { exportCard } from '../../app/cards/card-export.ts';
import { type CardCount, type CardIn, importCards } from '../../app/cards/card-import.ts';
import { type LintReport, lintCards } from '../../app/cards/card-lint.ts';
import type { CardWithBytes } from '../../app/cards/card-with-bytes.ts';
import { cardName, lookUpCard } from '../../app/cards/cards.ts';
import { identitiesOf } from '../../app/cards/identity.ts';
import type { App } from '../../app/run/app.ts';
import type { LintFinding } from '../../cards/lint/finding.ts';
import { isSottoError, type SottoError } from '../../domain/errors.ts';
import { type Command, define, type JsonLine, ofFiles } from '../command.ts';
import { argument, choice, flag, nameOf, needed, option, word } from '../parameters.ts';
import { showPortrait } from '../portrait/portrait.ts';
import type { Scope } from '../scope.ts';
import { cardPicture } from '../shown/pictures.ts';
import { list, notice, writes } from '../shown/show.ts';
import { cardText } from './card-text.ts';
import { askWhichVersion } from './identity.ts';

/** How a card stands to those that are known: in full, and what is told in `--json` of one that is not simply new. */
function sayings({ name, id, isNew, duplicateOf }: CardIn): [text: string, notice: string] {
  const there = 'The same card is in the library already';
  if (!isNew && duplicateOf === null) return [`${name} (${id}) is in the library already`, there];
  if (!isNew) return [`${name} is in the library already as ${duplicateOf}`, `${there} as ${duplicateOf}`];
  if (duplicateOf === null) return [`imported ${name} (${id})`, ''];
  const more = `the same card as ${duplicateOf}, with a new picture or new assets; its name now refers to this one`;
  return [`imported ${name} (${id}), ${more}`, `It is ${more}`];
}

function cardInLine(card: CardIn): JsonLine {
  const [, notice] = sayings(card);
  const warnings = [...card.notices, ...(notice === '' ? [] : [notice])];
  return { type: 'imported', kind: 'card', id: card.id, name: card.name, warnings };
}

async function* importAndAsk(
  app: App,
  files: readonly string[],
): AsyncGenerator<CardIn | CardCount | SottoError> {
  for await (const found of importCards(app, files)) {
    const earlier = 'path' in found ? found.earlier : null;
    const more = earlier ? await askWhichVersion(app, earlier) : [];
    yield 'path' in found ? { ...found, notices: [...found.notices, ...more] } : found;
  }
}

/** `card import`: keeps cards of files and directories. */
export const cardImport = define({
  name: 'card import',
  group: 'library',
  synonyms: ['character', 'bot', 'png', 'load', 'add'],
  summary: 'import cards from files and directories; an unreadable one does not stop the others',
  parameters: { files: argument('<files...>', nameOf('file')) },
  run: ({ app }, { files }) => importAndAsk(app, files),
  json: (found) => ('path' in found ? cardInLine(found) : null),
  text: (found) =>
    'path' in found
      ? sayings(found)[0]
      : `${found.kept} imported, ${found.known} already there, ${found.failed} unreadable`,
  warnings: (found) => ('path' in found ? found.notices.map((notice) => `${found.path}: ${notice}`) : []),
});

const identityOf = (app: App, { id, card: { spec } }: CardWithBytes) => identitiesOf(app)({ id, spec });

const cardLine = (found: CardWithBytes, { app }: Scope): JsonLine => {
  const { id, card } = found;
  const { spec, specVersion, kind, raw, warnings } = card;
  const identity = identityOf(app, found);
  return { type: 'card', id, name: cardName(card), identity, spec, specVersion, kind, data: raw, warnings };
};

const show = define({
  name: 'card show',
  group: 'library',
  summary: 'show a card: a file, or the name or id of an imported one',
  parameters: { card: argument('<card>', nameOf('card')) },
  run(scope, { card }) {
    const found = lookUpCard(scope.app, card);
    showPortrait(scope, found);
    return found;
  },
  json: cardLine,
  text: (found, { app }) => `${cardText(found)}\nidentity: ${identityOf(app, found)}`,
  only: {
    side: 'script',
    why: 'on the screen, `/card` shows the cards of the chat, hiding what only another character knows',
  },
});

/** A departure of a card; null when it has none. */
interface Found {
  readonly card: string;
  readonly departure: LintFinding | null;
}

const departuresIn = ({ card, departures }: LintReport): Found[] =>
  departures.length === 0
    ? [{ card, departure: null }]
    : departures.map((departure) => ({ card, departure }));

const lint = define({
  name: 'card lint',
  group: 'library',
  summary: 'check cards against their specification: files, directories, names or ids',
  parameters: { cards: argument('<cards...>', nameOf('card')) },
  *run({ app }, { cards }): Generator<Found | SottoError> {
    let hasErrors = false;
    for (const one of lintCards(app, cards)) {
      if (isSottoError(one)) yield one;
      else yield* departuresIn(one);
      hasErrors ||= !isSottoError(one) && one.departures.some(({ level }) => level === 'error');
    }
    return hasErrors ? 1 : undefined;
  },
  json: ({ card, departure }) => departure && { type: 'departure', card, ...departure },
  text: ({ card, departure }) =>
    departure ? `${card}: ${departure.level} ${departure.id}: ${departure.message}` : `${card}: no problems`,
  only: ofFiles,
});

const write = define({
  name: 'card export',
  group: 'library',
  summary: 'write a card to a file',
  parameters: {
    card: argument('<card>', nameOf('card')),
    to: needed('--to <format>', choice(['png', 'json', 'charx']), 'format'),
    spec: option('--spec <version>', choice(['v2', 'v3']), 'specification; default the one it came in'),
    picture: option('--picture <file>', word, 'PNG to put the card into; default the one it came with'),
    out: option(
      '--out <file>',
      word,
      'file to write; default a file named after the card in the exports directory',
    ),
    force: flag('--force', 'replace the file if it exists'),
  },
  run: ({ app }, { card, ...options }) => exportCard(app, card, options),
  json: (written) => ({ type: 'exported', kind: 'card', ...written }),
  text: ({ name, file }) => `wrote ${name} to ${file}`,
  warnings: ({ file, warnings }) => warnings.map((warning) => `${file}: ${warning}`),
  only: ofFiles,
});

const all = define({
  name: 'cards',
  group: 'library',
  synonyms: ['characters', 'bots', 'library'],
  summary: 'list imported cards',
  empty: 'no cards yet: imported cards would be listed here; `sotto card import FILE` brings one in',
  parameters: {},
  *run({ app }) {
    const identity = identitiesOf(app);
    for (const card of app.store.library.cards()) yield { ...card, identity: identity(card) };
  },
  json: (card) => ({ type: 'card', ...card }),
  text: ({ id, name, spec, kind, identity }) =>
    `${id}  ${name}  (${spec} ${kind})${identity.startsWith(`${id}.`) ? '' : `  is ${identity}`}`,
  screen: {
    show: (found, { app }) =>
      found.length === 0
        ? notice('no cards yet: imported cards are listed here; `sotto card import FILE` imports one')
        : list(
            'Cards',
            found.map(({ id, name, spec, kind }) => ({
              label: name,
              detail: `${spec} ${kind}`,
              call: writes(`/new ${name}`),
              preview: () => ['Enter writes the line that begins a chat with it.'],
              picture: cardPicture(app, id),
            })),
          ),
  },
});

/** Commands about the cards in the library, but for their import. */
export const cards: readonly Command[] = [show, lint, write, all];
