import { stopsOf, tokensIn } from './marks.ts';
import type { Marks, PlanMessage, TurnTemplate } from './turn-template.ts';

const longest = 65_536;
const sign = 'SottoProbe';
const said = (role: PlanMessage['role'], word: string): PlanMessage => ({ role, content: sign + word });
const system = said('system', 'Rules');
const [ask, answer] = [said('user', 'Ask'), said('assistant', 'Answer')];
const [again, reply, last] = [said('user', 'Again'), said('assistant', 'Reply'), said('user', 'Last')];

/** What the server is asked to render, in this order: turns alone, rules before them, a note between them. */
export const probeConversations: readonly (readonly PlanMessage[])[] = [
  [ask, answer, again, reply, last],
  [system, ask, answer, again],
  [ask, answer, system, again],
];

const knownBos = ['<s>', '<|begin_of_text|>', '<bos>', '<|startoftext|>', '<BOS_TOKEN>'];
const deepSeekBos = '<｜begin▁of▁sentence｜>';
const thoughts = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<reasoning>', '</reasoning>'],
  ['[THINK]', '[/THINK]'],
  ['<seed:think>', '</seed:think>'],
] as const;

function withoutBos(text: string, bos: string): string {
  const all = [bos, deepSeekBos, ...knownBos].filter((one) => one !== '');
  let rest = text;
  for (let found: string | undefined = ''; found !== undefined; ) {
    rest = rest.slice(found.length);
    found = all.find((one) => rest.startsWith(one));
  }
  return rest;
}

/** What stands before, between and after the contents; null when they are not there once each and in order. */
function cut(text: string | undefined, messages: readonly PlanMessage[], bos: string): string[] | null {
  if (!text || text.length > longest) return null;
  let rest = withoutBos(text, bos);
  const pieces: string[] = [];
  for (const { content } of messages) {
    const at = rest.indexOf(content);
    if (at < 0) return null;
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at + content.length);
  }
  pieces.push(rest);
  return pieces.some((piece) => piece.includes(sign)) ? null : pieces;
}

/** The text without this ending; null when it ends otherwise. */
const withoutEnd = (text: string, end: string): string | null =>
  text.endsWith(end) ? text.slice(0, text.length - end.length) : null;

const splitsToken = (left: string, right: string): boolean =>
  tokensIn(left + right).length !== tokensIn(left).length + tokensIn(right).length;

const firstToken = (text: string): string => {
  const [first = ''] = tokensIn(text);
  return text.startsWith(first) ? first : '';
};

function commonEnd(a: string, b: string): string {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a.at(-1 - length) === b.at(-1 - length)) length += 1;
  return a.slice(a.length - length);
}

function commonTokens(a: string, b: string): string {
  const [first = ''] = /^(?:\s+|<[^<>\s]*>|\[[^[\]\s]*\])/.exec(a) ?? [];
  return first !== '' && b.startsWith(first)
    ? first + commonTokens(a.slice(first.length), b.slice(first.length))
    : '';
}

/** What opens a user's turn, of what stands between a reply and it. `heads` are the beginnings of the prompts. */
function openingOfUser(toUser: string, toReply: string, heads: readonly [string, string]): string {
  const [head] = heads;
  if (head.trim() !== '' && toUser.endsWith(head)) return head;
  const opener = heads.map(firstToken).find((one) => one !== '' && toUser.includes(one));
  if (opener !== undefined) return toUser.slice(toUser.lastIndexOf(opener));
  const end = commonEnd(head, toUser);
  return (end === toUser ? end.slice(commonTokens(end, toReply).length) : end).trimStart();
}

/** What closes a user's turn, of what stands between it and a reply. */
function endOfUser(toReply: string, tail: string, endOfReply: string, opener: string): string {
  if (endOfReply !== '' && toReply.startsWith(endOfReply)) return endOfReply;
  const at = opener === '' ? -1 : toReply.lastIndexOf(opener);
  if (at >= 0) return toReply.slice(0, at);
  const [closers = ''] = /^(?:\s+|\[\/[^[\]\s]*\]|<\/[^<>\s]*>)*/.exec(toReply) ?? [];
  return closers === toReply && toReply.startsWith(tail) ? tail : closers;
}

/** What opens the reply. A name follows it, so a thought that it opens is closed again. */
function cueOf(tail: string, user: Marks, assistant: Marks): string | null {
  if (!tail.startsWith(user.after)) return null;
  const cue = tail.slice(user.after.length);
  if (assistant.before.startsWith(cue)) return assistant.before;
  const open = cue.trimEnd();
  const thought = thoughts.find(([begin]) => open.endsWith(begin));
  return thought ? `${open}\n\n${thought[1]}\n\n` : cue;
}

/** Around the rules: marks of their own, bare, or in a user's turn where the template has no such role. */
function openingFrom(led: readonly string[] | null, head: string, user: Marks): Marks {
  if (!led) return { before: head, after: user.after };
  const [before = '', toUser = ''] = led;
  return { before, after: withoutEnd(toUser, user.before) ?? toUser.trimEnd() + user.after };
}

function systemFrom(later: readonly string[] | null, user: Marks, assistant: Marks): Marks {
  const [, , toNote = '', toUser = ''] = later ?? [];
  const before = toNote.startsWith(assistant.after) ? toNote.slice(assistant.after.length) : '';
  const after = withoutEnd(toUser, user.before);
  return before.trim() === '' || after === null ? user : { before, after };
}

/**
 * The server's own template as turns, from `probeConversations` as it rendered them (empty = refused). `bos` is the text
 * of its first token where it told, which no template carries. Null when the marks cannot be told from the text.
 */
export function templateFrom(rendered: readonly string[], bos = ''): TurnTemplate | null {
  const [turns, led = null, later = null] = probeConversations.map((messages, at) =>
    cut(rendered[at], messages, bos),
  );
  if (!turns) return null;
  const [head = '', toReply = '', toUser = '', toReplyAgain, toUserAgain, tail = ''] = turns;
  if (toReply !== toReplyAgain || toUser !== toUserAgain) return null;
  const opens = openingOfUser(toUser, toReply, [head, led?.[0] ?? '']);
  const endOfReply = withoutEnd(toUser, opens);
  if (opens.trim() === '' || endOfReply === null || splitsToken(endOfReply, opens)) return null;
  const user = { before: opens, after: endOfUser(toReply, tail, endOfReply, firstToken(opens)) };
  const assistant = { before: toReply.slice(user.after.length), after: endOfReply };
  const cue = cueOf(tail, user, assistant);
  if (cue === null) return null;
  const opening = openingFrom(led, head, user);
  const stop = stopsOf(user, assistant);
  return { name: 'server', opening, system: systemFrom(later, user, assistant), user, assistant, cue, stop };
}
