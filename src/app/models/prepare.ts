import { type HubSource, sourceText } from '../../models/source.ts';
import { sizeText } from '../files/size-text.ts';
import { checkOwn, meantModel, noEngine, notFetched, roadHere } from '../own/own-model.ts';
import type { App } from '../run/app.ts';
import { watchedBy } from '../run/person.ts';
import { offerEngine } from './engine.ts';
import { fetchModel, lookUp, pulledText } from './fetching.ts';

async function offerModel(app: App, source: HubSource): Promise<void> {
  const { person } = app;
  if (!person.canAnswer) throw notFetched(source);
  const { model, left, doubts } = await lookUp(app, source);
  const but = doubts.length === 0 ? '' : `But ${doubts.join(', and ')}. `;
  const question = `${sourceText(model.source)} is not here yet: ${sizeText(left)} to fetch. ${but}Fetch it? [y/N] `;
  if (!/^y(es)?$/.test((await person.ask(question)) ?? '')) throw notFetched(source);
  const work = person.watch(async function* (given) {
    const progress = watchedBy(given);
    for await (const pulled of fetchModel(app, model, progress)) progress.row(pulledText(pulled));
    yield null;
  });
  for await (const _ of work);
}

/**
 * Makes ready what the settings play on where sotto runs it itself: a model that is not here, and an engine where nothing can run it,
 * are fetched if a person says yes. Rejects with SottoError `not_fetched`, `no_engine`, `bad_model`.
 */
export async function prepareModel(app: App): Promise<void> {
  const meant = meantModel(app.config.servers);
  if (!meant) return;
  if (meant.type === 'hub') {
    await offerModel(app, meant.source);
    return prepareModel(app);
  }
  if (roadHere(app.config.servers).type === 'none') await offerEngine(app, noEngine());
  checkOwn(meant, app.config.servers);
}
