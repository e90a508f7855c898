import { CommanderError } from 'commander';
import { packageRoot } from '../app/files/package-root.ts';
import { isSottoError, SottoError } from '../domain/errors.ts';
import { outputOf } from './output.ts';
import { buildProgram, withCommand } from './program.ts';

const exitOnFailure = 1;

/** What a person is told of an error, or null for what is none (help, version). */
function asSottoError(error: unknown): SottoError | null {
  if (isSottoError(error)) return error;
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return null;
    if (error.code === 'commander.help') {
      return new SottoError('usage', 'usage', 'this command needs a subcommand; add --help to list them');
    }
    const said = error.message
      .replace(/^error: /, '')
      .replace(/\s+/g, ' ')
      .replace(/\.$/, '');
    return new SottoError('usage', 'usage', `${said}; see \`sotto --help\``, { cause: error });
  }
  const said = error instanceof Error ? error.message : String(error);
  const message = `internal error: ${said}; run it again with --debug and report the output`;
  return new SottoError('failed', 'bug', message, { cause: error });
}

let argv: readonly string[] = [];

const stackOf = (error: unknown): string[] => {
  if (error === undefined) return [];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
};

function tell(error: unknown): void {
  const has = (flag: string) => argv.includes(flag);
  const known = asSottoError(error);
  process.exitCode = known?.exitCode ?? 0;
  if (!known) return;
  const out = outputOf(has('--json'));
  out.error(known);
  if (has('--debug')) out.talk([known, known.cause].flatMap(stackOf).join('\n'));
}

/** What breaks outside the course of a command, as in a timer, is told like anything else; the screen tells its own. */
function broken(error: unknown): void {
  if (process.listenerCount('uncaughtException') > 1) return;
  tell(error);
  process.exit();
}

/** A reader that has enough, such as `head`, is no failure; a result that cannot be written is. */
function outputFailed({ code, message }: NodeJS.ErrnoException): never {
  if (code === 'EPIPE') process.exit(0);
  const why = code === 'ENOSPC' ? 'the disk is full; free some space' : `${message}; write it elsewhere`;
  outputOf(false).talk(`sotto: the result cannot be written: ${why}`);
  process.exit(exitOnFailure);
}

/** Does what these arguments ask for, at most one command at a time; settles when it has ended and `process.exitCode` says how. */
export function run(given: readonly string[]): Promise<void> {
  argv = withCommand(given);
  process.stdout.on('error', outputFailed);
  // Nobody is left to be told.
  process.stderr.on('error', () => undefined);
  process.on('uncaughtException', broken);
  return buildProgram(packageRoot(), argv)
    .parseAsync(argv, { from: 'user' })
    .then(() => undefined, tell);
}

/** Settles when the command of this process has ended; see `run`. */
export const ended: Promise<void> = run(process.argv.slice(2));
