import { beginConfig, type Hosted, providers, tryHosted } from '../../app/models/hosted.ts';
import { hasKeyring, keepKey, keyNamed } from '../../config/keyring.ts';
import { plainAddress } from '../../config/servers.ts';
import { printable } from '../../config/settings.ts';
import { SottoError } from '../../domain/errors.ts';
import { type Call, define, type Shown } from '../command.ts';
import { argument, option, text, word } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { list, notice } from '../shown/show.ts';
import { changeSetting } from '../upkeep/set.ts';
import { keyField, keyTyped, mustBeVariable } from './key.ts';

const names = providers.map(({ name }) => name).join(', ');

/** The provider that is meant, asked for where somebody can answer. Rejects with SottoError `no_provider`. */
async function providerOf({ app }: Scope, given: string | undefined): Promise<string> {
  const named = given ?? (await app.person.ask(`Which provider (${names}, or an address)? `));
  if (named) return named;
  throw new SottoError(
    'usage',
    'no_provider',
    `say which provider: ${names}, or an address such as http://192.168.1.5:8080`,
  );
}

type Given = Partial<Record<'provider' | 'name' | 'keyEnv' | 'budget', string | undefined>>;

const providerNamed = (name: string) => providers.find((one) => one.name === name.toLowerCase());
const isAddress = (name: string): boolean => /^https?:\/\/[^/]/.test(name);

/** What is meant. Throws SottoError `no_model`, `no_provider`, `bad_name`. */
function hostedBy(name: string, { name: model, keyEnv }: Given): Hosted {
  if (keyEnv) mustBeVariable(keyEnv);
  const provider = providerNamed(name);
  if (provider) {
    if (model !== undefined)
      return { kind: 'openai', url: provider.url, model, variable: keyEnv ?? provider.variable };
    const message = `say which of its models: --named ${provider.example}, or another that it lists`;
    throw new SottoError('usage', 'no_model', message);
  }
  if (isAddress(name)) return { kind: 'auto', url: name, model: model ?? '', variable: keyEnv ?? '' };
  throw new SottoError(
    'usage',
    'no_provider',
    `${printable(name)} is neither ${names} nor an address such as https://example.org`,
  );
}

function keep(scope: Scope, { kind, url, model, variable }: Hosted, budget: string | undefined): string {
  const { app } = scope;
  beginConfig(app);
  app.store.servers.allow(plainAddress(url), app.now());
  changeSetting(scope, 'backend.api_key_env', variable);
  changeSetting(scope, 'backend.url', url);
  changeSetting(scope, 'backend.kind', kind);
  if (budget !== undefined) changeSetting(scope, 'backend.budget', budget);
  return changeSetting(scope, 'backend.model', model).file ?? '';
}

/** Where a key may be kept, as it is asked in both places. */
const places = (variable: string) => ({
  title: 'Where should the key be kept?',
  lines: [
    `$${variable} is empty, and the system's keyring has no key of that name. No file will hold the key.`,
  ],
  keyring: { key: 'k', label: "in the system's keyring" },
  variable: { key: 'v', label: 'in a variable that you export' },
});

const isKeyWanted = ({ variable }: Hosted): boolean =>
  variable !== '' && keyNamed(variable) === '' && hasKeyring();

/** A key that somebody types unseen and wants kept in the keyring; null where it is in a variable, or they want it there. */
async function keyAsked({ app: { person } }: Scope, hosted: Hosted): Promise<string | null> {
  const { secret } = person;
  if (!secret || !isKeyWanted(hosted)) return null;
  const { title, lines, keyring, variable } = places(hosted.variable);
  const choices = [keyring, variable].map(({ key, label }) => `${key} ${label}`).join(', ');
  const answer = await person.ask(`${[...lines, title].join('\n')} ${choices}: `);
  return answer?.startsWith(keyring.key) ? keyTyped(await secret(`${hosted.variable}: `)) : null;
}

