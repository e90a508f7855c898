import { activityFields } from '../../play/world/edits.ts';
import type { ContainerSeen, EdgeSeen, EntitySeen } from '../../play/world/lines/known.ts';
import { type Command, define, type Item } from '../command.ts';
import { argument, name, word } from '../parameters.ts';
import type { ScreenScope } from '../scope.ts';
import { list } from '../shown/show.ts';
import { callTo, type Field, fieldItem } from './drawer-fields.ts';
import { worldOfMind } from './eyes.ts';

const own = { group: 'the world', summary: 'edit in the drawer' } as const;

const withCommas = 'several with commas between';

function entityFields({ name: who, mood, goals, status, traits, inventory, activity }: EntitySeen): Field[] {
  const { action } = activity;
  const yes = action.interruptible === null ? '' : action.interruptible ? 'yes' : 'no';
  const values: Readonly<Record<(typeof activityFields)[number], string>> = {
    container: activity.container,
    slot: activity.slot,
    posture: activity.posture,
    verb: action.verb,
    duration: action.duration,
    interruptible: yes,
    required_attention: action.attention,
    holding: activity.holding.join(', '),
    attention: activity.attention,
    status: activity.status,
  };
  const set = (which: string) => (value: string) => callTo('entity set', { name: who, field: which, value });
  return [
    { label: 'mood', value: mood, set: set('mood') },
    { label: 'goals', value: goals.join(', '), about: withCommas, set: set('goals') },
    { label: 'status', value: status, set: set('status') },
    { label: 'traits', value: traits.join(', '), about: withCommas, set: set('traits') },
    { label: 'inventory', value: inventory.join(', '), about: withCommas, set: set('inventory') },
    ...activityFields.map((which) => ({
      label: which.replaceAll('_', ' '),
      value: values[which],
      set: set(`activity.${which}`),
    })),
  ];
}

const entityOf = (scope: ScreenScope, who: string, isOpen: boolean): EntitySeen | undefined =>
  worldOfMind(scope, isOpen ? who : undefined)
    .entities()
    .find((one) => one.name === who);

const edgeOf = (scope: ScreenScope, from: string, to: string): EdgeSeen | undefined =>
  worldOfMind(scope, from)
    .edges(from)
    .find((one) => one.to === to);

/** One of the cast: every field, edited in place. */
export const editEntity = define({
  name: 'drawer entity',
  ...own,
  parameters: { name: argument('<name>', name), isOpen: argument('[open]', word) },
  run: () => null,
  screen: {
    ask(scope, { name: who = '', isOpen }, again) {
      const entity = entityOf(scope, who, isOpen !== undefined);
      if (!entity) return null;
      const items = entityFields(entity).map((one) => fieldItem(who, one));
      return { ...list(who, items), again: again({}) };
    },
  },
});

function edgeItems({ from, to, affinity, trust, summary, knowledge, privateMoments }: EdgeSeen): Item[] {
  const title = `${from} → ${to}`;
  const set = (which: string) => (value: string) =>
    callTo('edge set', { from, to, [which]: which === 'summary' ? value : Number(value) });
  const scale = 'from -100 to 100';
  return [
    fieldItem(title, { label: 'affinity', value: `${affinity}`, about: scale, set: set('affinity') }),
    fieldItem(title, { label: 'trust', value: `${trust}`, about: scale, set: set('trust') }),
    fieldItem(title, { label: 'summary', value: summary, set: set('summary') }),
    ...knowledge.map((fact) => ({
      label: fact,
      detail: 'Enter takes it away',
      stays: true,
      call: callTo('unknow', { from, to, fact }),
    })),
    ...privateMoments.map((moment) => ({
      label: `between them: ${moment}`,
      stays: true,
      call: { command: editEdge as Command, values: { from, to } },
    })),
    fieldItem(title, { label: 'add a fact', value: '', set: (fact) => callTo('know', { from, to, fact }) }),
  ];
}

/** What one feels and knows about another, edited in place. */
export const editEdge = define({
  name: 'drawer edge',
  ...own,
  parameters: { from: argument('<from>', name), to: argument('<to>', name) },
  run: () => null,
  screen: {
    ask(scope, { from = '', to = '' }, again) {
      const edge = edgeOf(scope, from, to) ?? emptyEdge(from, to);
      return { ...list(`${from} → ${to}`, edgeItems(edge)), again: again({}) };
    },
  },
});

const emptyEdge = (from: string, to: string): EdgeSeen => ({
  ...{ from, to, affinity: 0, trust: 0, shift: { affinity: 0, trust: 0 }, summary: '' },
  ...{ knowledge: [], privateMoments: [], lastInteraction: '' },
});

/** Time, weather and place, edited in place. */
export const editWorld = define({
  name: 'drawer world',
  ...own,
  parameters: {},
  run: () => null,
  screen: {
    ask({ play }, _, again) {
      const now = play.world.now();
      const items = (['time', 'weather', 'place'] as const).map((which) =>
        fieldItem('The world', {
          label: which,
          value: now[which],
          about: which === 'time' ? '2026-01-31T18:00, or words' : '',
          set: (value) => callTo('world set', { field: which, value }),
        }),
      );
      return { ...list('Time, weather, place', items), again: again({}) };
    },
  },
});

const containerItems = ({
  name: called,
  slots,
  moving,
  public: isPublic,
  audibleRange,
  things,
}: ContainerSeen): Item[] => {
  const values = {
    name: called,
    slots: slots.join(', '),
    moving: moving ? 'yes' : 'no',
    public: isPublic ? 'yes' : 'no',
    audibleRange,
    things: things.join(', '),
  };
  return Object.entries(values).map(([label, value]) =>
    fieldItem(called, {
      label,
      value,
      set: (text) => callTo('container set', { name: called, field: label, value: text }),
    }),
  );
};

/** A place, edited in place. */
export const editContainer = define({
  name: 'drawer container',
  ...own,
  parameters: { id: argument('<id>', word) },
  run: () => null,
  screen: {
    ask({ play }, { id = '' }, again) {
      const found = play.world.containers().find((one) => one.id === id);
      return found ? { ...list(found.name, containerItems(found)), again: again({}) } : null;
    },
  },
});

/** What all of them are together, edited in place. */
export const editGroup = define({
  name: 'drawer group',
  ...own,
  parameters: {},
  run: () => null,
  screen: {
    ask({ play }, _, again) {
      const group = play.world.group();
      const items = (['summary', 'dynamic'] as const).map((label) =>
        fieldItem('Together', {
          label,
          value: group[label],
          set: (value) => callTo('group set', { field: label, value }),
        }),
      );
      return { ...list('Together', items), again: again({}) };
    },
  },
});
