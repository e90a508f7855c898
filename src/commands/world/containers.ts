import type { Field } from '../../domain/fiction/kinds.ts';
import { fiction } from '../../domain/fiction/table.ts';
import { textOf, valueIn } from '../../domain/fiction/text.ts';
import type { SceneNow } from '../../play/turn/presence-play.ts';
import { addContainer, type ContainerEdit, moveTo, setContainer } from '../../play/world/container-edits.ts';
import { type ContainerSeen, containersIn } from '../../play/world/lines/known.ts';
import { type Command, define } from '../command.ts';
import { argument, choice, type Kind, name, names, onOff, option, text, word } from '../parameters.ts';
import { notice, prose } from '../shown/show.ts';
import { eyes, knownThrough, rows } from './eyes.ts';

const fields = Object.entries<Field>(fiction.container);

/** A place: what it is called and is, then the rest of its fields, and who is there. */
const containerText = (seen: ContainerSeen): string => {
  const isFlag = ([, { kind }]: readonly [string, Field]) => kind === 'flag';
  const held = (name: string) => (seen as unknown as Readonly<Record<string, unknown>>)[name];
  const traits = fields.filter((one) => isFlag(one) && held(one[0])).map(([name]) => name);
  const holds = seen.holds.map(({ entity, slot }) => (slot === '' ? entity : `${entity} (${slot})`));
  const rest = fields.filter((one) => !isFlag(one) && one[0] !== 'name');
  return [
    [seen.name, ...traits].join(' · '),
    ...rows([
      ...rest.map(([name, { label = name }]) => [label, textOf(held(name))] as const),
      ['there', holds.join(', ')],
    ]),
  ].join('\n');
};

const shape = {
  json: (seen: ContainerSeen) => ({ type: 'container', ...seen }),
  text: containerText,
};

const containers = define({
  name: 'containers',
  group: 'the world',
  synonyms: ['places', 'rooms', 'locations', 'map'],
  summary: 'list places with their slots, and who is in them',
  empty:
    'no places yet: places, who is in them and what lies there would be listed here; `sotto container add NAME` adds one',
  chat: 'option',
  parameters: eyes,
  *run(scope, through): Generator<ContainerSeen> {
    yield* containersIn(knownThrough(scope, through));
  },
  ...shape,
  screen: {
    show: (found) =>
      found.length === 0
        ? notice('no places yet; /container add NAME makes one')
        : prose(
            'Places',
            found.flatMap((one) => containerText(one).split('\n')),
          ),
  },
});

/** An option for each field of a place but its name. */
const settings = Object.fromEntries(
  fields
    .filter(([name]) => name !== 'name')
    .map(([name, { kind, about = '' }]) => {
      const flagName = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const [form, type] =
        kind === 'flag' ? ['on|off', onOff] : kind === 'words' ? [name, names] : ['word', word];
      return [name, option(`--${flagName} <${form}>`, type as Kind<unknown>, about)];
    }),
);

/** What was written of fields, as it is set. Throws SottoError `bad_range`. */
const edited = (given: Readonly<Record<string, unknown>>): ContainerEdit =>
  Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const value = given[name];
      if (value === undefined) return [];
      return [[name, typeof value === 'string' ? valueIn(field, value) : value]];
    }),
  );

const find = (all: readonly ContainerSeen[], wanted: string): ContainerSeen | null =>
  all.find(({ id, name: called }) => id === wanted || called.toLowerCase() === wanted.trim().toLowerCase()) ??
  null;

const add = define({
  name: 'container add',
  group: 'the world',
  summary: 'add a place, known to everyone present',
  chat: 'option',
  parameters: { ...settings, name: argument('<name>', word) },
  async run({ play }, { name: wanted, ...given }) {
    const id = addContainer(play.chat, wanted, edited(given));
    return find(containersIn(play.known()), id);
  },
  json: (seen) => seen && shape.json(seen),
  text: (seen) => seen && containerText(seen),
  screen: {
    show: ([seen]) => notice(seen ? `${seen.name} is added` : 'the place is added for everyone present'),
  },
});

const set = define({
  name: 'container set',
  group: 'the world',
  summary: 'edit a place',
  chat: 'option',
  parameters: {
    name: argument('<name>', word),
    field: argument(
      '<field>',
      choice(
        fields.map(([name]) => name),
        'bad_field',
      ),
    ),
    value: argument('<value>', text),
  },
  async run({ play }, { name: wanted, field, value }) {
    const before = find(containersIn(play.known()), wanted);
    setContainer(play.chat, wanted, edited({ [field]: value }));
    return find(containersIn(play.known()), before?.id ?? wanted);
  },
  json: (seen) => seen && shape.json(seen),
  text: (seen) => seen && containerText(seen),
  screen: {
    show: (_, __, { name: called, field, value }) =>
      notice(`${called}: ${field} is "${value.trim()}"; /undo reverts it`),
  },
});

/** Who of those who were there hears nothing from here on, and who is there now. */
function comings({ present: was }: SceneNow, { present: is }: SceneNow): string[] {
  const gone = was.filter((one) => !is.includes(one)).map((one) => `${one} is now out of hearing`);
  return [...gone, ...is.filter((one) => !was.includes(one)).map((one) => `${one} is now here`)];
}

const move = define({
  name: 'container move',
  group: 'the world',
  summary: 'move a character to a place; whoever is then within earshot of you is present, others are away',
  chat: 'option',
  parameters: {
    who: argument('<who>', name),
    container: argument('<container>', word),
    slot: argument('[slot]', text),
  },
  async run({ play }, { who, container, slot }) {
    const before = await play.scene();
    moveTo(play.chat, who, container, slot);
    const seen = find(containersIn(play.known()), container);
    return { seen, comings: comings(before, await play.scene()) };
  },
  json: ({ seen }) => seen && shape.json(seen),
  text: ({ seen, comings: all }) => seen && [containerText(seen), ...all].join('\n'),
  screen: {
    async show(_, { play }, { who, container }) {
      const { present } = await play.scene();
      return notice(`${who} is at ${container}; here: ${present.join(', ')}`);
    },
  },
});

/** Commands about places. */
export const containerCommands: readonly Command[] = [containers, add, set, move];
