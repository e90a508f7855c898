import type { Payload } from '../events/events.ts';
import type { CharacterId } from '../message.ts';
import { withAudience } from './acquaintance.ts';
import { applyChange } from './apply-change.ts';
import { type Mind, mindOf, noOccasion, type Occasion } from './mind.ts';
import { isOver, withoutPropsOf } from './occasions.ts';
import { presentIn, type World } from './world.ts';

type Occasions = Mind['occasions'];

const withMind = (world: World, who: CharacterId, mind: Mind): World => ({
  ...world,
  state: { ...world.state, minds: { ...world.state.minds, [who]: mind } },
});

/** How far an occasion has come. */
const progress = (occasion: Occasion): number => {
  if (isOver(occasion)) return 2;
  return occasion.state === 'active' ? 1 : 0;
};

const saysSomething = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== '';

/** An occasion as both know it together: where they differ, as the one has it who knows it to have come further, else the second. */
function together(own: Occasion | undefined, told: Occasion): Occasion {
  if (!own) return told;
  const [one, other] = progress(told) < progress(own) ? [told, own] : [own, told];
  const said = Object.entries(other).filter(([, value]) => saysSomething(value));
  return { ...one, ...Object.fromEntries(said) };
}

/** Occasions as somebody knows them once others are told them; nothing that they knew better is lost. */
const joinedWith = (own: Occasions, told: Occasions): Occasions => ({
  ...own,
  ...Object.fromEntries(Object.entries(told).map(([id, one]) => [id, together(own[id], one)])),
});

/** A mind that is told of occasions; of what goes on where they are not, nothing is at hand. */
export function withOccasionsTold(mind: Mind, told: Occasions, isThere: boolean): Mind {
  return Object.keys(told).reduce((before, occasion) => {
    const known = joinedWith(before.occasions, told)[occasion] ?? noOccasion;
    const isAtHand = known.state !== 'active' || (isThere && mind.attended.includes(occasion));
    const { props, needs, ...rest } = known;
    const lists = { props: isAtHand ? [...props] : [], needs: [...needs] };
    return applyChange(before, { what: 'occasion', occasion, ...rest, ...lists }, '');
  }, mind);
}

/** What somebody tells of an occasion is known to those who are told, beside what they knew; they know of the teller from then on. */
export function withOccasionTold(world: World, event: Payload<'occasion_told'>): World {
  const { occasion, to, by = null, ...said } = event;
  const told = { [occasion]: { ...noOccasion, ...said } as Occasion };
  const present = presentIn(world);
  return to.reduce((after, who) => {
    const mind = withOccasionsTold(mindOf(after.state, who), told, present.includes(who));
    return withAudience(withMind(after, who, mind), by, [who]);
  }, world);
}

/** Of what goes on before somebody's eyes, what is to be seen. */
export const visibleOf = ({ name, props, onStart: { gives = [] } }: Occasion) => ({
  ...{ name, state: 'active' as const, props: [...props] },
  ...(gives.length > 0 && { onStart: { gives } }),
});

/** In an order that tells nothing of which was planned first. */
const byId = (occasions: Occasions): [string, Occasion][] =>
  Object.entries(occasions).sort(([one], [other]) => (one < other ? -1 : 1));

/**
 * Who comes in sees what goes on there: what somebody there has been at, or they themselves; and what they thought to go on and
 * is over, they know to be over. What was written before occasions had an audience they are told as well.
 */
export function withOccasionsSeen(world: World, who: CharacterId): World {
  const { all, handed } = world.state;
  const own = mindOf(world.state, who);
  const there = presentIn(world).map((id) => mindOf(world.state, id).attended);
  const known = joinedWith(own.occasions, handed);
  const [found, attended] = [{ ...known }, new Set(own.attended)];
  for (const [id, occasion] of byId(all.occasions)) {
    const before = known[id];
    if (occasion.state !== 'active') {
      if (before?.state === 'active') found[id] = { ...before, state: occasion.state };
    } else if ([own.attended, ...there].some((ids) => ids.includes(id))) {
      found[id] = { ...(before ?? noOccasion), ...visibleOf(occasion) };
      attended.add(id);
    }
  }
  if (Object.keys(found).length === 0) return world;
  return withMind(world, who, { ...own, occasions: found, attended: [...attended] });
}

/** Who goes leaves the props of what goes on behind, and learns no more of it. */
export function withOccasionsLeft(world: World, who: CharacterId): World {
  const own = mindOf(world.state, who);
  const active = Object.entries(own.occasions).filter(([, { state }]) => state === 'active');
  if (active.length === 0) return world;
  const without = active.reduce((mind, [, occasion]) => withoutPropsOf(mind, occasion), own);
  const left = Object.fromEntries(active.map(([id, occasion]) => [id, { ...occasion, props: [] }]));
  return withMind(world, who, { ...without, occasions: { ...own.occasions, ...left } });
}
