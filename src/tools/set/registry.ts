import * as z from 'zod/mini';
import type { Tool } from '../tool.ts';
import { remember, visitChat, visitLink, webSearch } from './ask.ts';
import { listMembers, triggerCharacter } from './cast.ts';
import { rollDice } from './dice.ts';
import { textEntropy } from './entropy.ts';
import { invokeInstruction } from './invoke.ts';
import { sendNote, setAuthorNote, setScenario } from './notes.ts';
import { listPlayed, plan } from './plan.ts';
import { splitOutCharacter } from './split.ts';
import { recallStory, thread } from './story.ts';

/** Every tool that sotto brings, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  listMembers,
  triggerCharacter,
  sendNote,
  setAuthorNote,
  setScenario,
  rollDice,
  textEntropy,
  remember,
  visitChat,
  recallStory,
  thread,
  plan,
  listPlayed,
  invokeInstruction,
  splitOutCharacter,
  visitLink,
  webSearch,
];

const folded = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The tool of this name, or that the original calls so; undefined for none. */
export const toolNamed = (name: string, among: readonly Tool[] = tools): Tool | undefined =>
  among.find((one) => [one.name, one.alias ?? one.name].some((known) => folded(known) === folded(name)));

const schemas = new WeakMap<Tool, Readonly<Record<string, unknown>>>();

/** The JSON schema of what a tool is given, made once. */
export function schemaOf(one: Tool): Readonly<Record<string, unknown>> {
  const known = schemas.get(one);
  if (known) return known;
  const { $schema: _, ...schema } = z.toJSONSchema(one.parameters) as Record<string, unknown>;
  schemas.set(one, schema);
  return schema;
}

/** What a tool is given, under sotto's own names. */
function inOwnWords({ aliases = {} }: Tool, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, given]) => {
      const own = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
      return [Object.hasOwn(value, own) ? name : own, given];
    }),
  );
}

const mostIssues = 3;

/** What a model gave a tool, read by its schema; else why it cannot be taken. */
export function readArguments(
  one: Tool,
  json: string,
): { readonly given: unknown } | { readonly wrong: string } {
  let value: unknown;
  try {
    value = json.trim() === '' ? {} : JSON.parse(json);
  } catch {
    return { wrong: `the arguments of ${one.name} are not JSON` };
  }
  const read = z.safeParse(one.parameters, inOwnWords(one, value));
  if (read.success) return { given: read.data };
  const issues = read.error.issues
    .slice(0, mostIssues)
    .map(({ path, message }) => `${path.length === 0 ? 'the arguments' : path.join('.')}: ${message}`);
  return { wrong: `${one.name} cannot take that: ${issues.join('; ')}` };
}
