import type { Fields } from '../../domain/fiction/kinds.ts';
import { fiction } from '../../domain/fiction/table.ts';
import { textOf } from '../../domain/fiction/text.ts';
import { entityFields, setEntity } from '../../play/world/edits.ts';
import { type ActivitySeen, type EntitySeen, entitiesIn, entityNamed } from '../../play/world/lines/known.ts';
import { type Command, define } from '../command.ts';
import { argument, choice, name, text } from '../parameters.ts';
import { list, notice, prose } from '../shown/show.ts';
import { eyes, knownThrough, playThrough, rows } from './eyes.ts';

const labelled = (fields: Fields, values: Readonly<Record<string, unknown>>): string[] =>
  rows(Object.entries(fields).map(([name, { label = name }]) => [label, textOf(values[name])]));

/** What somebody is doing, in rows. */
function activityRows({ container, slot, action, ...rest }: ActivitySeen): string[] {
  const { slot: _, ...fields } = fiction.activity;
  const { attention: demands, ...how } = action;
  const where = [container, slot].filter((one) => one !== '').join(', ');
  return labelled(fields, { ...rest, ...how, demands, container: where });
}

const entityRows = (entity: EntitySeen): string[] => [
  ...labelled(fiction.entity, { ...entity }),
  ...activityRows(entity.activity),
  ...rows([['inventory', entity.inventory.join(', ')]]),
];

/** What is known of somebody, for people. */
export const entityText = (entity: EntitySeen): string => {
  const known = entityRows(entity);
  return [entity.name, ...(known.length === 0 ? ['  nothing is known'] : known)].join('\n');
};

const shape = {
  json: (entity: EntitySeen) => ({ type: 'entity', ...entity }),
  text: entityText,
};

const entities = define({
  name: 'entities',
  group: 'the world',
  synonyms: ['mood', 'goals', 'inventory', 'stats'],
  summary: 'list what is known about each character: mood, goals, activity, inventory',
  chat: 'option',
  parameters: eyes,
  *run(scope, through): Generator<EntitySeen> {
    yield* entitiesIn(knownThrough(scope, through));
  },
  ...shape,
  screen: {
    show: (found) =>
      prose(
        'Entities',
        found.flatMap((one) => [...entityText(one).split('\n'), '']),
      ),
  },
});

const show = define({
  name: 'entity show',
  group: 'the world',
  synonyms: ['mood', 'goals', 'inventory', 'stats'],
  summary: 'show what is known about one character',
  chat: 'option',
  parameters: { name: argument('<name>', name), ...eyes },
  run: (scope, { name: wanted, ...through }) => entityNamed(playThrough(scope, through).chat, wanted),
  ...shape,
});

const set = define({
  name: 'entity set',
  group: 'the world',
  summary: 'set a field of a character; separate several goals, traits or objects by commas',
  chat: 'option',
  parameters: {
    name: argument('<name>', name),
    field: argument('<field>', choice(entityFields, 'bad_field')),
    value: argument('<value>', text),
  },
  async run({ app, play }, { name: who, field, value }): Promise<EntitySeen> {
    setEntity(play.chat, who, field, value);
    const own = app.play(play.state().chat.id, who);
    return entityNamed(own.chat, own.state().playing.name);
  },
  ...shape,
  screen: {
    ask: (_, { name: who, field }, again) =>
      who !== undefined && field === undefined
        ? list(
            `Which field of ${who}?`,
            entityFields.map((one) => ({ label: one, call: again({ field: one }) })),
          )
        : null,
    show: (_, __, { name: who, field, value }) =>
      notice(`${who}: ${field} is "${value.trim()}"; /undo reverts it`),
  },
});

/** Commands about what is so of each of the cast. */
export const entityCommands: readonly Command[] = [entities, show, set];
