import { SottoError } from '../../domain/errors.ts';
import type { Member } from '../../domain/world/world.ts';
import { rolled } from '../../tools/set/dice.ts';
import type { Caller } from '../../tools/tool.ts';
import { requireIdle } from '../open/idle.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { requireTool } from '../tools/offered.ts';
import { type CallSeen, callIn } from './call-seen.ts';
import { type Carried, callerOf, carriedOut, eventsOf } from './carrying-out.ts';
import { running } from './running.ts';

function recorded(chat: OpenChat, caller: Member, carried: Carried): CallSeen {
  const { result } = carried.outcome;
  if (result.startsWith('ERROR: ')) throw new SottoError('usage', 'bad_call', result.slice('ERROR: '.length));
  const by = chat.viewer === 'everyone' ? {} : { by: chat.viewer };
  const { events } = chat.record('human', ({ world }) =>
    eventsOf(chat, world, { caller, carried, place: { line: [], ...by } }),
  );
  const found = events[0] && callIn(events[0]);
  if (!found) throw new Error('a call is its first event');
  return found;
}

/** Whoever calls by a person's hand: what is drawn follows from what that one perceived last. */
function byHand<Who>(chat: OpenChat, who: Member<Who>): Caller<Who> {
  const [last] = chat.view(who.id).last(1);
  const seed = chat.parts.seedFor(`call ${who.id} ${last?.id ?? ''}`, 0);
  return callerOf(chat, who, { seed, before: [] });
}

/** Calls a tool as one of the cast. Rejects with SottoError `no_such_tool`, `unknown_name`, `busy`, `bad_call` where it cannot be carried out, `interrupted` where it is stopped. */
export async function callTool(chat: OpenChat, name: string, json: string, by: string): Promise<CallSeen> {
  requireIdle(chat);
  const caller = chat.perspective.acquaintance(by);
  const tool = await requireTool(chat, name);
  const call = { id: '', name: tool.name, arguments: json };
  const ran = await running(chat, { by: caller.id, tool: tool.name }, (signal) =>
    carriedOut(chat, byHand(chat, caller), { call, among: [tool], signal }),
  );
  if ('done' in ran) return recorded(chat, caller, ran.done);
  throw new SottoError('interrupted', 'interrupted', `${tool.name} was stopped; nothing was kept of it`);
}

/** Throws dice before everybody who is there. Rejects with SottoError `bad_call` where that is no notation, `busy`. */
export async function roll(chat: OpenChat, notation: string, by?: string): Promise<CallSeen> {
  requireIdle(chat);
  const caller = by === undefined ? chat.played : chat.perspective.acquaintance(by);
  const outcome = await rolled(notation, byHand(chat, caller).random, caller.name);
  const given = JSON.stringify({ notation });
  return recorded(chat, caller, { tool: 'roll_dice', arguments: given, outcome });
}
