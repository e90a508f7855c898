import { placeOf } from '../../../domain/decide/places.ts';
import type { NewEvent } from '../../../domain/events/events.ts';
import { bounds, type Fields, kinds, type SaidOf, saidOf } from '../../../domain/fiction/kinds.ts';
import { fiction } from '../../../domain/fiction/table.ts';
import type { CharacterId, Message, MessageId } from '../../../domain/message.ts';
import { oneLine } from '../../../domain/one-line.ts';
import { sanitize } from '../../../domain/sanitize.ts';
import { edgeIn, entityIn, type Mind, noEdge } from '../../../domain/world/mind.ts';
import { foldName, type Member } from '../../../domain/world/world.ts';
import { passingProps, withoutProps } from '../../story/occasions/props.ts';
import { withoutStaleProps } from './lasting.ts';
import { askedIn, askedName, type Noticed, type NoticedOfOther } from './schema.ts';
import { threadFacts } from './thread-facts.ts';

/** Who passes over which messages, and what they take to be so before it. */
export interface Passing {
  readonly owner: CharacterId;
  /** The others who are there, as far as the owner knows them. */
  readonly others: readonly Member[];
  /** The lines at the end of what the owner perceived that are asked about, in order. */
  readonly news: readonly Message[];
  /** Lines further back that are asked about beside them, as they read now. */
  readonly reread: readonly Message[];
  /** Those of all these that it is about: of each it is said how much it matters. */
  readonly scored: ReadonlySet<MessageId>;
  /** Those that the owner has passed over before: what was felt of them counts once. */
  readonly again: ReadonlySet<MessageId>;
  readonly mind: Mind;
  /** Id of what the owner remembers of a message. */
  readonly memory: (message: MessageId) => string;
  /** Id of a thread of this text. */
  readonly thread: (text: string) => string;
  /** The most messages that the owner has pinned. */
  readonly pinsMost: number;
}

/** How much of a text is looked at for each character that is kept. */
const readAhead = 4;

/** A text of a model as it may be kept: one line of a bounded length without controls; undefined for nothing. */
export const kept = (text: string | undefined, most: number = bounds.word): string | undefined => {
  const line = oneLine(sanitize((text ?? '').slice(0, most * readAhead)));
  return line.slice(0, most).replace(/[\ud800-\udbff]$/, '') || undefined;
};

/** The first of such texts, each once; undefined for none. */
export const allKept = (
  texts: readonly string[] | undefined,
  each: number,
  most: number,
): string[] | undefined =>
  texts && [...new Set(texts.slice(0, most).flatMap((text) => kept(text, each) ?? []))];

/** What a model said of a subject's fields, each within its bounds; what it did not say is absent. */
export function keptFields<F extends Fields>(fields: F, said: object): SaidOf<F> {
  const given = said as Readonly<Record<string, unknown>>;
  const within = Object.entries(fields).map(([name, field]) => {
    const [value, kind] = [given[askedName(name, field)], kinds[field.kind]];
    if (kind.type === 'list') return [name, allKept(value as string[] | undefined, kind.each, kind.most)];
    if (kind.type === 'flag') return [name, value];
    return [name, kept(value as string | undefined, kind.type === 'text' ? kind.most : bounds.word)];
  });
  return saidOf(fields, Object.fromEntries(within));
}

type Value = string | boolean | readonly string[] | undefined;

const same = (one: Value, other: Value): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields that say something else than what is held already. */
function differing<Fields extends object>(fields: Fields, held: object): Partial<Fields> | null {
  const before = held as Record<string, Value>;
  const entries = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !same(value as Value, before[name] ?? ''),
  );
  return entries.length > 0 ? (Object.fromEntries(entries) as Partial<Fields>) : null;
}

/** All lines that are asked about, in the order in which the question names them. */
export const linesOf = ({ reread, news }: Pick<Passing, 'reread' | 'news'>): readonly Message[] => [
  ...reread,
  ...news,
];

