import { sizeText } from '../../app/files/size-text.ts';
import { modelHere } from '../../app/models/find.ts';
import { endServer, mustBeOurs, removeModel, runningHere } from '../../app/models/keep.ts';
import { fileRow } from '../../app/models/rows.ts';
import { SottoError } from '../../domain/errors.ts';
import { type Command, define } from '../command.ts';
import { confirmed } from '../confirmed.ts';
import { argument, flag, text } from '../parameters.ts';
import { question } from '../shown/show.ts';
import { modelLine } from './shape.ts';

const remove = define({
  name: 'model remove',
  group: 'upkeep',
  summary: 'delete a model file that sotto fetched',
  parameters: { model: argument('<model>', text), yes: flag('--yes', 'do not ask') },
  async run({ app, side }, { model, yes }) {
    const found = modelHere(app, model);
    mustBeOurs(app, found);
    const what = `${found.name} (${sizeText(found.bytes)})`;
    if (side === 'script' && !yes && !(await confirmed(app, `deleting ${what}`, `Delete ${what}?`)))
      throw new SottoError('interrupted', 'interrupted', 'nothing was deleted');
    const row = await fileRow(app, found);
    await removeModel(app, found);
    return { ...row, running: null };
  },
  json: (row) => ({ ...modelLine(row), removed: true }),
  text: ({ name, file }) => `${name} is deleted (${file})`,
  screen: {
    ask: ({ app }, { model, yes }, again) => {
      if (model === undefined || yes) return null;
      const { name, bytes, file } = modelHere(app, model);
      return question(`Delete ${name}?`, [file, sizeText(bytes)], again({ model }, true));
    },
  },
});

const stop = define({
  name: 'model stop',
  group: 'upkeep',
  summary: 'end the model servers that sotto started, or the one of this model',
  empty: 'no model server of sotto is running',
  parameters: { model: argument('[model]', text) },
  async *run({ app }, { model }) {
    for (const server of await runningHere(model === undefined ? undefined : modelHere(app, model))) {
      const isDone = await endServer(server);
      if (isDone) yield server;
    }
  },
  json: ({ record, url, holders }) => ({
    type: 'stopped',
    name: record.name,
    file: record.model,
    url,
    holders,
  }),
  text: ({ record, url, holders }) =>
    `ended the server of ${record.name} at ${url}${holders > 0 ? `, which was in use (${holders})` : ''}`,
});

/** Commands that end and delete. */
export const keeping: readonly Command[] = [remove as Command, stop as Command];
