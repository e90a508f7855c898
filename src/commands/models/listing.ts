import { type ModelRow, modelRows } from '../../app/models/rows.ts';
import { type Command, define, type Item } from '../command.ts';
import { argument, onlyIn, text } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { list, notice, page } from '../shown/show.ts';
import { playOn } from './choosing.ts';
import { fetchItem } from './pulling.ts';
import { callTo, itemFor, standIns } from './served.ts';
import { modelDetail, modelLine } from './shape.ts';

const summary =
  'list model files here, known models to fetch and the models of servers that answer, * = in use';

const shape = {
  async *run({ app }: Scope) {
    const { rows, start } = await modelRows(app);
    yield* rows;
    if (start !== null) app.person.tell(start);
  },
  json: modelLine,
  text: (row: ModelRow) => `${row.inUse ? '*' : ' '} ${row.name}  ${modelDetail(row)}`,
};

const modelList = define({ name: 'model list', group: 'upkeep', summary, parameters: {}, ...shape });

const fileItem = (row: ModelRow): Item => ({
  label: `${row.inUse ? '*' : ' '} ${row.name}`,
  detail: modelDetail(row),
  call: callTo({ kind: 'auto', url: '', model: row.file ?? row.name }),
  preview: () => [row.name, row.file ?? '', ...(row.says === '' ? [] : [row.says])],
});

/** Known models to fetch, behind one row. */
const fetchable = (rows: readonly ModelRow[]): Item[] => {
  const known = rows.filter(({ what }) => what === 'known');
  if (known.length === 0) return [];
  const lines = known.map((row) => `${row.name}: ${modelDetail(row)}`);
  const call = { does: () => list('Fetch a model', known.map(fetchItem)), isLook: true as const };
  return [{ label: '  fetch a model', detail: 'from Hugging Face', call, preview: () => lines }];
};

const itemsFor = (rows: readonly ModelRow[]): Item[] => [
  ...rows.flatMap((row) => {
    if (row.served) return [itemFor(row.served)];
    return row.what === 'known' ? [] : [fileItem(row)];
  }),
  ...fetchable(rows),
];

/** What can be used, and how to start a server where there is nothing. */
async function itemsOf({ app }: Scope): Promise<Item[]> {
  const { rows, start } = await modelRows(app);
  const items = itemsFor(rows);
  if (start === null) return [...items, ...standIns];
  const lines = [...start.split('; '), 'Then use /model again. /doctor checks more closely.'];
  const how: Item = {
    ...{ label: '  how to start a model server', stays: true, preview: () => lines },
    call: { does: () => page('How to start a model server', lines), isLook: true },
  };
  return [...items, how, ...standIns];
}

/** `models`: what can be written with. */
export const models = define({
  name: 'models',
  group: 'upkeep',
  synonyms: ['api', 'connect', 'connection', 'backend', 'server'],
  summary: `${summary}; on the screen, pick one`,
  parameters: { model: onlyIn('screen', argument('[model]', text)) },
  ...shape,
  screen: {
    name: 'model',
    async ask(scope, { model }) {
      if (model !== undefined) return notice((await playOn(scope, model)).told);
      const items = await itemsOf(scope);
      return list(
        'Models',
        items,
        items.findIndex(({ label }) => label.startsWith('*')),
      );
    },
  },
});

/** Commands that list models. */
export const modelLists: readonly Command[] = [modelList as Command, models as Command];
