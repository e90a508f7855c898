import * as z from 'zod/mini';
import { bounds } from '../../../domain/fiction/kinds.ts';
import { fiction } from '../../../domain/fiction/table.ts';
import type { StateLine } from '../lines/state-lines.ts';
import { allKept, kept, keptFields } from '../pass/facts.ts';
import { lenient, lenientFields } from '../pass/schema.ts';

const { text, texts, flag, whole } = lenient;

const feltFields = z.object({
  affinity: whole(-bounds.total, bounds.total),
  trust: whole(-bounds.total, bounds.total),
  summary: text,
  knowledge_facts: texts,
});

/** What one is said to feel and know about another. */
export type Felt = z.output<typeof feltFields>;

const felt = z.catch(z.optional(feltFields), undefined);

const containerFields = z.object({ ...lenientFields(fiction.container), name: z.string() });

const doingFields = z.object({
  container: text,
  slot: text,
  posture: text,
  verb: text,
  duration: text,
  interruptible: flag,
  focus: text,
  holding: texts,
  attention: text,
});
const doing = z.catch(z.optional(doingFields), undefined);

const byName = <Field>(names: readonly string[], field: Field): Record<string, Field> =>
  Object.fromEntries(names.map((name) => [name, field]));

/** What all can see as a play begins: time, weather, place, containers, and what each of these does. */
export const sceneSchema = (names: readonly string[]) =>
  z._default(
    z.object({
      ...{ time: text, weather: text, place: text },
      containers: z.catch(z.optional(z.array(z.catch(z.nullable(containerFields), null))), undefined),
      entities: z.catch(z.optional(z.object(byName(names, doing))), undefined),
    }),
    {},
  );

/** What is within one of them: mood, goals, and what it feels about each of these. */
export const innerSchema = (names: readonly string[]) =>
  z._default(
    z.object({
      ...{ mood: text, goals: texts, status: text, inventory: texts },
      others: z.catch(z.optional(z.object(byName(names, felt))), undefined),
    }),
    {},
  );

/** How one and each of these stand to each other, both ways. */
export const relationshipSchema = (names: readonly string[]) => {
  const both = z.catch(z.optional(z.object({ towards: felt, back: felt })), undefined);
  return z._default(z.object({ others: z.catch(z.optional(z.object(byName(names, both))), undefined) }), {});
};

/** An edge as a line; null where nothing is said of it. */
export function edgeLine(from: string, to: string, said: Felt | undefined): StateLine | null {
  if (!said) return null;
  const { affinity, trust } = said;
  const summary = kept(said.summary, bounds.summary);
  const knowledge = allKept(said.knowledge_facts, bounds.fact, bounds.facts);
  const isEmpty = affinity === undefined && trust === undefined && !summary && !knowledge?.length;
  return isEmpty ? null : { type: 'edge', from, to, affinity, trust, summary, knowledge };
}

/** What was said of the scene, as lines. */
export function sceneLines(said: z.output<ReturnType<typeof sceneSchema>>): StateLine[] {
  const { time, weather, place, containers = [], entities = {} } = said;
  const places = (containers ?? []).flatMap((one): StateLine[] => {
    const name = kept(one?.name);
    if (!one || name === undefined) return [];
    return [{ type: 'container', ...keptFields(fiction.container, one), name }];
  });
  const known = new Set(places.map((line) => line.type === 'container' && line.name));
  const doings = Object.entries(entities ?? {}).flatMap(([name, one]): StateLine[] => {
    if (!one || Object.keys(one).length === 0) return [];
    const container = kept(one.container);
    return [
      {
        ...{ type: 'entity', name },
        activity: {
          container: container !== undefined && known.has(container) ? container : undefined,
          slot: kept(one.slot),
          posture: kept(one.posture),
          action: {
            verb: kept(one.verb),
            duration: kept(one.duration),
            interruptible: one.interruptible,
            attention: kept(one.focus),
          },
          holding: allKept(one.holding, bounds.word, bounds.list),
          attention: kept(one.attention, bounds.fact),
        },
      },
    ];
  });
  const world = { time: kept(time), weather: kept(weather), place: kept(place) };
  const isKnown = Object.values(world).some((one) => one !== undefined);
  return [...(isKnown ? [{ type: 'world' as const, ...world }] : []), ...places, ...doings];
}

/** What was said of one of them, as lines. */
export function innerLines(name: string, said: z.output<ReturnType<typeof innerSchema>>): StateLine[] {
  const own = {
    mood: kept(said.mood),
    goals: allKept(said.goals, bounds.fact, bounds.list),
    status: kept(said.status, bounds.fact),
    inventory: allKept(said.inventory, bounds.word, bounds.inventory),
  };
  const isKnown = Object.values(own).some((one) => one !== undefined && one.length > 0);
  const edges = Object.entries(said.others ?? {}).flatMap(([other, one]) => edgeLine(name, other, one) ?? []);
  return [...(isKnown ? [{ type: 'entity' as const, name, ...own }] : []), ...edges];
}