/** The last of these lines that was said between two, whoever else heard it. */
const spokenBetween = ({ owner, ...passing }: Passing, other: CharacterId): Message | undefined =>
  linesOf(passing).findLast(
    ({ speaker, perceived }) => speaker === other || (speaker === owner && perceived.includes(other)),
  );

/** Whether the owner has felt of all these lines what there is to feel. */
const isFelt = ({ scored, again }: Passing): boolean => [...scored].every((id) => again.has(id));

const isBetween = ({ knownTo }: Message, one: CharacterId, other: CharacterId): boolean =>
  knownTo.length === 2 && knownTo.includes(one) && knownTo.includes(other);

function edgeFact(
  passing: Passing,
  to: CharacterId,
  said: NoticedOfOther = {},
  time = passing.mind.world.time,
): NewEvent | null {
  const { owner, mind } = passing;
  const isAgain = isFelt(passing);
  const edge = edgeIn(mind, owner, to) ?? noEdge;
  const known = [...edge.knowledge, ...edge.privateMoments];
  const facts = (allKept(said.facts, bounds.fact, bounds.facts) ?? []).filter((one) => !known.includes(one));
  const isPrivate = linesOf(passing).some((one) => isBetween(one, owner, to));
  const spoken = spokenBetween(passing, to);
  const at = spoken && (time || spoken.at);
  const fields = {
    ...(!isAgain && said.affinity && { affinityDelta: said.affinity }),
    ...(!isAgain && said.trust && { trustDelta: said.trust }),
    ...(facts.length > 0 && { [isPrivate ? 'privateMoments' : 'learns']: facts }),
  };
  if (Object.keys(fields).length === 0) return null;
  const isLater = !isAgain && at !== undefined && at !== edge.lastInteraction;
  return {
    kind: 'edge_update',
    payload: { from: owner, to, ...fields, ...(isLater && { lastInteraction: at }), knownTo: [owner] },
  };
}

function entityFact({ owner, mind }: Passing, said: Noticed): NewEvent | null {
  const held = entityIn(mind, owner);
  const { inventory } = held;
  const gains = allKept(said.gains, bounds.word, bounds.inventory)?.filter((one) => !inventory.includes(one));
  const lost = allKept(said.loses, bounds.word, bounds.inventory)?.map(foldName) ?? [];
  const loses = inventory.filter((one) => lost.includes(foldName(one)));
  const changed = differing(keptFields(askedIn(fiction.entity), said), held);
  const fields = {
    ...changed,
    ...(gains && gains.length > 0 && { gains }),
    ...(loses.length > 0 && { loses }),
  };
  if (Object.keys(fields).length === 0) return null;
  return { kind: 'entity_state_change', payload: { entity: owner, ...fields, knownTo: [owner] } };
}

function activityFact(
  { owner, mind }: Passing,
  entity: CharacterId,
  said: Partial<Noticed> | NoticedOfOther,
): NewEvent | null {
  const of: Partial<Noticed> = said;
  const place = Object.entries(mind.containers).find(([, { name }]) => name === of.container)?.[0];
  const fields = {
    ...keptFields(askedIn(fiction.activity), of),
    container: of.container === undefined ? undefined : place,
  };
  const held = entityIn(mind, entity).activity;
  const isElsewhere = place !== undefined && place !== held.container;
  const changed = differing(fields, { ...held, slot: isElsewhere ? '' : held.slot });
  return changed && { kind: 'activity_change', payload: { entity, ...changed, knownTo: [owner] } };
}

/** From how much on a line that matters is remembered as it was said. */
export const memorable = 2;
const longestMemory = 400;

