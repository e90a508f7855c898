import { SottoError } from '../../domain/errors.ts';
import { oneLine } from '../../domain/one-line.ts';
import type { FoundModel } from '../../models/files/folder.ts';
import { type Meant, meantBy, sourceText } from '../../models/source.ts';
import { placesOf } from '../own/own-model.ts';
import type { App } from '../run/app.ts';

/** The model that is meant, here or to be fetched. Throws SottoError `no_such_model`, `bad_source`. */
export function modelMeant({ config }: Pick<App, 'config'>, given: string): Meant {
  const meant = meantBy(given, placesOf(config.servers));
  if (meant) return meant;
  const message = `there is no model "${oneLine(given)}" here; \`sotto model list\` lists them`;
  throw new SottoError('not_found', 'no_such_model', message);
}

/** The model that is meant, which must be here. Throws SottoError `no_such_model`, `not_fetched`. */
export function modelHere(app: Pick<App, 'config'>, given: string): FoundModel {
  const meant = modelMeant(app, given);
  if (meant.type === 'here') return meant.model;
  const text = sourceText(meant.source);
  throw new SottoError(
    'not_found',
    'not_fetched',
    `${text} is not here yet; \`sotto model pull ${text}\` fetches it`,
  );
}
