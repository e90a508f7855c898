import { parseArgs } from 'node:util';
import { SottoError } from '../../src/domain/errors.ts';

/** What `npm run bench` was asked for. */
export interface Wanted {
  readonly names: readonly string[];
  readonly json: boolean;
}

const usage = (code: string, message: string): SottoError => new SottoError('usage', code, message);

/** Reads the arguments; no name means every one of `known`. Throws SottoError `usage`, `no_such_bench`. */
export function chooseBenches(argv: readonly string[], known: readonly string[]): Wanted {
  const { positionals, json } = read(argv);
  const stranger = positionals.find((name) => !known.includes(name));
  if (stranger !== undefined) {
    throw usage('no_such_bench', `there is no bench "${stranger}"; there are ${known.join(', ')}`);
  }
  return { names: positionals.length > 0 ? known.filter((name) => positionals.includes(name)) : known, json };
}

function read(argv: readonly string[]): { positionals: string[]; json: boolean } {
  try {
    const options = { json: { type: 'boolean', default: false } } as const;
    const { positionals, values } = parseArgs({ args: [...argv], allowPositionals: true, options });
    return { positionals, json: values.json };
  } catch (error) {
    const said = error instanceof Error ? error.message.split('.')[0] : String(error);
    throw usage('usage', `${said}; it is \`npm run bench -- [NAME…] [--json]\``);
  }
}
