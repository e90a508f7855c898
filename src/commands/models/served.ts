import { type ServedModel, servedModels } from '../../app/doctor/served.ts';
import { plainAddress } from '../../config/servers.ts';
import { maskSecrets } from '../../config/settings.ts';
import { SottoError } from '../../domain/errors.ts';
import { type Call, type Command, define, type Item, type Shown } from '../command.ts';
import { argument, text, word } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { notice } from '../shown/show.ts';
import { changeSetting } from '../upkeep/set.ts';
import { setup } from './hosted.ts';

/** A server, or a model that sotto runs itself, as the settings name it. */
export type Server = Pick<ServedModel, 'kind' | 'url' | 'model'>;

const understudy: Server = { kind: 'understudy', url: '', model: '' };
const whicheverAnswers: Server = { kind: 'auto', url: '', model: '' };

const nameOf = ({ kind, model }: Pick<Server, 'kind' | 'model'>): string => model || kind;

const placeOf = ({ kind, url }: Server): string => (url === '' ? kind : `${kind} at ${maskSecrets(url)}`);

/** Writes down which server and model count from now on; a key for another server is not sent there. */
export function keepServer(scope: Scope, { kind, url, model }: Server): void {
  const { app } = scope;
  const { backend } = app.loaded.config;
  const isSame = url !== '' && plainAddress(url) === plainAddress(backend.url);
  const wanted: ['api_key_env' | 'kind' | 'url' | 'model', string][] = [
    ['api_key_env', isSame ? backend.api_key_env : ''],
    ['kind', isSame ? backend.kind : kind],
    ['url', isSame ? backend.url : url],
    ['model', model],
  ];
  if (url !== '') app.store.servers.allow(plainAddress(url), app.now());
  for (const [name, value] of wanted)
    if (backend[name] !== value) changeSetting(scope, `backend.${name}`, value);
}

/** Plays on with another server or model from now on. */
export async function switchTo(scope: Scope, server: Server): Promise<Shown> {
  keepServer(scope, server);
  await scope.play.reconnect();
  const { backend } = scope.play.state();
  return notice(
    backend.isModel
      ? `${server.model || nameOf(backend)} is now in use`
      : 'no model is in use: the understudy answers',
  );
}

const use = define({
  name: 'models use',
  group: 'upkeep',
  summary: 'switch to another model',
  parameters: {
    kind: argument('<kind>', word),
    url: argument('<url>', text),
    model: argument('<model>', text),
  },
  run: () => null,
  screen: { ask: (scope, { kind = '', url = '', model = '' }) => switchTo(scope, { kind, url, model }) },
});

/** What switches to a server. */
export const callTo = ({ kind, url, model }: Server) => ({
  command: use as Command,
  values: { kind, url, model },
});

/** To a server that answers one goes by its address: who is there is found anew. */
export const itemFor = (served: ServedModel): Item => {
  const { url, model, context, inUse, isOneOfMany, finding } = served;
  const { kind } = url === '' ? served : { kind: 'auto' };
  return {
    label: `${inUse ? '*' : ' '} ${nameOf(served)}`,
    detail: placeOf(served),
    call: callTo({ kind, url, model: isOneOfMany ? model : '' }),
    preview: () => [
      `${nameOf(served)}, ${placeOf(served)}`,
      finding,
      ...(context > 0 ? [`${context} tokens of context`] : []),
      ...(inUse ? ['It is in use.'] : []),
    ],
  };
};

const address: Call = {
  isLook: true,
  does: () => ({
    ...{ type: 'field', title: 'Address of a model server', lines: ['Such as http://127.0.0.1:8080'] },
    ...{ value: 'http://', call: (url: string) => callTo({ kind: 'auto', url, model: '' }) },
  }),
};

const hosted: Call = { command: setup as Command, values: {} };

/** What can be chosen beside models. */
export const standIns: readonly Item[] = [
  {
    label: '  a hosted model',
    detail: 'OpenRouter, Featherless',
    call: hosted,
    preview: () => [
      "A service with a key, which stays in a variable or the system's keyring. One token is tried before anything is written.",
    ],
  },
  {
    label: '  another address',
    call: address,
    preview: () => ['The address of a server that is not on this machine, or not on its usual port.'],
  },
  {
    label: '  the first that answers',
    detail: 'on this machine',
    call: callTo(whicheverAnswers),
    preview: () => ['Model servers are looked for on their usual ports; without one the understudy answers.'],
  },
  {
    label: '  the understudy',
    detail: 'no model',
    call: callTo(understudy),
    preview: () => ['No model is in use: it says lines of its own.'],
  },
];

/** The served model that is meant: by its whole name, else the only one that begins so. Rejects with SottoError `no_such_model`. */
export async function modelNamed(scope: Scope, wanted: string): Promise<Server> {
  const { models } = await servedModels(scope.app);
  const name = wanted.toLowerCase();
  const begun = models.filter(({ model }) => model.toLowerCase().startsWith(name));
  const found =
    models.find(({ model }) => model.toLowerCase() === name) ?? (begun.length === 1 ? begun[0] : null);
  if (found) return { kind: 'auto', url: found.url, model: found.isOneOfMany ? found.model : '' };
  throw new SottoError('not_found', 'no_such_model', `no server has a model "${wanted}"; /model lists them`);
}
