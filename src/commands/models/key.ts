import { forgetKey, keepKey } from '../../config/keyring.ts';
import { SottoError } from '../../domain/errors.ts';
import { type Call, define, type Shown } from '../command.ts';
import { argument, flag, word } from '../parameters.ts';
import { notice } from '../shown/show.ts';

const nameForm = /^[A-Z_][A-Z0-9_]*$/;
const keyForm = /^[\x21-\x7e]{1,4096}$/;

const wrong = (code: string, message: string): SottoError => new SottoError('usage', code, message);

/** Throws SottoError `bad_name`, which does not repeat it: a key may have been given in its place. */
export function mustBeVariable(name: string): void {
  if (!nameForm.test(name))
    throw wrong('bad_name', 'the name must be that of a variable, such as OPENROUTER_API_KEY');
}

/** The key in what somebody typed. Throws SottoError `bad_key_format`. */
export function keyTyped(given: string): string {
  const key = given.trim();
  if (keyForm.test(key)) return key;
  throw wrong('bad_key_format', 'that is not a key: it is empty, or contains blanks or line breaks');
}

/** Asks on the screen for a key, which nobody is to see. */
export const keyField = (name: string, call: (key: string) => Call): Shown => ({
  ...{ type: 'field', title: `The key ${name}`, value: '', isSecret: true },
  lines: ["It goes into the system's keyring; the config file holds only its name."],
  call,
});

const kept = ({ name, isKept }: { readonly name: string; readonly isKept: boolean }): string =>
  isKept ? `kept; api_key_env = "${name}" uses it` : `${name} is no longer in the keyring`;

/** `model key`. */
export const key = define({
  name: 'model key',
  group: 'upkeep',
  synonyms: ['keyring', 'api key'],
  summary: "store the key of a hosted model in the system's keyring, under the name that api_key_env gives",
  notes:
    'The key is asked for, or read from standard input; it is never an argument. An environment variable of that name takes precedence.',
  parameters: {
    name: argument('<name>', word),
    forget: flag('--forget', 'take it out of the keyring again'),
  },
  async run({ app: { person } }, { name, forget }) {
    mustBeVariable(name);
    if (forget) {
      if (!forgetKey(name))
        throw new SottoError('not_found', 'no_such_key', `the keyring holds no key of the name ${name}`);
      return { name, isKept: false };
    }
    keepKey(name, keyTyped((await person.secret?.(`${name}: `)) ?? (await person.input())));
    return { name, isKept: true };
  },
  json: ({ name, isKept }) => ({ type: 'key', name, kept: isKept }),
  text: kept,
  screen: {
    ask(_, { name, forget }) {
      if (name === undefined || forget) return null;
      mustBeVariable(name);
      return keyField(name, (typed) => ({
        does() {
          keepKey(name, keyTyped(typed));
          return notice(kept({ name, isKept: true }));
        },
      }));
    },
  },
});
