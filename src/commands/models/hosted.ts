import { beginConfig, type Hosted, providers, tryHosted } from '../../app/models/hosted.ts';
import { plainAddress } from '../../config/servers.ts';
import { printable } from '../../config/settings.ts';
import { SottoError } from '../../domain/errors.ts';
import { define } from '../command.ts';
import { argument, option, text, word } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { changeSetting } from '../upkeep/set.ts';

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

interface Given {
  readonly model: string | undefined;
  readonly keyEnv: string | undefined;
}

function hostedBy(name: string, { model, keyEnv }: Given): Hosted {
  const provider = providers.find((one) => one.name === name.toLowerCase());
  if (provider) {
    if (model !== undefined)
      return { kind: 'openai', url: provider.url, model, variable: keyEnv ?? provider.variable };
    const message = `say which of its models: --named ${provider.example}, or another that it lists`;
    throw new SottoError('usage', 'no_model', message);
  }
  if (/^https?:\/\/[^/]/.test(name))
    return { kind: 'auto', url: name, model: model ?? '', variable: keyEnv ?? '' };
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

/** `model setup`. */
export const setup = define({
  name: 'model setup',
  group: 'upkeep',
  synonyms: ['api key', 'openrouter', 'connect'],
  summary: `play on a hosted model: ${names}, or any address; tries one token, then writes the config file`,
  notes:
    "The key stays in an environment variable, or in the system's keyring (`sotto model key NAME`): --key-env names it, and the config file holds its name alone.",
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
    const model = name ?? scope.app.options.model;
    const hosted = hostedBy(await providerOf(scope, provider), {
      model,
      keyEnv: keyEnv ?? scope.app.options.apiKeyEnv,
    });
    await tryHosted(hosted);
    const file = keep(scope, hosted, budget);
    if (scope.side === 'screen') await scope.play.reconnect();
    return { ...hosted, file };
  },
  json: ({ kind, url, model, variable, file }) => ({
    type: 'hosted',
    kind,
    url,
    model,
    keyEnv: variable,
    file,
  }),
  text: ({ url, model, file }) => `${model || url} answers and is now in use; written into ${file}`,
});
