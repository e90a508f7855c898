import type { Effects } from '../events/state-kinds.ts';
import type { CharacterId } from '../message.ts';
import type { EntityState, Mind, Occasion } from './mind.ts';
import { namesAny } from './props.ts';

const ended: ReadonlySet<Occasion['state']> = new Set(['completed', 'cancelled', 'expired']);

/** Whether an occasion is over, or will never be: its props are nowhere any more. */
export const isOver = ({ state }: Pick<Occasion, 'state'>): boolean => ended.has(state);

/** What somebody is given by an occasion. */
const givenTo = ({ onStart, onComplete }: Occasion, who: CharacterId): string[] =>
  [onStart, onComplete].flatMap(({ gives = [] }: Effects) =>
    gives.flatMap((one) => (one.who === who ? [one.object] : [])),
  );

const cleared = (entity: EntityState, props: readonly string[]): EntityState => {
  const names = (text: string) => namesAny(text, props);
  const blank = (text: string) => (names(text) ? '' : text);
  const { activity } = entity;
  const inventory = entity.inventory.filter((one) => !names(one));
  const holding = activity.holding.filter((one) => !names(one));
  const { verb, attention, status } = activity;
  const isClear =
    inventory.length === entity.inventory.length &&
    holding.length === activity.holding.length &&
    ![verb, attention, status, entity.status].some(names);
  if (isClear) return entity;
  const does = {
    ...activity,
    holding,
    verb: blank(verb),
    attention: blank(attention),
    status: blank(status),
  };
  return { ...entity, inventory, status: blank(entity.status), activity: does };
};

/**
 * A mind in which nobody holds, carries, minds or does anything with the props of an occasion, but for what they were given and
 * what is `inUse` elsewhere.
 */
export function withoutPropsOf(mind: Mind, occasion: Occasion, inUse: readonly string[] = []): Mind {
  const props = occasion.props.filter((prop) => !inUse.includes(prop));
  if (props.length === 0) return mind;
  const entities = Object.entries(mind.entities).map(([id, entity]): [string, EntityState] => {
    const given = givenTo(occasion, id);
    const gone = props.filter((prop) => !given.some((object) => namesAny(object, [prop])));
    return [id, gone.length === 0 ? entity : cleared(entity, gone)];
  });
  const isSame = entities.every(([id, entity]) => entity === mind.entities[id]);
  return isSame ? mind : { ...mind, entities: Object.fromEntries(entities) };
}

/** The props of occasions that go on, as somebody knows them. */
export const propsAtHand = ({ occasions }: Pick<Mind, 'occasions'>): string[] =>
  Object.values(occasions).flatMap(({ state, props }) => (state === 'active' ? props : []));