/** Tries it, keeps its key where one is given, and plays on it from now on. Rejects with SottoError. */
async function setUp(scope: Scope, hosted: Hosted, given: string | null, budget: string | undefined) {
  await tryHosted(hosted, given ?? undefined);
  if (given !== null) keepKey(hosted.variable, given);
  const file = keep(scope, hosted, budget);
  if (scope.side === 'screen') await scope.play.reconnect();
  return { ...hosted, file };
}

const told = ({ url, model, file }: Hosted & { readonly file: string }): string =>
  `${model || url} answers and is now in use; written into ${file}`;

type Again = (values: Given) => Call;

const field = (
  title: string,
  lines: readonly string[],
  value: string,
  call: (text: string) => Call,
): Shown => ({
  ...{ type: 'field', title, lines, value, call },
});

/** The providers to choose from, and any address. */
const providerList = (again: Again): Shown =>
  list('A hosted model', [
    ...providers.map(({ name, url }) => ({ label: name, detail: url, call: again({ provider: name }) })),
    {
      label: 'another address',
      call: {
        isLook: true,
        does: () =>
          field('Address of the service', ['Such as https://example.org'], 'https://', (provider) =>
            again({ provider }),
          ),
      },
    },
  ]);

/** Where the key is to be kept, which is typed unseen for the keyring. */
function keyQuestion(hosted: Hosted, budget: string | undefined, again: Again): Shown {
  const { title, lines, keyring, variable } = places(hosted.variable);
  const typed: Call = {
    isLook: true,
    does: () =>
      keyField(hosted.variable, (key) => ({
        does: async (scope) => notice(told(await setUp(scope, hosted, keyTyped(key), budget))),
      })),
  };
  const named: Call = {
    isLook: true,
    does: () =>
      field('The variable that holds the key', [], hosted.variable, (text) => again({ keyEnv: text })),
  };
  const answers = [
    { ...keyring, call: typed },
    { ...variable, call: named },
  ];
  return { type: 'question', tone: 'veiled', title, lines, answers };
}

/** What is asked on the screen before a model is tried; null when all is known. */
function asked(values: Given, again: Again): Shown {
  const { provider, name, keyEnv } = values;
  if (provider === undefined) return providerList(again);
  const known = providerNamed(provider);
  if (known && name === undefined)
    return field(`A model of ${known.name}`, [`Such as ${known.example}`], '', (text) =>
      again({ name: text }),
    );
  if (!known && isAddress(provider) && keyEnv === undefined)
    return field(
      'The name of its key',
      ['The variable that holds it, or under which the keyring keeps it; empty where none is needed.'],
      '',
      (text) => again({ keyEnv: text }),
    );
  const hosted = hostedBy(provider, values);
  return isKeyWanted(hosted) ? keyQuestion(hosted, values.budget, again) : null;
}

/** `model setup`. */
export const setup = define({
  name: 'model setup',
  group: 'upkeep',
  synonyms: ['api key', 'openrouter', 'connect'],
  summary: `use a hosted model: ${names}, or any address; tries one token, then writes the config file`,
  notes:
    "The key stays in an environment variable, or in the system's keyring, where there is one: --key-env names it, and the config file holds only its name.",
  parameters: {
    provider: argument('[provider]', word),
    name: option('--named <model>', word, 'which of its models'),
    keyEnv: option(
      '--key-env <variable>',
      word,
      'the variable that holds the key; default as the provider has it',
    ),
    budget: option('--budget <sum>', text, 'the most that replies may cost while sotto runs; 0 for no limit'),
  },
  async run(scope, { provider, name, keyEnv, budget }) {
    const { options } = scope.app;
    const given = { name: name ?? options.model, keyEnv: keyEnv ?? options.apiKeyEnv };
    const hosted = hostedBy(await providerOf(scope, provider), given);
    return setUp(scope, hosted, await keyAsked(scope, hosted), budget);
  },
  json: ({ kind, url, model, variable, file }) => ({
    type: 'hosted',
    kind,
    url,
    model,
    keyEnv: variable,
    file,
  }),
  text: told,
  screen: { ask: (_, values, again) => asked(values, again) },
});
