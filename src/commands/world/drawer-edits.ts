import type { Fields } from '../../domain/fiction/kinds.ts';
import { fiction } from '../../domain/fiction/table.ts';
import { textOf } from '../../domain/fiction/text.ts';
import {
  type ContainerSeen,
  containersIn,
  type EdgeSeen,
  type EntitySeen,
  edgesSeen,
  entitiesIn,
  groupIn,
} from '../../play/world/lines/known.ts';
import type { Call, Item } from '../command.ts';
import type { ScreenScope } from '../scope.ts';
import { list, panel } from '../shown/show.ts';
import { callTo, type Field, fieldItem } from './drawer-fields.ts';
import { knownThrough, playThrough } from './eyes.ts';

/** The fields of a subject, each with its value and what sets it. */
const fieldsOf = (
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  set: (field: string) => Field['set'],
): Field[] =>
  Object.entries(fields).map(([name, { named = name, about }]) => ({
    label: named.replaceAll('_', ' '),
    value: textOf(values[name]),
    ...(about !== undefined && { about }),
    set: set(named),
  }));

function entityFields(entity: EntitySeen): Field[] {
  const { name: who, inventory, activity } = entity;
  const { attention: demands, ...how } = activity.action;
  const set = (which: string) => (value: string) => callTo('entity set', { name: who, field: which, value });
  const carried = {
    ...{ label: 'inventory', value: inventory.join(', '), about: fiction.entity.traits.about },
    set: set('inventory'),
  };
  return [
    ...fieldsOf(fiction.entity, { ...entity }, set),
    carried,
    ...fieldsOf(fiction.activity, { ...activity, ...how, demands }, (which) => set(`activity.${which}`)),
  ];
}

const entityOf = (scope: ScreenScope, who: string, isOpen: boolean): EntitySeen | null =>
  entitiesIn(knownThrough(scope, { as: isOpen ? who : undefined })).find((one) => one.name === who) ?? null;

const edgeOf = (scope: ScreenScope, from: string, to: string): EdgeSeen | undefined =>
  edgesSeen(playThrough(scope, { as: from }).chat, from).find((one) => one.to === to);

/** One of the cast: every field, edited in place. */
export const editEntity = (who: string, isOpen: boolean): Call =>
  panel((scope) => {
    const entity = entityOf(scope, who, isOpen);
    return (
      entity &&
      list(
        who,
        entityFields(entity).map((one) => fieldItem(who, one)),
      )
    );
  });

function edgeItems({ from, to, knowledge, privateMoments, ...felt }: EdgeSeen): Item[] {
  const title = `${from} → ${to}`;
  const set = (which: string) => (value: string) =>
    callTo('edge set', { from, to, [which]: which === 'summary' ? value : Number(value) });
  const { affinity, trust, summary } = fiction.edge;
  return [
    ...fieldsOf({ affinity, trust, summary }, { ...felt }, set).map((one) => fieldItem(title, one)),
    ...knowledge.map((fact) => ({
      label: fact,
      detail: 'Enter removes it',
      stays: true,
      call: callTo('unknow', { from, to, fact }),
    })),
    ...privateMoments.map((moment) => ({
      label: `between them: ${moment}`,
      stays: true,
      call: editEdge(from, to),
    })),
    fieldItem(title, { label: 'add a fact', value: '', set: (fact) => callTo('know', { from, to, fact }) }),
  ];
}

/** What one feels and knows about another, edited in place. */
export const editEdge = (from: string, to: string): Call =>
  panel((scope) => list(`${from} → ${to}`, edgeItems(edgeOf(scope, from, to) ?? emptyEdge(from, to))));

const emptyEdge = (from: string, to: string): EdgeSeen => ({
  ...{ from, to, affinity: 0, trust: 0, shift: { affinity: 0, trust: 0 }, summary: '' },
  ...{ knowledge: [], privateMoments: [], lastInteraction: '' },
});

/** Time, weather and place, edited in place. */
export const editWorld: Call = panel(({ play }) => {
  const set = (field: string) => (value: string) => callTo('world set', { field, value });
  const fields = fieldsOf(fiction.world, play.known().mind.world, set);
  return list(
    'Time, weather, place',
    fields.map((one) => fieldItem('The world', one)),
  );
});

const containerItems = (seen: ContainerSeen): Item[] => {
  const set = (field: string) => (value: string) =>
    callTo('container set', { name: seen.name, field, value });
  return fieldsOf(fiction.container, { ...seen }, set).map((one) => fieldItem(seen.name, one));
};

/** A place, edited in place. */
export const editContainer = (id: string): Call =>
  panel(({ play }) => {
    const found = containersIn(play.known()).find((one) => one.id === id);
    return found ? list(found.name, containerItems(found)) : null;
  });

/** What all of them are together, edited in place. */
export const editGroup: Call = panel(({ play }) => {
  const set = (field: string) => (value: string) => callTo('group set', { field, value });
  const fields = fieldsOf(fiction.group, { ...groupIn(play.known()) }, set);
  return list(
    'Together',
    fields.map((one) => fieldItem('Together', one)),
  );
});
