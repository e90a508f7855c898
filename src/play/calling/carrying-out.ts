import { calmed, decide } from '../../domain/decide/decide.ts';
import { drawnNumbers } from '../../domain/drawn-numbers.ts';
import { isSottoError } from '../../domain/errors.ts';
import type { NewEvent } from '../../domain/events/events.ts';
import { mostOfCall } from '../../domain/events/tool-kinds.ts';
import type { Known } from '../../domain/known/known.ts';
import type { CharacterId } from '../../domain/message.ts';
import { sanitize } from '../../domain/sanitize.ts';
import type { Member, Whole } from '../../domain/world/world.ts';
import type { ToolCall } from '../../inference/backend.ts';
import { readArguments, toolNamed } from '../../tools/set/registry.ts';
import { type AnyCaller, type Caller, failed, type Outcome, type Tool } from '../../tools/tool.ts';
import { instructionNamed, instructionsFor } from '../lore/guides.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { playedBefore } from '../story/scenes/played-before.ts';
import { typedIn } from '../texts/scripts.ts';
import { hasPast, isAgreedTo } from '../tools/offered.ts';
import { answered } from './questions.ts';

/** A call that was carried out, and what it came to. */
export interface Carried {
  readonly tool: string;
  readonly arguments: string;
  readonly outcome: Outcome;
}

/** Of which line a call is: the seed of what is drawn in it, and what was called in it before. */
export interface CalledIn {
  readonly seed: number;
  readonly before: readonly NewEvent[];
}

/**
 * Whoever calls, and all that the call may go by, once what was called before in the same line has happened. What is drawn follows
 * from the seed of the line, and so from what its speaker perceived: nothing unheard changes a throw.
 */
export function callerOf<Who>(chat: OpenChat, who: Member<Who>, { seed, before }: CalledIn): Caller<Who> {
  const { parts, state } = chat;
  const here = chat.at(state.head);
  const moment = before.length === 0 ? here : here.with(before);
  const known: Known<Who> = moment.known<CharacterId<Who>>(who.id);
  return {
    who,
    known,
    random: drawnNumbers(seed + before.length),
    now: parts.now(),
    idFor: (about) => parts.idFor(`${chat.id} ${who.id} ${about}`),
    hasPast: () => hasPast(chat, who),
    played: () => playedBefore(chat, who),
    instructions: () => instructionsFor(chat, who),
    instruction: (name) => {
      const text = instructionNamed(chat, who, name);
      return text === undefined ? undefined : typedIn(chat)(text, [who.id]);
    },
  };
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** A result as it may stand in prompts and on screens: without what would act there, or pass for a call or an answer. */
const tame = (text: string): string =>
  cut(sanitize(text, { newlines: true }), mostOfCall.result).replace(
    /<(\/?)(tool_call|tool_response)>/gi,
    '‹$1$2›',
  );

/** A call, the tools that it may be of, what stops it, and whether a model asks for it rather than a person. */
interface Call {
  readonly call: ToolCall;
  readonly among: readonly Tool[];
  readonly signal: AbortSignal;
  readonly isAsked?: boolean;
}

/** Whether what a call does would be refused in the chat as it is; null where it would not. */
function refusal({ parts, state }: OpenChat, { command }: Outcome): string | null {
  if (!command) return null;
  const decision = decide(state.world, command, parts.settings.tag);
  return 'refused' in decision ? decision.refused.message : null;
}

/** What a call comes to that a person must agree to first and nobody has: those who hear the line are told how. */
const unconfirmed = ({ who }: AnyCaller, { name }: Tool): Outcome => ({
  ...failed(`a person must agree to ${name} first; go on without, and do not ask for it`),
  text: `[${who.name} would use ${name}, which a person must agree to first: /tools on ${name}]`,
  for: 'line',
});

async function outcomeOf(
  chat: OpenChat,
  caller: AnyCaller,
  { one, json, signal }: { one: Tool; json: string; signal: AbortSignal },
): Promise<Outcome> {
  if (json.length > mostOfCall.arguments)
    return failed(`${one.name} is given at most ${mostOfCall.arguments} characters`);
  const read = readArguments(one, json);
  if ('wrong' in read) return failed(read.wrong);
  const done = await one.run(read.given, caller, signal);
  const outcome = 'question' in done ? await answered(chat, caller.who, done, signal) : done;
  const refused = refusal(chat, outcome);
  return refused === null ? outcome : failed(refused);
}

/**
 * Carries out a call, as far as these tools go; one that a model makes only where no person must agree first, or one has. Never
 * throws: what cannot be done is the result that its caller reads.
 */
export async function carriedOut(
  chat: OpenChat,
  caller: AnyCaller,
  { call, among, signal, isAsked = false }: Call,
): Promise<Carried> {
  const one = toolNamed(call.name, among);
  const json = call.arguments.trim() || '{}';
  const name = one?.name ?? sanitize(cut(call.name, 64));
  const isRefused = one && isAsked && !isAgreedTo(chat, caller.who, one);
  const outcome = isRefused
    ? unconfirmed(caller, one)
    : one
      ? await outcomeOf(chat, caller, { one, json, signal }).catch((error: unknown) =>
          failed(isSottoError(error) ? error.message : 'the tool broke'),
        )
      : failed(call.name === '' ? 'that was no call' : `there is no tool "${name}" here`);
  const result = tame(outcome.result);
  const given = cut(json, mostOfCall.arguments);
  return { tool: name === '' ? 'unknown' : name, arguments: given, outcome: { ...outcome, result } };
}

/** How a call reads as a row of the transcript. */
const rowOf = (caller: Member, { tool, outcome: { text, result } }: Carried): string =>
  cut(tame(text ?? `[${caller.name} uses ${tool}: ${result}]`), mostOfCall.text);

/** Who perceives a call that was made in a line for these; none = everyone. */
function audienceOf(
  caller: Member,
  { outcome: { for: whom = 'caller' } }: Carried,
  line: readonly CharacterId[],
) {
  if (whom === 'line') return [...line];
  return whom === 'caller' ? [caller.id] : [...new Set([caller.id, ...whom])];
}

/** Where and by whom a call was made: in a line for `line`, at a character of it, or by a person's hand. */
export interface CallPlace {
  readonly line: readonly CharacterId[];
  readonly at?: number;
  readonly by?: CharacterId;
}

/** The events of a call in the world of the moment: that it was made, and what it does. */
export function eventsOf(
  { parts }: OpenChat,
  world: Whole,
  { caller, carried, place }: { caller: Member; carried: Carried; place: CallPlace },
): NewEvent[] {
  const { tool, arguments: given, outcome } = carried;
  const { line, ...where } = place;
  const payload = {
    ...{ caller: caller.id, tool, arguments: given, result: outcome.result, text: rowOf(caller, carried) },
    knownTo: audienceOf(caller, carried, line),
    ...where,
  };
  const decision = outcome.command && decide(world, outcome.command, parts.settings.tag);
  const done = decision && 'events' in decision ? decision.events : [];
  return [{ kind: 'tool_called', payload }, ...done, ...(outcome.events ?? []).map(calmed)];
}
