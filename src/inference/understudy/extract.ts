import type { CompletionRequest } from '../backend.ts';
import { type NoticedLine, noticeIn, sentenceAbout } from './noticing.ts';
import { piecesOf } from './tokens.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Whose part of an answer is filled in: of the one who is asked, or of another by name. */
interface Filling {
  readonly seen: NoticedLine;
  readonly name: string;
  readonly text: string;
  /** Whether what need not be there is left out. */
  readonly isShort: boolean;
}

/** Whether a value must be there, and how deep in the answer it is. */
interface How {
  readonly isMust: boolean;
  readonly depth: number;
}

/** What a word counts on a scale to 100. */
const strong = 20;
const deepest = 8;
const mostItems = 16;
/** Lines of which it is said how much each matters. */
const mostWeighed = 500;

const listOf = (value: unknown): readonly Schema[] => (Array.isArray(value) ? value : []);
const isOwn = ({ seen, name }: Filling): boolean => name === seen.asked;
const isSpeaker = ({ seen, name }: Filling): boolean => name === seen.speaker;

/** What a key asks for, as far as the rules know it; undefined where the text says nothing of it. */
function textFor(key: string, filling: Filling): string | undefined {
  const { seen } = filling;
  switch (key) {
    case 'mood':
      return seen.warmth === 0 ? undefined : seen.warmth > 0 ? 'pleased' : 'hurt';
    case 'verb':
      return isSpeaker(filling) ? (seen.verb ?? 'talking') : undefined;
    case 'posture':
      return isSpeaker(filling) ? seen.posture : undefined;
    case 'left_to':
      return seen.presence.leftTo;
    case 'time':
    case 'weather':
    case 'place':
      return seen[key];
    case 'summary':
      return filling.name === seen.asked
        ? seen.scene || seen.line.slice(0, 200) || undefined
        : sentenceAbout(seen, filling.name)?.text;
    case 'gist':
    case 'text':
    case 'description':
      return seen.line.slice(0, 200) || undefined;
    case 'name':
      return seen.speaker || undefined;
    default:
      return undefined;
  }
}

function listFor(key: string, filling: Filling): string[] {
  const { seen } = filling;
  const { given } = seen;
  if (key === 'knowledge_facts' || key === 'facts') return isSpeaker(filling) ? [...seen.facts] : [];
  if (key === 'left' || key === 'came') return [...seen.presence[key]];
  if (key === 'gains') return given && !isSpeaker(filling) && isOwn(filling) ? [given] : [];
  if (key === 'loses') return given && isSpeaker(filling) ? [given] : [];
  return [];
}

function numberFor(key: string, filling: Filling, { maximum }: Schema): number {
  const { seen, name } = filling;
  if (Number(maximum) > 3 && key !== 'significance') {
    const about = sentenceAbout(seen, name);
    return (/trust/.test(key) ? (about?.trust ?? 0) : (about?.warmth ?? 0)) * strong;
  }
  if (key === 'significance') return seen.significance;
  if (!isSpeaker(filling)) return 0;
  if (/affinity|warmth|liking/.test(key)) return seen.warmth;
  return /trust/.test(key) ? seen.trust : 0;
}

const bounded = (value: number, { minimum = -1e9, maximum = 1e9 }: Schema): number =>
  Math.max(Number(minimum), Math.min(Number(maximum), value));

