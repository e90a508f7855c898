import { messageLine, nameIn, type Reader } from '../../app/chats/message-line.ts';
import type { StoredEvent } from '../../domain/events/events.ts';
import type { Message } from '../../domain/message.ts';
import { stageOf } from '../../domain/world/world.ts';
import { type CallSeen, callOf } from '../../play/calling/call-seen.ts';
import type { ChatReader } from '../../play/chat/chat-reader.ts';
import { lastLine } from '../../play/open/address.ts';
import type { PromptPlan } from '../../prompt/plan.ts';
import type { ChatState } from '../../store/chats/state.ts';
import type { JsonLine } from '../command.ts';
import type { Scope } from '../scope.ts';

/** A message as a person reads it: `Name (to Bob): text`. */
export function messageText(message: Message, reader: Reader): string {
  const name = nameIn(reader);
  const to = message.knownTo.filter((id) => id !== message.speaker).map(name);
  const badge = message.knownTo.length === 0 ? '' : to.length > 0 ? ` (to ${to.join(', ')})` : ' (to nobody)';
  const cut = `${message.truncated ? ' [cut short]' : ''}${message.hidden ? ' [hidden]' : ''}`;
  return message.speaker === null ? message.text : `${name(message.speaker)}${badge}: ${message.text}${cut}`;
}

/** A call as `--json` prints it; its arguments as JSON where they are some. */
export function callLine(call: CallSeen, reader: Reader): JsonLine {
  const name = nameIn(reader);
  const { id, by, tool, result, knownTo } = call;
  return {
    type: 'call',
    id,
    by: name(by),
    tool,
    arguments: parsed(call.arguments),
    result,
    knownTo: knownTo.map(name),
  };
}

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
};

/** A row of a view as `--json` prints it: a message, or a call. */
export function rowLine(chat: ChatReader, message: Message, reader: Reader): JsonLine {
  const call = callOf(chat, message);
  return call ? callLine(call, reader) : messageLine(message, reader);
}

/** An event as `sotto events` prints it. */
export const eventLine = (event: StoredEvent, branch: string): JsonLine => {
  const { seq, id, chat, turn, kind, version, actor, at, payload } = event;
  return { type: 'event', seq, id, chat, branch, turn, kind, version, actor, at, payload };
};

/** A plan as `sotto prompt --json` prints it. */
export const planLine = ({
  windowFrom: _,
  examplesLeft: __,
  variables: ___,
  sealed: ____,
  told: _____,
  ...plan
}: PromptPlan): JsonLine => ({
  type: 'plan',
  ...plan,
});

/** A chat as `sotto new` prints it. */
export function chatLine({ id, facts, world }: ChatState) {
  const { cast } = stageOf(world);
  const playing = cast.find((member) => member.id === facts.playing)?.name ?? '';
  return { type: 'chat', id, title: facts.title, cast: cast.map(({ name }) => name), playing };
}

/** Where the open chat stands after a move: the branch, and the newest message that the played character perceives. */
export const headShape = {
  json: (_: unknown, scope: Scope): JsonLine => {
    const { chat, branch } = scope.play.state();
    const last = lastLine(scope.play.view());
    const { type: _type, ...message } = last ? messageShape.json(last, scope) : { type: 'message' };
    return { type: 'head', chat: chat.id, branch, last: last ? message : null };
  },
  text: (_: unknown, scope: Scope): string => {
    const last = lastLine(scope.play.view());
    return `on ${scope.play.state().branch}: ${last ? messageShape.text(last, scope) : 'no messages yet'}`;
  },
};

/** A message of the open chat as its played character perceives it, for JSON and for people. */
export const messageShape = {
  json: (message: Message, { play }: Scope): JsonLine => messageLine(message, play.known()),
  text: (message: Message, { play }: Scope): string => messageText(message, play.known()),
};
