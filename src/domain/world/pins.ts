import type { Payload } from '../events/events.ts';
import type { Pin, World } from './world.ts';

const isSame = (one: Pin, { message, owner }: Pin): boolean => one.message === message && one.owner === owner;

/** A message is pinned by hand, also one that was pinned by itself before. */
export const withPin = (world: World, { message, owner }: Pin): World => {
  const known = world.pins.find((pin) => isSame(pin, { message, owner }));
  if (known && !known.auto) return world;
  const pins = known
    ? world.pins.map((pin) => (pin === known ? { message, owner } : pin))
    : [...world.pins, { message, owner }];
  return { ...world, pins };
};

/** A message is pinned no more. */
export const withoutPin = (world: World, pin: Pin): World => ({
  ...world,
  pins: world.pins.filter((one) => !isSame(one, pin)),
});

const pivotal = 3;

/**
 * A pivotal message is pinned by itself. Of an owner's pins beyond the most, the oldest that nobody set by hand gives way,
 * which may be this one (RP-035, RP-036). One that is scored no more loses the pin that came by itself.
 */
export function withSignificance(world: World, payload: Payload<'significance_scored'>): World {
  const { owner, message, significance, pinsMost } = payload;
  const pinned = world.pins.find((pin) => isSame(pin, { message, owner }));
  if (significance === null) return pinned?.auto ? withoutPin(world, pinned) : world;
  if (significance < pivotal || pinned) return world;
  const pins = [...world.pins, { message, owner, auto: true as const }];
  const own = pins.filter((pin) => pin.owner === owner);
  const excess = own.length - pinsMost;
  const gone = excess > 0 ? own.filter(({ auto }) => auto).slice(0, excess) : [];
  return { ...world, pins: pins.filter((pin) => !gone.includes(pin)) };
}
