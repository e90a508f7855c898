import { type ExportedFile, exportFolder } from '../../app/sillytavern/export-folder.ts';
import { importFolder, Report } from '../../app/sillytavern/import-folder.ts';
import { type ImportedItem, Intake } from '../../app/sillytavern/intake.ts';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import { type Command, define, type JsonLine, ofFiles } from '../command.ts';
import { argument, flag, word } from '../parameters.ts';

const kinds: Readonly<Record<string, readonly [string, string]>> = {
  card: ['card', 'cards'],
  lore: ['lorebook', 'lorebooks'],
  preset: ['preset', 'presets'],
  persona: ['persona', 'personas'],
  regex: ['regex script', 'regex scripts'],
  quick_replies: ['set of quick replies', 'sets of quick replies'],
  world_info: ['set of lorebook settings', 'sets of lorebook settings'],
  chat: ['chat', 'chats'],
};
const namesShown = 12;

const ofKind = (taken: readonly ImportedItem[], kind: string): ImportedItem[] =>
  taken.filter((one) => one.kind === kind);

function counted(taken: readonly ImportedItem[], kind: string): string[] {
  const all = ofKind(taken, kind);
  const fresh = all.filter(({ isNew }) => isNew);
  const known = all.length - fresh.length;
  if (all.length === 0) return [];
  const [one, many] = kinds[kind] ?? [kind, kind];
  const names = fresh.slice(0, namesShown).map(({ name }) => name);
  const more = fresh.length > names.length ? `, and ${fresh.length - names.length} more` : '';
  const there = known > 0 ? ` (${known} more already there)` : '';
  return [
    `${fresh.length} ${fresh.length === 1 ? one : many}${there}${names.length > 0 ? ': ' : ''}${names.join(', ')}${more}`,
  ];
}

function reportText({ taken, failed, notRead, links }: Report, isDry: boolean): string {
  const warned = taken.filter(({ warnings }) => warnings.length > 0);
  return [
    isDry ? 'Would be imported:' : 'Imported:',
    ...Object.keys(kinds).flatMap((kind) => counted(taken, kind).map((line) => `  ${line}`)),
    ...(warned.length > 0 ? ['Imported, with remarks:'] : []),
    ...warned.flatMap(({ name, warnings }) => warnings.map((warning) => `  ${name}: ${warning}`)),
    ...(failed.length > 0 ? ['Could not be read:'] : []),
    ...failed.map(({ file, reason }) => `  ${file}: ${reason}`),
    ...(notRead.length > 0 ? [`Ignored directories: ${notRead.join(', ')}`] : []),
    ...(links > 0 ? [`Links not followed: ${links}`] : []),
  ].join('\n');
}

function reportLine(folder: string, { taken, failed, notRead, links }: Report, isDry: boolean): JsonLine {
  const count = (isNew: boolean) =>
    Object.fromEntries(
      Object.keys(kinds).map((kind) => [
        kind,
        ofKind(taken, kind).filter((one) => one.isNew === isNew).length,
      ]),
    );
  const foreign = taken.flatMap(({ kind, name, warnings }) =>
    warnings.length > 0 ? [{ kind, name, warnings }] : [],
  );
  const counts = { imported: count(true), known: count(false) };
  return { type: 'report', folder, dryRun: isDry, ...counts, foreign, failed, notRead, links };
}

const stopped = (report: Report): SottoError => {
  const kept = report.taken.filter(({ isNew }) => isNew).length;
  const message = `stopped; what was imported before stays (${kept}), run it again for the rest`;
  return new SottoError('interrupted', 'interrupted', message);
};

const intake = define({
  name: 'import sillytavern',
  group: 'library',
  summary:
    'import cards, chats, lorebooks, presets, personas, regex scripts and quick replies from SillyTavern',
  parameters: {
    dir: argument('<dir>', word),
    dryRun: flag('--dry-run', 'read everything, store nothing'),
  },
  async *run({ app }, { dir, dryRun }): AsyncGenerator<ImportedItem | Report> {
    const report = new Report();
    try {
      yield* app.person.watch((progress) => importFolder(new Intake(app, progress, dryRun), dir, report));
    } catch (error) {
      if (!isSottoError(error) || error.family !== 'interrupted') throw error;
      yield report;
      throw stopped(report);
    }
    yield report;
    return report.failed.length > 0 ? 1 : undefined;
  },
  json(found, _, { dir, dryRun }) {
    if (found instanceof Report) return reportLine(dir, found, dryRun);
    const { kind, id, name, warnings, isNew } = found;
    return { type: 'imported', kind, id, name, warnings, isNew };
  },
  text: (found, _, { dryRun }) => (found instanceof Report ? reportText(found, dryRun) : null),
  only: ofFiles,
});

const writtenText = (written: readonly ExportedFile[]): string => {
  const counts = new Map<string, number>();
  for (const { kind } of written) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} × ${kind.replaceAll('_', ' ')}`).join(', ');
};

/** `import sillytavern`: everything of a folder. */
export const importSillyTavern = intake;

const write = define({
  name: 'export sillytavern',
  group: 'library',
  summary:
    'export cards, chats, lorebooks, presets, personas, regex scripts and quick replies for SillyTavern',
  parameters: { dir: argument('<dir>', word), force: flag('--force', 'replace existing files') },
  *run({ app }, { dir, force }): Generator<ExportedFile | readonly ExportedFile[]> {
    const written = exportFolder(app, dir, force);
    yield* written;
    yield written;
  },
  json: (found) => ('file' in found ? { type: 'exported', ...found } : null),
  text: (found, _, { dir }) =>
    'file' in found ? null : `wrote ${writtenText(found) || 'nothing'} to ${dir}`,
  only: ofFiles,
});

/** Commands that move everything from another program, or to it. */
export const transfers: readonly Command[] = [intake, write];
