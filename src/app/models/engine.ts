import type { SottoError } from '../../domain/errors.ts';
import { engine, enginePackages, installEngine } from '../../models/engine/install.ts';
import { enginePlace, hasEngine } from '../../models/engine/place.ts';
import { packageRoot } from '../files/package-root.ts';
import { sizeText } from '../files/size-text.ts';
import type { App } from '../run/app.ts';
import { watchedBy } from '../run/person.ts';

/** What would be fetched, and what a person should know of it before, in lines. */
export function engineOffer({ dataFolder }: Pick<App, 'dataFolder'>): string[] {
  const { folder } = enginePlace(dataFolder, packageRoot());
  return [
    `${engine.name} ${engine.version}, which runs model files in sotto's own process: about ${sizeText(engine.bytes)}, by npm, into ${folder} (${enginePackages().join(', ')}).`,
    `Its install script (${engine.script}) looks for a compiler; its prebuilt binaries need none, so it is not run.`,
  ];
}

/** Whether it is here. */
export const isEngineHere = ({ dataFolder }: Pick<App, 'dataFolder'>): boolean =>
  hasEngine(enginePlace(dataFolder, packageRoot()));

/** Fetches it in sight of whoever asked. Rejects with SottoError. */
export async function fetchEngine(
  { dataFolder, person }: Pick<App, 'dataFolder' | 'person'>,
  withScripts: boolean,
): Promise<void> {
  const place = enginePlace(dataFolder, packageRoot());
  const work = person.watch(async function* (progress) {
    const { row, signal } = watchedBy(progress);
    row(`${engine.name} ${engine.version} is fetched by npm`);
    await installEngine(place, { withScripts, signal });
    yield null;
  });
  for await (const _ of work);
}

/** Asks once whether it is to be fetched, and does so. Rejects with SottoError `no_engine` where nobody says yes. */
export async function offerEngine(
  app: Pick<App, 'dataFolder' | 'person'>,
  refusal: SottoError,
): Promise<void> {
  const { person } = app;
  if (!person.canAnswer) throw refusal;
  const lines = engineOffer(app).join('\n');
  const question = `Nothing on this machine can run a model file yet (no llama-server is on the path).\n${lines}\nFetch it? [y/N] `;
  if (!/^y(es)?$/.test((await person.ask(question)) ?? '')) throw refusal;
  await fetchEngine(app, false);
}
