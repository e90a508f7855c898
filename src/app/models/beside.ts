import { messageOf } from '../../domain/errors.ts';
import type { FoundModel } from '../../models/files/folder.ts';
import { fitting } from '../../models/files/known.ts';
import { memoryHere } from '../../models/files/memory.ts';
import { knownHere, noEngine, roadHere } from '../own/own-model.ts';
import type { App } from '../run/app.ts';
import { unwatched } from '../run/person.ts';
import { engineOffer, fetchEngine } from './engine.ts';
import { type Fetchable, fetchModel, pulledText } from './fetching.ts';

/** Whether an engine is to be fetched too, for models to be played on here. */
export const needsEngine = ({ config }: Pick<App, 'config'>): boolean =>
  roadHere(config.servers).type === 'none';

/** What a person should know before a model is fetched while they play on, in lines. */
export const besideOffer = (app: Pick<App, 'config' | 'dataFolder'>): string[] =>
  needsEngine(app) ? ['Nothing here can run it yet. This is fetched too:', ...engineOffer(app)] : [];

async function fetched(app: App, { model }: Fetchable, name: string): Promise<FoundModel> {
  if (needsEngine(app)) {
    app.coming.tell('fetching an engine');
    await fetchEngine(
      { dataFolder: app.dataFolder, person: { ...app.person, watch: (work) => work(unwatched()) } },
      false,
    );
    if (needsEngine(app)) throw noEngine();
  }
  const work = fetchModel(app, model, unwatched());
  for (;;) {
    const { value, done } = await work.next();
    if (done) return value;
    app.coming.tell(`fetching ${name} ${pulledText(value)}`);
  }
}

/** Fetches a model, and an engine where none is here, while one plays on; `use` makes the settings name it. What goes wrong is told. */
export async function fetchBeside(
  app: App,
  found: Fetchable,
  use: (model: FoundModel) => void,
): Promise<void> {
  const name = (found.model.parts[0]?.path.split('/').at(-1) ?? '').replace(/\.gguf$/i, '');
  if (app.coming.text !== null) return app.person.tell('a model is being fetched already');
  app.coming.tell(`fetching ${name}`);
  try {
    const model = await fetched(app, found, name);
    use(model);
    app.coming.arrive();
    app.person.tell(`${model.name} is here, and the chat goes on with it`);
  } catch (error) {
    app.coming.tell(null);
    app.person.tell(messageOf(error));
  }
}

/** The largest known model that leaves half of the memory of this machine free; null where none does. */
export const fittingHere = () => fitting(knownHere(), memoryHere().all / 2);
