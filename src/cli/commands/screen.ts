import type { Command } from 'commander';
import { run } from '../run.ts';

/** `sotto`, `sotto play`. */
export function registerScreen(program: Command): void {
  const open = run(async (context, [chat]) => {
    const { openScreen } = await import('../open-screen.ts');
    process.exitCode = await openScreen(context, chat);
  });
  program.action(open);
  program.command('play [chat]').description('the screen; default the latest chat').action(open);
}
