import { type Command, Option } from 'commander';
import { type ExportOptions, exportCard } from '../../../app/cards/card-export.ts';
import { importCards } from '../../../app/cards/card-import.ts';
import { lintCards } from '../../../app/cards/card-lint.ts';
import type { CardWithBytes } from '../../../app/cards/card-with-bytes.ts';
import { cardName, lookUpCard } from '../../../app/cards/cards.ts';
import { type CardAsset, rawAssets, readAssets } from '../../../cards/assets.ts';
import { isObject } from '../../../cards/json.ts';
import { oneLine } from '../../../domain/one-line.ts';
import type { JsonLine } from '../../output.ts';
import { showPortrait } from '../../portrait/portrait.ts';
import { run } from '../../run.ts';
import { registerPersona } from './persona.ts';

const previewLength = 280;
const itemsShown = 20;

const cardLine = ({ id, card }: CardWithBytes): JsonLine => {
  const { spec, specVersion, kind, raw, warnings } = card;
  return { type: 'card', id, name: cardName(card), spec, specVersion, kind, data: raw, warnings };
};

const shortened = (text: string): string =>
  text.length > previewLength ? `${text.slice(0, previewLength).trimEnd()}…` : text;

/** A text of a card within one line, where it can pass for no other line. */
const firstOf = (items: readonly string[]): string[] => [
  ...items.slice(0, itemsShown),
  ...(items.length > itemsShown ? [`${items.length} in all`] : []),
];

const named = (what: string, text: string): string[] =>
  text.trim() === '' ? [] : [`${what}: ${text.trim()}`];

const emotionText = ({ name, location }: CardAsset): string =>
  `${oneLine(name)} (${name === 'neutral' ? 'the default, ' : ''}${location})`;

/** What a card has of files, by their type, and where each is; nothing for a card that names none. */
function assetLines({ card, bytes }: CardWithBytes): string[] {
  const assets = rawAssets(card) ? readAssets(card, bytes) : [];
  const emotions = assets.filter(({ type }) => type === 'emotion');
  const others = assets.filter(({ type }) => type !== 'emotion');
  const types = [...new Set(others.map(({ type }) => type))];
  const sorted = types.flatMap((wanted) => others.filter(({ type }) => type === wanted));
  const shown = sorted.map(({ type, name, location }) => `${oneLine(type)} ${oneLine(name)} (${location})`);
  return [
    ...named('assets', firstOf(shown).join(', ')),
    ...named('emotions', firstOf(emotions.map(emotionText)).join(', ')),
  ];
}

/** Where a card says it comes from: an address a line, which terminals let a person open. */
function sourceLines({ card }: CardWithBytes): string[] {
  const { source } = isObject(card.raw.data) ? card.raw.data : card.raw;
  const sources = Array.isArray(source) ? source.filter((one) => typeof one === 'string') : [];
  return firstOf(sources.map(oneLine)).flatMap((one) => named('source', one));
}

/** The notes in full; paragraphs stand below their heading. */
const noteLines = ({ card }: CardWithBytes): string[] =>
  card.characters.flatMap(({ name, creatorNotes }) => {
    const what = card.characters.length > 1 ? `notes for ${oneLine(name)}` : 'notes';
    const lines = creatorNotes.trim().split(/\r\n?|\n/);
    if (lines.length === 1) return named(what, creatorNotes);
    return [`${what}:`, ...lines.map((line) => `  ${line}`.trimEnd())];
  });

function cardText(found: CardWithBytes): string {
  const { id, card } = found;
  const version = card.specVersion === '' ? '' : ` ${card.specVersion}`;
  const [first] = card.characters;
  const greeting = card.opening || first?.greetings[0] || '';
  return [
    `${cardName(card)} (${id}), ${card.spec}${version} ${card.kind}`,
    ...named('creator', first?.creator ?? ''),
    ...named('version', first?.characterVersion ?? ''),
    ...named('tags', first?.tags.join(', ') ?? ''),
    ...sourceLines(found),
    ...noteLines(found),
    ...named('greetings', String(first?.greetings.length ?? 0)),
    ...named('greeting', shortened(greeting)),
    ...assetLines(found),
    ...card.warnings.map((warning) => `warning: ${warning}`),
  ].join('\n');
}

const given = (args: readonly (string | undefined)[]): string[] => args.filter((arg) => arg !== undefined);

const registerCard = (program: Command): void => {
  const card = program.command('card').description('cards: what characters come from');
  card
    .command('import <files...>')
    .description('keep cards from files and folders; one that cannot be read does not stop the others')
    .action(run((app, paths) => importCards(app, given(paths))));
  card
    .command('show <card>')
    .description('what a card says: a file, or the name or id of an imported one')
    .action(
      run((app, [wanted = '']) => {
        const found = lookUpCard(app, wanted);
        showPortrait(app.out, found);
        app.out.result(cardLine(found), () => cardText(found));
      }),
    );
  card
    .command('lint <cards...>')
    .description('each departure of cards from their specification: files, folders, names or ids')
    .action(run((app, wanted) => lintCards(app, given(wanted))));
  card
    .command('export <card>')
    .description('write a card to a file')
    .addOption(new Option('--to <format>', 'format').choices(['png', 'json', 'charx']).makeOptionMandatory())
    .addOption(new Option('--spec <version>', 'specification; default as it came').choices(['v2', 'v3']))
    .option('--picture <file>', 'PNG to put the card into; default the one that it came with')
    .option('--out <file>', 'file to write; default a file named after the card in the exports folder')
    .option('--force', 'replace the file when it exists')
    .action(run<ExportOptions>((app, [wanted = ''], options) => exportCard(app, wanted, options)));
};

/** `sotto card import|show|lint|export`, `cards`, `persona list|add|edit|delete`. */
export function registerLibrary(program: Command): void {
  registerCard(program);
  program
    .command('cards')
    .description('every imported card')
    .action(
      run((app) => {
        for (const card of app.store.library.cards()) {
          const { id, name, spec, kind } = card;
          app.out.result({ type: 'card', ...card }, `${id}  ${name}  (${spec} ${kind})`);
        }
      }),
    );
  registerPersona(program);
}
