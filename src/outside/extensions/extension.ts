import * as z from 'zod/mini';
import type { Message } from '../../domain/message.ts';
import { type AnyCaller, failed, type Outcome, type Tool } from '../../tools/tool.ts';
import { type Bounds, cleanResult, mostOfDescription } from '../bounded/bounds.ts';
import { oneLine, parametersOf } from '../bounded/parameters.ts';
import type { Found } from './found.ts';
import { inProcess } from './run.ts';

const mostMessages = 50;
const mostOfWhy = 200;

const described = z.object({ description: z.string(), parameters: z.optional(z.unknown()) });
const answered = z.union([
  z.string(),
  z.object({
    result: z.string(),
    text: z.optional(z.string()),
    for: z.optional(z.enum(['line', 'caller'])),
  }),
]);

const why = (error: unknown): string => oneLine(Object(error).message, mostOfWhy);

/** A copy of what a caller knows, as plain values: nothing wider, and nothing that can be asked for more. */
export function copyOf({ who, known, now }: AnyCaller): Record<string, unknown> {
  const nameOf = (id: Message['speaker']) => known.cast.find((one) => one.id === id)?.name ?? '';
  const messages = known.view
    .last(mostMessages)
    .filter(({ role, hidden }) => role === 'character' && !hidden)
    .map(({ speaker, text, at }) => ({ speaker: nameOf(speaker), text, at }));
  const cast = known.cast.map(({ name, present }) => ({ name, present }));
  return { name: who.name, now, cast, messages, mind: known.mind };
}

/** The tool that an allowed extension is; rejects with an error whose message says why there is none. */
export async function extensionTool(runner: string, found: Found, bounds: Bounds): Promise<Tool> {
  const read = described.safeParse(await inProcess(runner, found, { bounds }));
  if (!read.success) throw new Error('it does not export a description and a function to run');
  const { description, parameters } = read.data;
  return {
    name: found.name.replaceAll('-', '_'),
    description: oneLine(description, mostOfDescription) || found.name,
    parameters: parametersOf(parameters),
    confirm: 'files',
    run: (given, caller, signal) => called(runner, found, { given, caller, bounds, signal }),
  };
}

async function called(
  runner: string,
  found: Found,
  {
    given,
    caller,
    ...how
  }: { given: unknown; caller: AnyCaller; bounds: Bounds; signal: AbortSignal | undefined },
): Promise<Outcome> {
  const { bounds } = how;
  try {
    const call = { given, caller: copyOf(caller) };
    const read = answered.safeParse(await inProcess(runner, found, { call, ...how }));
    if (!read.success) return failed(`${found.name} answered neither a text nor a result`);
    if (typeof read.data === 'string') return { result: cleanResult(read.data, bounds.result) };
    const { result, text, for: whom } = read.data;
    return {
      result: cleanResult(result, bounds.result),
      ...(text !== undefined && { text: cleanResult(text, bounds.result) }),
      ...(whom !== undefined && { for: whom }),
    };
  } catch (error) {
    return failed(`${found.name} did not answer: ${why(error)}`);
  }
}