/** A value of a schema; undefined where there is nothing to say and it need not be there. */
function filled(schema: Schema, key: string, filling: Filling, how: How): unknown {
  const { isMust, depth } = how;
  const { type } = schema;
  if (depth > deepest) return isMust ? null : undefined;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) {
    const isSaid = (one: unknown) => typeof one === 'string' && one !== '' && filling.text.includes(one);
    const { ends } = filling.seen;
    const said = key === 'reason' && schema.enum.includes(ends) ? ends : schema.enum.find(isSaid);
    return said ?? (isMust ? schema.enum[0] : undefined);
  }
  const [way] = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  if (way) return filled(way, key, filling, { isMust, depth: depth + 1 });
  if (Array.isArray(type))
    return filled({ ...schema, type: type[0] }, key, filling, { isMust, depth: depth + 1 });
  if (type === 'object') return objectOf(schema, filling, { isMust, depth });
  if (type === 'array') return arrayOf(schema, key, filling, how);
  if (type === 'integer' || type === 'number') {
    const value = bounded(numberFor(key, filling, schema), schema);
    return value !== 0 || isMust ? value : undefined;
  }
  if (type === 'boolean') {
    const isOver = key === 'is_over' && filling.seen.ends !== undefined;
    return isOver || (isMust ? false : undefined);
  }
  if (type === 'string') {
    const text = textFor(key, filling)?.slice(0, Number(schema.maxLength ?? 200));
    return text ?? (isMust ? '' : undefined);
  }
  return isMust ? null : undefined;
}

function arrayOf(
  { items, minItems = 0, maxItems = mostItems }: Schema,
  key: string,
  filling: Filling,
  { isMust, depth }: How,
): unknown[] | undefined {
  const of: Schema = Object(items ?? {});
  const isTexts = of.type === 'string' && of.const === undefined && !Array.isArray(of.enum);
  const cut = (text: string) => text.slice(0, Number(of.maxLength ?? text.length));
  const least = Math.min(Number(minItems), key === 'significance' ? mostWeighed : mostItems);
  const all: unknown[] = isTexts ? listFor(key, filling).slice(0, Number(maxItems)).map(cut) : [];
  if (key === 'significance' && least > 0) all.push(...filling.seen.weights.slice(-least));
  while (all.length < least) all.push(filled(of, key, filling, { isMust: true, depth: depth + 1 }));
  return all.length > 0 || isMust ? all : undefined;
}

function objectOf(
  { properties, required }: Schema,
  filling: Filling,
  { isMust, depth }: How,
): Record<string, unknown> | undefined {
  const must = new Set(Array.isArray(required) ? required : []);
  const entries = Object.entries(Object(properties ?? {}) as Record<string, Schema>).flatMap(
    ([key, schema]) => {
      if (filling.isShort && !must.has(key)) return [];
      const { seen, name } = filling;
      const isSet = seen.handSet.has(name === seen.asked ? key : `${JSON.stringify(name)} ${key}`);
      if (isSet && !must.has(key)) return [];
      const isPerson = schema.type === 'object' && /^\p{Lu}/u.test(key);
      const inside = isPerson ? { ...filling, name: key } : filling;
      const value = filled(schema, key, inside, { isMust: must.has(key), depth: depth + 1 });
      return value === undefined ? [] : [[key, value] as const];
    },
  );
  return entries.length > 0 || isMust ? Object.fromEntries(entries) : undefined;
}

/** The JSON schema of an object that a request wants; undefined where it wants a line. */
export function wantedSchema({
  shapes = [],
  sampling,
}: Partial<Pick<CompletionRequest, 'shapes' | 'sampling'>>): Schema | undefined {
  const all = [...shapes, sampling ?? {}].map((shape) =>
    'json_schema' in shape ? shape.json_schema : undefined,
  );
  return all.find((schema) => schema?.type === 'object');
}

/** JSON of a schema, by rule from what stands in the text: the same text gives the same. Within so many tokens. */
export function answerInJson(prompt: string, schema: Schema, maxTokens: number): string {
  const seen = noticeIn(prompt);
  const about = { seen, name: seen.asked, text: seen.line };
  const how = { isMust: true, depth: 0 };
  const long = JSON.stringify(objectOf(schema, { ...about, isShort: false }, how));
  if (piecesOf(long).length <= maxTokens) return long;
  return JSON.stringify(objectOf(schema, { ...about, isShort: true }, how));
}
