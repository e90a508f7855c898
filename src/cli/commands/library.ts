import { type Command, Option } from 'commander';
import { rawAssets, readAssets } from '../../cards/assets.ts';
import { type ExportOptions, exportCard } from '../card-export.ts';
import { importCards } from '../card-import.ts';
import { lintCards } from '../card-lint.ts';
import { type CardWithBytes, cardName, lookUpCard } from '../cards.ts';
import type { JsonLine } from '../output.ts';
import { run } from '../run.ts';
import { registerPersona } from './persona.ts';

const previewLength = 280;
const assetsShown = 20;

const cardLine = ({ id, card }: CardWithBytes): JsonLine => {
  const { spec, specVersion, kind, raw, warnings } = card;
  return { type: 'card', id, name: cardName(card), spec, specVersion, kind, data: raw, warnings };
};

const shortened = (text: string): string =>
  text.length > previewLength ? `${text.slice(0, previewLength).trimEnd()}…` : text;

/** What assets a card names and where each is; empty for a card that names none. */
function assetsText({ card, bytes }: CardWithBytes): string {
  const assets = rawAssets(card) ? readAssets(card, bytes) : [];
  const shown = assets.slice(0, assetsShown).map(({ type, name, place }) => `${type} ${name} (${place})`);
  return [...shown, ...(assets.length > assetsShown ? [`${assets.length} in all`] : [])].join(', ');
}

function cardText(found: CardWithBytes): string {
  const { id, card } = found;
  const version = card.specVersion === '' ? '' : ` ${card.specVersion}`;
  const named = (what: string, text: string) => (text.trim() === '' ? [] : [`${what}: ${text.trim()}`]);
  const [first] = card.characters;
  const greeting = card.opening || first?.greetings[0] || '';
  return [
    `${cardName(card)} (${id}), ${card.spec}${version} ${card.kind}`,
    ...named('creator', first?.creator ?? ''),
    ...named('version', first?.characterVersion ?? ''),
    ...named('tags', first?.tags.join(', ') ?? ''),
    ...named('notes', first?.creatorNotes ?? ''),
    ...named('greetings', String(first?.greetings.length ?? 0)),
    ...named('greeting', shortened(greeting)),
    ...named('assets', assetsText(found)),
    ...card.warnings.map((warning) => `warning: ${warning}`),
  ].join('\n');
}

const given = (args: readonly (string | undefined)[]): string[] => args.filter((arg) => arg !== undefined);

const registerCard = (program: Command): void => {
  const card = program.command('card').description('cards: what characters come from');
  card
    .command('import <files...>')
    .description('keep cards from files and folders; one that cannot be read does not stop the others')
    .action(run((context, paths) => importCards(context, given(paths))));
  card
    .command('show <card>')
    .description('what a card says: a file, or the name or id of an imported one')
    .action(
      run((context, [wanted = '']) => {
        const found = lookUpCard(context, wanted);
        context.out.result(cardLine(found), () => cardText(found));
      }),
    );
  card
    .command('lint <cards...>')
    .description('each departure of cards from their specification: files, folders, names or ids')
    .action(run((context, wanted) => lintCards(context, given(wanted))));
  card
    .command('export <card>')
    .description('write a card to a file')
    .addOption(new Option('--to <format>', 'format').choices(['png', 'json', 'charx']).makeOptionMandatory())
    .addOption(new Option('--spec <version>', 'specification; default as it came').choices(['v2', 'v3']))
    .option('--picture <file>', 'PNG to put the card into; default the one that it came with')
    .option('--out <file>', 'file to write; default a file named after the card in the exports folder')
    .option('--force', 'replace the file when it exists')
    .action(run<ExportOptions>((context, [wanted = ''], options) => exportCard(context, wanted, options)));
};

/** `sotto card import|show|lint|export`, `cards`, `persona list|add|edit|delete`. */
export function registerLibrary(program: Command): void {
  registerCard(program);
  program
    .command('cards')
    .description('every imported card')
    .action(
      run((context) => {
        for (const card of context.store.library.cards()) {
          const { id, name, spec, kind } = card;
          context.out.result({ type: 'card', ...card }, `${id}  ${name}  (${spec} ${kind})`);
        }
      }),
    );
  registerPersona(program);
}
