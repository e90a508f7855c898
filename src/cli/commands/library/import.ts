import type { Command } from 'commander';
import type { App } from '../../../app/app.ts';
import { importFolder, Report } from '../../../app/sillytavern/import-folder.ts';
import { Intake, type Taken } from '../../../app/sillytavern/intake.ts';
import { isSottoError, SottoError } from '../../../domain/errors.ts';
import { run } from '../../run.ts';

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

const ofKind = (taken: readonly Taken[], kind: string): Taken[] => taken.filter((one) => one.kind === kind);

function counted(taken: readonly Taken[], kind: string): string[] {
  const all = ofKind(taken, kind);
  const fresh = all.filter(({ isNew }) => isNew);
  const known = all.length - fresh.length;
  if (all.length === 0) return [];
  const [one, many] = kinds[kind] ?? [kind, kind];
  const names = fresh.slice(0, namesShown).map(({ name }) => name);
  const more = fresh.length > names.length ? `, and ${fresh.length - names.length} more` : '';
  const there = known > 0 ? ` (${known} more there already)` : '';
  return [
    `${fresh.length} ${fresh.length === 1 ? one : many}${there}${names.length > 0 ? ': ' : ''}${names.join(', ')}${more}`,
  ];
}

function reportText({ taken, failed, notRead, links }: Report, isDry: boolean): string {
  const warned = taken.filter(({ warnings }) => warnings.length > 0);
  return [
    isDry ? 'Would come in:' : 'Came in:',
    ...Object.keys(kinds).flatMap((kind) => counted(taken, kind).map((line) => `  ${line}`)),
    ...(warned.length > 0 ? ['Kept, with something to know:'] : []),
    ...warned.flatMap(({ name, warnings }) => warnings.map((warning) => `  ${name}: ${warning}`)),
    ...(failed.length > 0 ? ['Could not be read:'] : []),
    ...failed.map(({ file, reason }) => `  ${file}: ${reason}`),
    ...(notRead.length > 0 ? [`Folders that sotto has no use for: ${notRead.join(', ')}`] : []),
    ...(links > 0 ? [`Links that were not followed: ${links}`] : []),
  ].join('\n');
}

function printReport({ out }: App, folder: string, report: Report, isDry: boolean): void {
  const { taken, failed, notRead, links } = report;
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
  const line = { type: 'report', folder, dryRun: isDry, ...counts, foreign, failed, notRead, links };
  out.result(line, () => reportText(report, isDry));
}

const stopped = (report: Report): SottoError => {
  const kept = report.taken.filter(({ isNew }) => isNew).length;
  const message = `stopped; what came in before stays (${kept}), run it again for the rest`;
  return new SottoError('interrupted', 'interrupted', message);
};

async function importSillyTavern(app: App, dir: string, isDry: boolean): Promise<void> {
  const report = new Report();
  try {
    await app.person.watch((progress) => importFolder(new Intake(app, progress, isDry), dir, report));
  } catch (error) {
    if (!isSottoError(error) || error.family !== 'interrupted') throw error;
    printReport(app, dir, report, isDry);
    throw stopped(report);
  }
  printReport(app, dir, report, isDry);
  if (report.failed.length > 0) process.exitCode = 1;
}

/** `sotto import sillytavern`. */
export function registerImport(program: Command): void {
  const from = program.command('import').description("everything from another program's folder");
  from
    .command('sillytavern <dir>')
    .description('cards, chats, lorebooks, presets, personas, regex scripts and quick replies of SillyTavern')
    .option('--dry-run', 'read everything, store nothing')
    .action(
      run<{ dryRun?: boolean }>((app, [dir = ''], { dryRun }) =>
        importSillyTavern(app, dir, dryRun === true),
      ),
    );
}
