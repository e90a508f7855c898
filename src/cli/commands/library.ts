import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Command, Option } from 'commander';
import { cardToJson, cardToPng } from '../../cards/write.ts';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import { fileNameFor } from '../../interop/file-name.ts';
import { addToLibrary, type CardWithBytes, cardName, lookUpCard, readCardAt } from '../cards.ts';
import type { Context } from '../context.ts';
import { asFileError, writeFileOf } from '../files.ts';
import type { JsonLine } from '../output.ts';
import { run } from '../run.ts';
import { registerPersona } from './persona.ts';

const cardFiles = new Set(['.png', '.apng', '.json', '.charx']);
const previewLength = 280;

/** The file itself, or the card files of a folder and its folders, by name. Throws SottoError when there are none. */
function filesAt(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const found = readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && cardFiles.has(extname(entry.name).toLowerCase()))
      .map((entry) => join(entry.parentPath, entry.name));
    if (found.length > 0) return found.sort();
  } catch (error) {
    throw asFileError(path, error);
  }
  throw new SottoError('not_found', 'no_cards', `${path} holds no card; cards are PNG or JSON files`);
}

function importCard(context: Context, path: string): void {
  const read = readCardAt(path);
  const isNew = addToLibrary(context, read);
  const name = cardName(read.card);
  const warnings = [...read.card.warnings, ...(isNew ? [] : ['The same card is in the library already'])];
  context.out.result(
    { type: 'imported', kind: 'card', id: read.id, name, warnings },
    isNew ? `imported ${name} (${read.id})` : `${name} (${read.id}) is in the library already`,
  );
  if (!context.out.isJson) for (const warning of read.card.warnings) context.out.talk(`${path}: ${warning}`);
}

const isOfTheFile = (error: unknown): error is SottoError =>
  isSottoError(error) && (error.family === 'usage' || error.family === 'not_found');

/** Each file on its own: what is wrong with one is told, and decides the exit code at the end. */
function importCards(context: Context, paths: readonly string[]): void {
  const codes = new Set<number>();
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!isOfTheFile(error)) throw error;
      context.out.error(error);
      codes.add(error.exitCode);
      return undefined;
    }
  };
  for (const path of paths) {
    for (const file of attempt(() => filesAt(path)) ?? []) attempt(() => importCard(context, file));
  }
  const [code] = codes;
  if (code !== undefined) process.exitCode = codes.size === 1 ? code : 2;
}

const cardLine = ({ id, card }: CardWithBytes): JsonLine => {
  const { spec, specVersion, kind, raw, warnings } = card;
  return { type: 'card', id, name: cardName(card), spec, specVersion, kind, data: raw, warnings };
};

const shortened = (text: string): string =>
  text.length > previewLength ? `${text.slice(0, previewLength).trimEnd()}…` : text;

function cardText({ id, card }: CardWithBytes): string {
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
    ...card.warnings.map((warning) => `warning: ${warning}`),
  ].join('\n');
}

interface ExportOptions {
  to: 'png' | 'json';
  out?: string;
  force?: boolean;
}

function exportCard(context: Context, wanted: string, { to, out, force }: ExportOptions): void {
  const found = lookUpCard(context, wanted);
  const { kind } = found.card;
  const name = cardName(found.card);
  if (to === 'png' && kind !== 'png' && kind !== 'apng') {
    const message = `${name} came as ${kind}, without a picture to put it into; export it with --to json`;
    throw new SottoError('usage', 'no_picture', message);
  }
  const bytes = to === 'png' ? cardToPng(found.card, found.bytes) : cardToJson(found.card);
  const folder = join(context.dataFolder, 'exports');
  if (out === undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = out ?? join(folder, `${fileNameFor(name)}.${to}`);
  writeFileOf(file, [bytes], { force: force === true });
  context.out.result(
    { type: 'exported', kind: 'card', id: found.id, name, format: to, file },
    `wrote ${name} to ${file}`,
  );
}

const registerCard = (program: Command): void => {
  const card = program.command('card').description('cards: what characters come from');
  card
    .command('import <files...>')
    .description('keep cards from files and folders; one that cannot be read does not stop the others')
    .action(
      run((context, paths) =>
        importCards(
          context,
          paths.filter((path) => path !== undefined),
        ),
      ),
    );
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
    .command('export <card>')
    .description('write a card to a file')
    .addOption(new Option('--to <format>', 'format').choices(['png', 'json']).makeOptionMandatory())
    .option('--out <file>', 'file to write; default a file named after the card in the exports folder')
    .option('--force', 'replace the file when it exists')
    .action(run<ExportOptions>((context, [wanted = ''], options) => exportCard(context, wanted, options)));
};

/** `sotto card import|show|export`, `cards`, `persona list|add|edit|delete`. */
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
