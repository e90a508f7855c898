import { forgetKey, keepKey } from '../../config/keyring.ts';
import { SottoError } from '../../domain/errors.ts';
import { define } from '../command.ts';
import { argument, flag, word } from '../parameters.ts';

const nameForm = /^[A-Za-z_][A-Za-z0-9_]*$/;
const keyForm = /^[\x21-\x7e]{1,4096}$/;

const wrong = (code: string, message: string): SottoError => new SottoError('usage', code, message);

/** `model key`. */
export const key = define({
  name: 'model key',
  group: 'upkeep',
  synonyms: ['keyring', 'api key'],
  summary: "keep the key of a hosted model in the system's keyring, under the name that api_key_env gives",
  notes:
    'The key is asked for, or read from standard input; it is never an argument. A variable of that name counts before it.',
  parameters: {
    name: argument('<name>', word),
    forget: flag('--forget', 'take it out of the keyring again'),
  },
  async run({ app: { person } }, { name, forget }) {
    if (!nameForm.test(name))
      throw wrong('bad_name', 'the name must be that of a variable, such as OPENROUTER_API_KEY');
    if (forget) {
      if (!forgetKey(name))
        throw new SottoError('not_found', 'no_such_key', `the keyring holds no key of the name ${name}`);
      return { name, isKept: false };
    }
    const given = ((await person.secret?.(`${name}: `)) ?? (await person.input())).trim();
    if (!keyForm.test(given))
      throw wrong('bad_key_format', 'that is no key: it is empty, or contains blanks or line breaks');
    keepKey(name, given);
    return { name, isKept: true };
  },
  json: ({ name, isKept }) => ({ type: 'key', name, kept: isKept }),
  text: ({ name, isKept }) =>
    isKept ? `kept; api_key_env = "${name}" uses it` : `${name} is no longer in the keyring`,
  only: { side: 'script', why: 'a key is not to be seen on the screen' },
});
