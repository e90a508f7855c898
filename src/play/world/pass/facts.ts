import type { NewEvent } from '../../../domain/events/events.ts';
import { bounds } from '../../../domain/events/state-kinds.ts';
import type { CharacterId, Message, MessageId } from '../../../domain/message.ts';
import { oneLine } from '../../../domain/one-line.ts';
import { sanitize } from '../../../domain/sanitize.ts';
import { edgeIn, entityIn, type Mind, noEdge } from '../../../domain/world/mind.ts';
import { foldName, type Member } from '../../../domain/world/world.ts';
import { withoutStaleProps } from './lasting.ts';
import type { Noticed, NoticedOfOther } from './schema.ts';

/** Who passes over which messages, and what they take to be so before it. */
export interface Passing {
  readonly owner: CharacterId;
  /** The others who are there, as far as the owner knows them. */
  readonly others: readonly Member[];
  /** The message that it is about. */
  readonly message: Message;
  /** What is new to the owner, that message last. */
  readonly news: readonly Message[];
  /** Whether the owner has passed over that message before: what was felt of it counts once. */
  readonly isAgain: boolean;
  readonly mind: Mind;
  /** Id of what the owner remembers of a message. */
  readonly memory: (message: MessageId) => string;
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

/** The last of the news that was said between two, whoever else heard it. */
const spokenBetween = ({ owner, news }: Passing, other: CharacterId): Message | undefined =>
  news.findLast(
    ({ speaker, perceived }) => speaker === other || (speaker === owner && perceived.includes(other)),
  );

const isBetween = ({ knownTo }: Message, one: CharacterId, other: CharacterId): boolean =>
  knownTo.length === 2 && knownTo.includes(one) && knownTo.includes(other);

function edgeFact(passing: Passing, to: CharacterId, said: NoticedOfOther = {}): NewEvent | null {
  const { owner, mind, message, isAgain } = passing;
  const edge = edgeIn(mind, owner, to) ?? noEdge;
  const known = [...edge.knowledge, ...edge.privateMoments];
  const facts = (allKept(said.knowledge_facts, bounds.fact, bounds.facts) ?? []).filter(
    (one) => !known.includes(one),
  );
  const isPrivate = isBetween(message, owner, to);
  const at = spokenBetween(passing, to)?.at;
  const fields = {
    ...(!isAgain && said.affinity_delta && { affinityDelta: said.affinity_delta }),
    ...(!isAgain && said.trust_delta && { trustDelta: said.trust_delta }),
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
  const changed = differing(
    {
      mood: kept(said.mood),
      status: kept(said.status, bounds.fact),
      goals: allKept(said.goals, bounds.fact, bounds.list),
    },
    { ...held, goals: held.goals },
  );
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
    container: of.container === undefined ? undefined : place,
    slot: kept(of.slot),
    posture: kept(of.posture),
    verb: kept(of.verb),
    duration: kept(of.duration),
    interruptible: of.interruptible,
    demands: kept(of.required_attention),
    holding: allKept(of.holding, bounds.word, bounds.list),
    attention: kept(of.attention, bounds.fact),
  };
  const changed = differing(fields, entityIn(mind, entity).activity);
  return changed && { kind: 'activity_change', payload: { entity, ...changed, knownTo: [owner] } };
}

const memorable = 2;
const longestMemory = 400;

/** What matters much is remembered as it was said, line by line. */
function memoryFacts(passing: Passing, significance: number): NewEvent[] {
  const { owner, others, mind, news, memory, isAgain } = passing;
  if (significance < memorable || isAgain) return [];
  const { time, place } = mind.world;
  const known = [owner, ...others.map(({ id }) => id)];
  return news.flatMap(({ id, speaker, text, perceived }): NewEvent[] => {
    const who = speaker === owner ? 'I' : others.find((other) => other.id === speaker)?.name;
    const said = kept(text, longestMemory);
    if (said === undefined) return [];
    const about = { memory: memory(id), owner, text: who ? `${who}: ${said}` : said, significance, of: id };
    const where = { scene: mind.scenes.closed + 1, time, place };
    const witnesses = perceived.filter((one) => known.includes(one));
    return [{ kind: 'memory_written', payload: { ...about, ...where, witnesses, pinned: false } }];
  });
}

function worldFact({ owner, mind }: Passing, said: Noticed): NewEvent | null {
  const fields = { time: kept(said.time), weather: kept(said.weather), place: kept(said.place) };
  const changed = differing(fields, mind.world);
  return changed && { kind: 'world_change', payload: { ...changed, knownTo: [owner] } };
}

/**
 * What one who perceived a message makes of it, as events that they alone know: what it says that they did not take to be so
 * already, each text and number within its bounds. How much it matters is always among them: it marks that this was done.
 */
export function factsOf(passing: Passing, found: Noticed): NewEvent[] {
  const noticed = withoutStaleProps(passing, found);
  const { owner, others, pinsMost } = passing;
  const message = passing.message.id;
  const { significance = 0, others: byName } = noticed;
  const saidOf = (name: string) => (byName && Object.hasOwn(byName, name) ? byName[name] : undefined);
  return [
    { kind: 'significance_scored', payload: { owner, message, significance, pinsMost } } as NewEvent,
    ...others.flatMap(({ id, name }) => edgeFact(passing, id, saidOf(name)) ?? []),
    entityFact(passing, noticed) ?? [],
    activityFact(passing, owner, noticed) ?? [],
    ...others.flatMap(({ id, name }) => activityFact(passing, id, saidOf(name) ?? {}) ?? []),
    worldFact(passing, noticed) ?? [],
    memoryFacts(passing, significance),
  ].flat();
}
