import type { ExportedFile } from '../../app/sillytavern/delivery.ts';
import { type Export, exportFolder } from '../../app/sillytavern/export-folder.ts';
import { importFolder, Report } from '../../app/sillytavern/import-folder.ts';
import { type ImportedItem, Intake } from '../../app/sillytavern/intake.ts';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import { type Command, define, type JsonLine, ofFiles } from '../command.ts';
import { argument, flag, word } from '../parameters.ts';
import { plural } from '../shown/show.ts';

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

const section = (title: string, rows: readonly string[]): string[] =>
  rows.length === 0 ? [] : [title, ...rows.map((row) => `  ${row}`)];

const remarks = (taken: readonly ImportedItem[], of: (item: ImportedItem) => readonly string[]): string[] =>
  taken.flatMap((item) => of(item).map((remark) => `${item.name}: ${remark}`));

const lesser = ({ warnings, decisions = [] }: ImportedItem): string[] =>
  warnings.filter((warning) => !decisions.includes(warning));

function reportText(report: Report, { dryRun, verbose }: { dryRun: boolean; verbose: boolean }): string {
  const { taken, failed, left, notRead, links } = report;
  const trivia = [
    ...remarks(taken, lesser),
    ...left.map(({ file, reason }) => `${file} stays where it is: ${reason}`),
    ...(notRead.length > 0 ? [`kept only for exporting them again: ${notRead.join(', ')}`] : []),
    ...(links > 0 ? [`links not followed: ${links}`] : []),
  ];
  return [
    dryRun ? 'Would be imported:' : 'Imported:',
    ...Object.keys(kinds).flatMap((kind) => counted(taken, kind).map((line) => `  ${line}`)),
    ...section(
      'For you to decide:',
      remarks(taken, ({ decisions = [] }) => decisions),
    ),
    ...section(
      'Could not be read:',
      failed.map(({ file, reason }) => `${file}: ${reason}`),
    ),
    ...(verbose ? section('Remarks:', trivia) : []),
    ...(!verbose && trivia.length > 0 ? [`${plural(trivia.length, 'remark')}: --verbose lists them`] : []),
  ].join('\n');
}

function reportLine(folder: string, report: Report, isDry: boolean): JsonLine {
  const { taken, failed, left, notRead, links } = report;
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
  return { type: 'report', folder, dryRun: isDry, ...counts, foreign, failed, left, notRead, links };
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
    verbose: flag('--verbose', 'list every remark'),
    link: flag('--link', 'do not copy pictures: they must stay where they are'),
  },
  async *run({ app }, { dir, dryRun, link }): AsyncGenerator<ImportedItem | Report> {
    const report = new Report();
    try {
      yield* app.person.watch((progress) =>
        importFolder(new Intake(app, progress, { isDry: dryRun, isLinked: link }), dir, report),
      );
    } catch (error) {
      if (!isSottoError(error) || error.family !== 'interrupted') throw error;
      yield report;
      throw stopped(report);
    }
    yield report;
    return report.taken.length === 0 && report.failed.length > 0 ? 1 : undefined;
  },
  json(found, _, { dir, dryRun }) {
    if (found instanceof Report) return reportLine(dir, found, dryRun);
    const { kind, id, name, warnings, isNew } = found;
    return { type: 'imported', kind, id, name, warnings, isNew };
  },
  text: (found, _, how) => (found instanceof Report ? reportText(found, how) : null),
  only: ofFiles,
});

const perKind = (files: readonly ExportedFile[]): string => {
  const counts = new Map<string, number>();
  for (const { kind } of files) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} × ${kind.replaceAll('_', ' ')}`).join(', ');
};

function exportText({ files, notes }: Export, dir: string, isDry: boolean): string {
  const listed = isDry ? files.map(({ file, change }) => `  ${change} ${file}`) : [];
  const [would, nothing] = isDry
    ? ['would write', 'would change nothing in']
    : ['wrote', 'nothing to write to'];
  const total = files.length > 0 ? `${would} ${perKind(files)} to ${dir}` : `${nothing} ${dir}`;
  return [total, ...listed, ...notes].join('\n');
}

/** `import sillytavern`: everything of a folder. */
export const importSillyTavern = intake;

const write = define({
  name: 'export sillytavern',
  group: 'library',
  summary:
    'export cards, chats, lorebooks, presets, personas, regex scripts and quick replies for SillyTavern',
  parameters: {
    dir: argument('<dir>', word),
    dryRun: flag('--dry-run', 'list what would change, write nothing'),
    force: flag('--force', 'change existing files; what they were stays beside them as .bak'),
  },
  *run({ app }, { dir, force, dryRun }): Generator<ExportedFile | Export> {
    const written = exportFolder(app, dir, { force, isDry: dryRun });
    yield* written.files;
    yield written;
  },
  json(found, _, { dir, dryRun }) {
    if ('file' in found) return { type: 'exported', ...found, dryRun };
    const { notes } = found;
    return notes.length > 0 ? { type: 'report', folder: dir, dryRun, notes } : null;
  },
  text: (found, _, { dir, dryRun }) => ('file' in found ? null : exportText(found, dir, dryRun)),
  only: ofFiles,
});

/** Commands that move everything from another program, or to it. */
export const transfers: readonly Command[] = [intake, write];
