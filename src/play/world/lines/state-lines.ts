import * as z from 'zod/mini';
import { SottoError } from '../../../domain/errors.ts';
import type { StateChange } from '../../../domain/events/state-kinds.ts';
import { type Field, type Fields, kinds, type SaidOf, saidOf } from '../../../domain/fiction/kinds.ts';
import { fiction } from '../../../domain/fiction/table.ts';
import { oneLine } from '../../../domain/one-line.ts';
import { foldName } from '../../../domain/world/world.ts';
import { occasionChange, occasionLine } from '../../story/occasions/occasion-line.ts';

const maybeText = z.optional(z.string());
const texts = z.optional(z.array(z.string()));
const yes = z.optional(z.nullable(z.boolean()));
const figure = z.optional(z.number());

/** What a line says of a field of each type; what is not here is a text. */
interface LineTypes {
  readonly list: typeof texts;
  readonly flag: typeof yes;
  readonly figure: typeof figure;
}

type TypeOf<F extends Field> = (typeof kinds)[F['kind']]['type'];
type LineOf<F extends Fields> = {
  [Name in keyof F]: TypeOf<F[Name]> extends keyof LineTypes
    ? LineTypes[TypeOf<F[Name]>]
    : TypeOf<F[Name]> extends 'choice'
      ? z.ZodMiniOptional<(typeof kinds)[F[Name]['kind']]['shape']>
      : typeof maybeText;
};

const lineTypes: LineTypes = { list: texts, flag: yes, figure };

/** The fields of a subject as a line says them, each or none, their bounds not checked yet. */
const lineFields = <F extends Fields>(fields: F): LineOf<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => {
      const { type, shape } = kinds[kind];
      if (type === 'choice') return [name, z.optional(shape)];
      return [name, Object.hasOwn(lineTypes, type) ? lineTypes[type as keyof LineTypes] : maybeText];
    }),
  ) as LineOf<F>;

const activity = z.object({
  container: maybeText,
  slot: maybeText,
  posture: maybeText,
  action: z.optional(
    z.object({ verb: maybeText, duration: maybeText, interruptible: yes, attention: maybeText }),
  ),
  holding: texts,
  attention: maybeText,
  status: maybeText,
});

/** A line that says what is so, in the shapes in which it is printed; what is absent stays, ids count for nothing. */
export const stateLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('world'), ...lineFields(fiction.world) }),
  z.object({
    type: z.literal('container'),
    ...lineFields(fiction.container),
    name: z.string(),
    holds: z.optional(z.array(z.object({ entity: z.string(), slot: maybeText }))),
  }),
  z.object({
    type: z.literal('entity'),
    name: z.string(),
    ...lineFields(fiction.entity),
    activity: z.optional(activity),
    inventory: texts,
  }),
  z.object({
    type: z.literal('edge'),
    from: z.string(),
    to: z.string(),
    ...lineFields(fiction.edge),
  }),
  z.object({ type: z.literal('thread'), ...lineFields(fiction.thread), text: z.string() }),
  z.object({ type: z.literal('group'), ...lineFields(fiction.group) }),
  occasionLine,
]);

/** What is so, as a line says it. */
export type StateLine = z.infer<typeof stateLine>;

/** Lines from outside. Throws SottoError `bad_state` with the number of the first that is none. */
export function stateLinesIn(values: readonly unknown[], where: string): StateLine[] {
  return values.map((value, at) => {
    const read = z.safeParse(stateLine, value);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    const field = issue && issue.path.length > 0 ? ` (${issue.path.join('.')}: ${issue.message})` : '';
    const message = `line ${at + 1} of ${where} is not a valid world, container, entity, edge, thread, group or occasion line${field}; see docs/commands.md`;
    throw new SottoError('usage', 'bad_state', message);
  });
}

/** What lines are read with: who bears a name (throws where nobody does), and the id of a place, a thread or an occasion. */
export interface LineReader {
  readonly who: (name: string) => string;
  readonly container: (name: string) => string;
  readonly thread: (text: string) => string;
  readonly occasion: (name: string) => string;
}

