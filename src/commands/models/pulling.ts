import { sizeText } from '../../app/files/size-text.ts';
import { besideOffer, fetchBeside } from '../../app/models/beside.ts';
import { type Fetchable, fetchModel, lookUp, pulledText } from '../../app/models/fetching.ts';
import { modelMeant } from '../../app/models/find.ts';
import { fileRow, type ModelRow } from '../../app/models/rows.ts';
import { type WatchedProgress, watchedBy } from '../../app/run/person.ts';
import { SottoError } from '../../domain/errors.ts';
import type { FoundModel } from '../../models/files/folder.ts';
import { define, type Item } from '../command.ts';
import { confirmed } from '../confirmed.ts';
import { argument, flag, text } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { notice, question } from '../shown/show.ts';
import { playOn } from './choosing.ts';
import { keepServer } from './served.ts';
import { modelDetail, modelLine } from './shape.ts';

/** Asks where the disk or the memory would hardly bear it. Rejects with SottoError where nobody says yes. */
async function agreed({ app }: Scope, { model, doubts }: Fetchable, isYes: boolean): Promise<void> {
  if (doubts.length === 0 || isYes) return;
  const what = doubts.join(', and ');
  const first = model.parts[0]?.path ?? '';
  if (await confirmed(app, `${first} (${what})`, `${first}: ${what}. Fetch it all the same?`)) return;
  throw new SottoError('interrupted', 'interrupted', 'nothing was fetched');
}

/** Fetches a model in sight of whoever asked, and leaves it in its folder; what is here already comes at once. Rejects with SottoError. */
export async function pulled(scope: Scope, given: string, isYes: boolean): Promise<FoundModel> {
  const { app } = scope;
  const meant = modelMeant(app, given);
  if (meant.type === 'here') return meant.model;
  const found = await lookUp(app, meant.source);
  await agreed(scope, found, isYes);
  const { model } = found;
  const name = model.parts[0]?.path ?? '';
  app.person.tell(
    `${name}: ${sizeText(found.left)} to fetch from hf:${model.source.owner}/${model.source.repo}`,
  );
  const file: FoundModel[] = [];
  for await (const one of app.person.watch((progress) => watched(scope, model, watchedBy(progress))))
    file.push(one);
  const [here] = file;
  if (!here) throw new Error('nothing was fetched');
  return here;
}

async function* watched(
  { app }: Scope,
  model: Fetchable['model'],
  progress: WatchedProgress,
): AsyncGenerator<FoundModel> {
  const work = fetchModel(app, model, progress);
  for (;;) {
    const { value, done } = await work.next();
    if (done) return yield value;
    progress.row(pulledText(value));
  }
}

/** Fetches it while the person plays on, and the chat goes on with it when it is here. */
async function fetchOnScreen(scope: Scope, given: string): Promise<ModelRow | null> {
  const meant = modelMeant(scope.app, given);
  if (meant.type === 'here') {
    await playOn(scope, meant.model.file);
    return fileRow(scope.app, meant.model);
  }
  const found = await lookUp(scope.app, meant.source);
  const use = ({ file }: FoundModel) => keepServer(scope, { kind: 'auto', url: '', model: file });
  void fetchBeside(scope.app, found, use);
  return null;
}

/** `model pull`. */
export const pull = define({
  name: 'model pull',
  group: 'upkeep',
  synonyms: ['download', 'hugging face', 'gguf'],
  summary: 'fetch a model from Hugging Face: hf:OWNER/REPO[:QUANT], or a known name of `model list`',
  notes:
    'An interrupted fetch goes on where it stopped. HF_ENDPOINT names another server with the same API, HF_TOKEN a key.',
  parameters: {
    model: argument('<model>', text),
    use: flag('--use', 'use it from now on'),
    yes: flag('--yes', 'fetch it even where disk space or memory would hardly suffice'),
  },
  async run(scope, { model, use, yes }): Promise<ModelRow | null> {
    if (scope.side === 'screen') return fetchOnScreen(scope, model);
    const file = await pulled(scope, model, yes);
    if (use) await playOn(scope, file.file);
    return fileRow(scope.app, file);
  },
  json: (row) => row && modelLine(row),
  text: (row) => row && `${row.name}  ${modelDetail(row)}\n${row.file}`,
  screen: {
    async ask(scope, { model, yes }, again) {
      if (model === undefined || yes) return null;
      const meant = modelMeant(scope.app, model);
      if (meant.type === 'here') return notice((await playOn(scope, meant.model.file)).told);
      const found = await lookUp(scope.app, meant.source);
      const doubts = found.doubts.map((doubt) => `But ${doubt}.`);
      const lines = [
        `${sizeText(found.left)} to fetch; you play on meanwhile.`,
        ...doubts,
        ...besideOffer(scope.app),
      ];
      return question(
        `Fetch ${found.model.parts[0]?.path ?? model}?`,
        lines,
        again({ model, yes: true }, true),
      );
    },
    show: ([row]) =>
      row
        ? notice(`${row.name} is in use`)
        : notice('it is being fetched: the status line shows how far it is'),
  },
});

/** A known model to choose: it is fetched while one plays on. */
export const fetchItem = (row: ModelRow): Item => ({
  label: `  ${row.name}`,
  detail: modelDetail(row),
  call: { command: pull as never, values: { model: row.source, use: true, yes: false } },
  preview: () => [`${row.name}: ${row.says}`, 'Enter fetches it; the chat goes on with it once it is here.'],
});
