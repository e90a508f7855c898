import * as z from 'zod/mini';
import { bounds, kinds, shapesOf } from '../fiction/kinds.ts';
import { fiction } from '../fiction/table.ts';
import { by, define, id, knownTo } from './event-parts.ts';

const word = z.string().check(z.maxLength(bounds.word));
const fact = z.string().check(z.maxLength(bounds.fact));
const things = z.array(word).check(z.maxLength(bounds.inventory));
const delta = z.int().check(z.gte(-bounds.delta), z.lte(bounds.delta));

/** What one feels about another: deltas come from a turn, totals and what is forgotten from a person's hand. */
const { knowledge: facts, privateMoments, lastInteraction, ...felt } = shapesOf(fiction.edge);
const edgeFields = {
  from: id,
  to: id,
  affinityDelta: z.optional(delta),
  trustDelta: z.optional(delta),
  ...felt,
  learns: facts,
  forgets: facts,
  privateMoments,
  lastInteraction,
};
const entityFields = {
  ...{ entity: id, ...shapesOf(fiction.entity) },
  gains: z.optional(things),
  loses: z.optional(things),
};
const activityFields = { entity: id, ...shapesOf(fiction.activity) };
const worldFields = shapesOf(fiction.world);
const containerFields = { container: id, ...shapesOf(fiction.container) };
const threadFields = { thread: id, ...shapesOf(fiction.thread) };
/** Who gets what, learns what about whom, and comes to stand how to whom. */
const effects = z.object({
  gives: z.optional(z.array(z.object({ who: id, object: word })).check(z.maxLength(bounds.list))),
  teaches: z.optional(z.array(z.object({ who: id, about: id, fact })).check(z.maxLength(bounds.list))),
  relates: z.optional(z.array(z.object({ from: id, to: id, text: fact })).check(z.maxLength(bounds.list))),
});
/** What an occasion is, as far as whoever is told of it is to know. */
export const occasionFields = {
  ...{ occasion: id, ...shapesOf(fiction.occasion) },
  onStart: z.optional(effects),
  onComplete: z.optional(effects),
};
/**
 * Who knows of it is named, be it nobody; `isOpen`: whether that is what all who were there were told, and so whoever is told of the
 * past. Absent in what was written before occasions had an audience: all who are there know of it, and whoever comes in.
 */
const occasionChange = { ...occasionFields, isOpen: z.optional(z.boolean()) };
const groupFields = shapesOf(fiction.group);

/** What a change of state says, by what it changes; absent fields stay as they were. */
export const stateChange = z.discriminatedUnion('what', [
  z.object({ what: z.literal('edge'), ...edgeFields }),
  z.object({ what: z.literal('entity'), ...entityFields }),
  z.object({ what: z.literal('activity'), ...activityFields }),
  z.object({ what: z.literal('world'), ...worldFields }),
  z.object({ what: z.literal('container'), ...containerFields }),
  z.object({ what: z.literal('thread'), ...threadFields }),
  z.object({ what: z.literal('group'), ...groupFields }),
  z.object({ what: z.literal('occasion'), ...occasionChange }),
]);

/** What a change of state says. */
export type StateChange = z.infer<typeof stateChange>;
/** What an occasion brings about. */
export type Effects = z.infer<typeof effects>;

/** What a person may set by hand, as the log names it. */
export const editTargets = [
  'edge_affinity',
  'edge_trust',
  'edge_summary',
  'knowledge_facts',
  'mood',
  'goals',
  'status',
  'traits',
  'inventory',
  'activity',
  'world',
  'container',
  'thread',
  'group',
  'occasion',
] as const;

/** What a message tells all who were there, and a person may let be so: that somebody has gone out of earshot, or come into it. */
const proposalFields = { message: id, what: z.enum(['leaves', 'arrives']), who: id };

/** Kinds of events about the state of the fiction. */
export const stateKinds = {
  edge_update: define('edge_update', 1, z.object({ ...edgeFields, knownTo })),
  entity_state_change: define('entity_state_change', 1, z.object({ ...entityFields, knownTo })),
  activity_change: define('activity_change', 1, z.object({ ...activityFields, knownTo })),
  world_change: define('world_change', 1, z.object({ ...worldFields, knownTo })),
  container_change: define('container_change', 1, z.object({ ...containerFields, knownTo })),
  thread_change: define('thread_change', 1, z.object({ ...threadFields, knownTo })),
  /** What all of a group keep together, where they kept nothing before; then `group_node_updated`. */
  group_node_initialized: define('group_node_initialized', 1, z.object({ ...groupFields, knownTo })),
  group_node_updated: define('group_node_updated', 1, z.object({ ...groupFields, knownTo })),
  occasion_change: define('occasion_change', 1, z.object({ ...occasionChange, knownTo })),
  /** What a person set by hand; what was before stands in the log. */
  manual_edit: define(
    'manual_edit',
    1,
    z.object({ target: z.enum(editTargets), change: stateChange, knownTo, by }),
  ),
  /**
   * A pivotal message is pinned by itself, among at most `pinsMost` pins of its owner; null: what was found of it holds no
   * longer, and such a pin is gone.
   */
  significance_scored: define(
    'significance_scored',
    1,
    z.object({
      ...{ owner: id, message: id, significance: z.nullable(kinds.level.shape) },
      ...{ pinsMost: z.int().check(z.gte(0)), by },
    }),
  ),
  /** Known to those who were there; changes nothing until it is agreed to. `where` is where somebody went. */
  proposal_made: define(
    'proposal_made',
    1,
    z.object({ ...proposalFields, where: z.optional(word), knownTo }),
  ),
  /** What comes of one that is agreed to stands beside this, in the same turn. */
  proposal_answered: define(
    'proposal_answered',
    1,
    z.object({ ...proposalFields, isAccepted: z.boolean(), by }),
  ),
} as const;