/** Ids of places, threads and occasions of a chat, made from what they are called. */
export const namedIds = (
  idFor: (about: string) => string,
  chat: string,
): Pick<LineReader, 'container' | 'thread' | 'occasion'> => ({
  container: (name) => idFor(`container\n${chat}\n${foldName(name)}`),
  thread: (said) => idFor(`thread\n${chat}\n${foldName(said)}`),
  occasion: (name) => idFor(`occasion\n${chat}\n${foldName(name)}`),
});

type Said<Line> = { readonly [Name in keyof Line]?: Exclude<Line[Name], undefined> };
const said = <Line extends object>(line: Line): Said<Line> =>
  Object.fromEntries(Object.entries(line).filter(([, value]) => value !== undefined)) as Said<Line>;
const calm = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : oneLine(value);
const calmAll = (values: readonly string[] | undefined): string[] | undefined =>
  values?.map(oneLine).filter((one) => one !== '');

/** What a line says of a subject's fields, each calm; null says nothing. */
function calmed<F extends Fields>(fields: F, line: object): SaidOf<F> {
  const given = line as Readonly<Record<string, unknown>>;
  const read = Object.entries(fields).map(([name, { kind }]) => {
    const value = given[name] ?? undefined;
    if (Array.isArray(value)) return [name, calmAll(value)];
    if (typeof value === 'number') return [name, Math.round(value)];
    if (typeof value !== 'string') return [name, value];
    return [name, kind === 'summary' ? value.trim() : calm(value)];
  });
  return saidOf(fields, Object.fromEntries(read));
}

function entityChanges(line: Extract<StateLine, { type: 'entity' }>, read: LineReader): StateChange[] {
  const entity = read.who(line.name);
  const gains = said({ gains: calmAll(line.inventory) });
  const changes = [{ what: 'entity', entity, ...calmed(fiction.entity, line), ...gains } as StateChange];
  if (!line.activity) return changes;
  const { container, action = {}, ...does } = line.activity;
  const { attention: demands, ...how } = action;
  const place = container ? read.container(container) : container;
  const fields = calmed(fiction.activity, { ...does, ...how, demands });
  return [...changes, { what: 'activity', entity, ...fields, ...said({ container: place }) } as StateChange];
}

function containerChanges(line: Extract<StateLine, { type: 'container' }>, read: LineReader): StateChange[] {
  const container = read.container(line.name);
  const { things, ...fields } = calmed(fiction.container, line);
  return [
    { what: 'container', container, ...fields } as StateChange,
    ...(line.holds ?? []).map(({ entity, slot = '' }): StateChange => {
      return { what: 'activity', entity: read.who(entity), container, slot: oneLine(slot) };
    }),
    ...(things && things.length > 0 ? [{ what: 'container' as const, container, things }] : []),
  ];
}

function edgeChange(line: Extract<StateLine, { type: 'edge' }>, read: LineReader): StateChange {
  const { knowledge: learns, ...felt } = calmed(fiction.edge, line);
  return { what: 'edge', from: read.who(line.from), to: read.who(line.to), ...felt, ...said({ learns }) };
}

function changesOfLine(line: StateLine, read: LineReader): StateChange[] {
  switch (line.type) {
    case 'world':
      return [{ what: 'world', ...calmed(fiction.world, line) }];
    case 'container':
      return containerChanges(line, read);
    case 'entity':
      return entityChanges(line, read);
    case 'edge':
      return [edgeChange(line, read)];
    case 'thread': {
      const { text, state = 'open' } = line;
      return [{ what: 'thread', thread: read.thread(text), text: oneLine(text), state }];
    }
    case 'group':
      return [{ what: 'group', ...calmed(fiction.group, line) }];
    case 'occasion':
      return [occasionChange(line, read.occasion(line.name))];
  }
}

const order = ['world', 'container', 'entity', 'edge', 'thread', 'group', 'occasion'];

/** What lines change, places before who is in them. Throws what the reader throws. */
export const changesOf = (lines: readonly StateLine[], read: LineReader): StateChange[] =>
  [...lines]
    .sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type))
    .flatMap((line) => changesOfLine(line, read));
