import type { Command } from 'commander';
import type { App } from '../../../app/app.ts';
import { exportFolder, type Written } from '../../../app/sillytavern/export-folder.ts';
import { run } from '../../run.ts';

const counted = (written: readonly Written[]): string => {
  const counts = new Map<string, number>();
  for (const { kind } of written) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} × ${kind.replaceAll('_', ' ')}`).join(', ');
};

function exportSillyTavern(app: App, dir: string, force: boolean): void {
  const written = exportFolder(app, dir, force);
  if (app.out.isJson) for (const line of written) app.out.result({ type: 'exported', ...line }, '');
  else app.out.text(`wrote ${counted(written) || 'nothing'} to ${dir}`);
}

/** `sotto export sillytavern`. */
export function registerExport(program: Command): void {
  const to = program.command('export').description("everything into another program's folder");
  to.command('sillytavern <dir>')
    .description(
      'cards, chats, lorebooks, presets, personas, regex scripts and quick replies as SillyTavern keeps them',
    )
    .option('--force', 'replace files that are there')
    .action(
      run<{ force?: boolean }>((app, [dir = ''], { force }) => exportSillyTavern(app, dir, force === true)),
    );
}
