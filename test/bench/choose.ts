import { parseArgs } from 'node:util';
import { SottoError } from '../../src/domain/errors.ts';

/** What `npm run bench` was asked for. */
export interface Wanted {
  readonly names: readonly string[];
  /** The file of dialogues that `recall` asks about, unless its own. */
  readonly path: string | undefined;
  /** What embeds for `recall`: a server, and which of its models; undefined = nothing does. */
  readonly embedding: { readonly url: string; readonly model: string } | undefined;
  readonly json: boolean;
  /** The commit to compare with, if any. */
  readonly against: string | undefined;
}

const usage = (code: string, message: string): SottoError => new SottoError('usage', code, message);

/** Reads the arguments; no name means every one of `known`. Throws SottoError `usage`, `no_such_bench`. */
export function chooseBenches(argv: readonly string[], known: readonly string[]): Wanted {
  const { positionals: all, json, against, embedding } = read(argv);
  const path = all.includes('recall') ? all.find((name) => /\.json$/.test(name)) : undefined;
  const positionals = all.filter((name) => name !== path);
  const stranger = positionals.find((name) => !known.includes(name));
  if (stranger !== undefined) {
    throw usage('no_such_bench', `there is no bench "${stranger}"; there are ${known.join(', ')}`);
  }
  const names = positionals.length > 0 ? known.filter((name) => positionals.includes(name)) : known;
  return { names, path, embedding, json, against };
}

function read(argv: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    const flags = {
      json: { type: 'boolean', default: false },
      against: text,
      url: text,
      model: text,
    } as const;
    const { positionals, values } = parseArgs({ args: [...argv], allowPositionals: true, options: flags });
    const { json, against, url = '', model = '' } = values;
    return { positionals, json, against, embedding: url === '' ? undefined : { url, model } };
  } catch (error) {
    const said = error instanceof Error ? error.message.split('.')[0] : String(error);
    throw usage(
      'usage',
      `${said}; it is \`npm run bench -- [NAME…] [recall PATH [--url URL --model NAME]] [--json] [--against COMMIT]\``,
    );
  }
}
