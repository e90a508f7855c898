import type { Command } from 'commander';
import { App } from '../app/app.ts';
import type { Globals } from './globals.ts';
import { Output } from './output.ts';
import { atTheTerminal } from './person.ts';

/** What a command does with its arguments (missing ones undefined) and options. */
export type Work<Options> = (
  app: App,
  args: readonly (string | undefined)[],
  options: Options,
) => Promise<void> | void;

/** The handler of a command: opens a app, does the work, closes what was opened. */
export const run =
  <Options = Record<string, never>>(work: Work<Options>) =>
  async (...received: unknown[]): Promise<void> => {
    const command = received.at(-1) as Command;
    const globals = command.optsWithGlobals<Globals>();
    const out = new Output(globals.json === true, process.stdout, process.stderr);
    const app = new App(globals, atTheTerminal(out));
    app.out = out;
    try {
      await work(app, command.args, command.opts<Options & object>() as Options);
    } catch (error) {
      throw app.explain(error);
    } finally {
      app.close();
    }
  };