/** What is remembered of a line that matters so much, but for what names the props of an occasion; undefined where nothing is. */
export function memoryOfLine(
  { owner, others, mind, memory }: Pick<Passing, 'owner' | 'others' | 'mind' | 'memory'>,
  { id, speaker, role, text, perceived, at }: Message,
  significance: number,
): Extract<NewEvent, { kind: 'memory_written' }> | undefined {
  const who = speaker === owner ? 'I' : others.find((other) => other.id === speaker)?.name;
  const said = kept(withoutProps(text, passingProps(mind)), longestMemory);
  if (significance < memorable || said === undefined || role === 'tool') return undefined;
  const { time, place } = mind.world;
  const known = [owner, ...others.map((other) => other.id)];
  const about = { memory: memory(id), owner, text: who ? `${who}: ${said}` : said, significance, of: id };
  const where = { scene: mind.scenes.closed + 1, time, place };
  const witnesses = perceived.filter((one) => known.includes(one));
  return { kind: 'memory_written', payload: { ...about, ...where, witnesses, pinned: false }, at };
}

/** What matters much is remembered as it was said, line by line, once. */
const memoryFacts = (passing: Passing, weights: ReadonlyMap<MessageId, number>): NewEvent[] =>
  linesOf(passing)
    .filter(({ id }) => !passing.again.has(id))
    .flatMap((line) => memoryOfLine(passing, line, weights.get(line.id) ?? 0) ?? []);

/** How much each line matters that it is about, in their order: one number for all of them, or one for each, the last for the last. */
function weightsOf(passing: Passing, said: Noticed['significance']): ReadonlyMap<MessageId, number> {
  const lines = linesOf(passing);
  const each = typeof said === 'number' ? lines.map(() => said) : (said ?? []);
  const from = lines.length - each.length;
  const all = lines.map(({ id }, index) => [id, each[index - from] ?? 0] as const);
  return new Map(all.filter(([id]) => passing.scored.has(id)));
}

/** What lies where the owner is by then. */
function thingsFact({ owner, mind }: Passing, said: Noticed): NewEvent | null {
  const named = Object.entries(mind.containers).find(([, { name }]) => name === said.container)?.[0];
  const container = named ?? placeOf(mind, owner);
  const held = mind.containers[container];
  const things = allKept(said.things, bounds.word, bounds.list);
  if (!held || !things || same(things, held.things ?? [])) return null;
  return { kind: 'container_change', payload: { container, things, knownTo: [owner] } };
}

function worldFact({ owner, mind }: Passing, said: Noticed): NewEvent | null {
  const changed = differing(keptFields(fiction.world, said), mind.world);
  return changed && { kind: 'world_change', payload: { ...changed, knownTo: [owner] } };
}

/**
 * What one who perceived some lines makes of them, as events that they alone know: what they say that was not taken to be so
 * already, each text and number within its bounds. How much each line matters is always among them: it marks that this was done.
 */
export function factsOf(passing: Passing, found: Noticed): NewEvent[] {
  const noticed = withoutStaleProps({ ...passing, news: linesOf(passing) }, found);
  const { owner, others, pinsMost } = passing;
  const { significance: said, others: byName } = noticed;
  const weights = weightsOf(passing, said);
  const saidOf = (name: string) => (byName && Object.hasOwn(byName, name) ? byName[name] : undefined);
  return [
    [...weights].map(
      ([message, significance]): NewEvent => ({
        kind: 'significance_scored',
        payload: { owner, message, significance, pinsMost },
      }),
    ),
    ...others.flatMap(({ id, name }) => edgeFact(passing, id, saidOf(name), kept(noticed.time)) ?? []),
    entityFact(passing, noticed) ?? [],
    activityFact(passing, owner, noticed) ?? [],
    ...others.flatMap(({ id, name }) => activityFact(passing, id, saidOf(name) ?? {}) ?? []),
    thingsFact(passing, noticed) ?? [],
    worldFact(passing, noticed) ?? [],
    threadFacts(passing, {
      unresolved: allKept(noticed.unresolved, bounds.fact, bounds.list) ?? [],
      resolved: allKept(noticed.resolved, bounds.fact, bounds.list) ?? [],
    }),
    memoryFacts(passing, weights),
  ].flat();
}
