import { modelMeant } from '../../app/models/find.ts';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import type { Meant } from '../../models/source.ts';
import { define } from '../command.ts';
import { argument, text } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { keepServer, modelNamed, type Server } from './served.ts';

/** The model that is meant here, else null. Throws SottoError where it is meant to be here and is not. */
function here(scope: Scope, name: string): Meant | null {
  try {
    return modelMeant(scope.app, name);
  } catch (error) {
    if (isSottoError(error) && error.code === 'no_such_model' && !/[\\/]|\.gguf$/i.test(name)) return null;
    throw error;
  }
}

function serverFor(meant: Meant, name: string): Server {
  if (meant.type === 'here') return { kind: 'auto', url: '', model: meant.model.file };
  const message = `${name} is not here yet; \`sotto model pull ${name}\` fetches it`;
  throw new SottoError('not_found', 'not_fetched', message);
}

/** Plays on it from now on, and in later runs. Rejects with SottoError `no_such_model`, `not_fetched`. */
export async function playOn(scope: Scope, name: string): Promise<{ model: string; told: string }> {
  const meant = here(scope, name);
  const server = meant ? serverFor(meant, name) : await modelNamed(scope, name);
  keepServer(scope, server);
  if (scope.side === 'screen') await scope.play.reconnect();
  const called = meant?.type === 'here' ? meant.model.name : server.model || name;
  return { model: called, told: `${called} is now in use` };
}

/** `model use`. */
export const use = define({
  name: 'model use',
  group: 'upkeep',
  summary: 'use this model from now on: a file, a directory, a name of `model list`',
  parameters: { model: argument('<model>', text) },
  run: (scope, { model }) => playOn(scope, model),
  json: ({ model }) => ({ type: 'used', model }),
  text: ({ told }) => told,
});
