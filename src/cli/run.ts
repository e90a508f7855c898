import type { Command } from 'commander';
import { Context } from './context.ts';
import type { Globals } from './globals.ts';
import { Output } from './output.ts';

/** What a command does with its arguments (missing ones undefined) and options. */
export type Work<Options> = (
  context: Context,
  args: readonly (string | undefined)[],
  options: Options,
) => Promise<void> | void;

/** The handler of a command: opens a context, does the work, closes what was opened. */
export const run =
  <Options = Record<string, never>>(work: Work<Options>) =>
  async (...received: unknown[]): Promise<void> => {
    const command = received.at(-1) as Command;
    const globals = command.optsWithGlobals<Globals>();
    const context = new Context(globals, new Output(globals.json === true, process.stdout, process.stderr));
    try {
      await work(context, command.args, command.opts<Options & object>() as Options);
    } catch (error) {
      throw context.explain(error);
    } finally {
      context.close();
    }
  };
