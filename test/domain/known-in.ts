import { type AnyKnown, Moment } from '../../src/domain/known/known.ts';
import { sealView, type Viewer, type ViewSource } from '../../src/domain/view.ts';
import type { World } from '../../src/domain/world/world.ts';

const unread = (viewer: Viewer): ViewSource => ({
  viewer,
  ...{ last: () => [], first: () => [], from: () => [], find: () => undefined, thatMaySay: () => [] },
  ...{ between: () => [], count: () => 0, countLines: () => 0, record: () => undefined, records: () => [] },
});

/** What somebody knows in a world of which nobody has read a message. */
export const knownIn = (world: World, who: Viewer): AnyKnown =>
  new Moment(world, (viewer) => sealView(unread(viewer))).known(who);
