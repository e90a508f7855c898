import { SottoError } from '../../domain/errors.ts';
import type { Known } from '../../domain/known/known.ts';
import { type Member, memberOf } from '../../domain/world/world.ts';
import type { Insert } from '../../prompt/input.ts';
import { toolsName } from '../../prompt/told.ts';
import { schemaOf, toolNamed, tools } from '../../tools/set/registry.ts';
import type { Tool } from '../../tools/tool.ts';
import { instructionsFor } from '../lore/guides.ts';
import { requireIdle } from '../open/idle.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { pastOf } from '../story/memories/past.ts';

/** A tool as it stands in a chat for somebody. */
export interface ToolSeen {
  readonly tool: Tool;
  /** Whether a model that plays them is told of it. */
  readonly isOffered: boolean;
  /** Why there is no use for it; null where there is. */
  readonly useless: string | null;
}

/** Whether somebody has lived through other chats. */
export const hasPast = (chat: OpenChat, who: Member): boolean => pastOf(chat, who).length > 1;

function isOffered(chat: OpenChat, who: Member, { name, reaches }: Tool): boolean {
  const { [who.id]: own, everyone } = chat.state.facts.tools[name] ?? {};
  const { offer = [] } = chat.parts.settings.tools ?? {};
  const wanted = reaches === undefined ? wantedByCard(chat, who) : [];
  return own ?? everyone ?? [...offer, ...wanted].some((one) => (toolNamed(one)?.name ?? one) === name);
}

/** Whether a model may call a tool as one of the cast: a person has switched it on in this chat, or need not agree to its calls. */
export function isAgreedTo({ state }: OpenChat, { id }: Member, { name, confirm }: Tool): boolean {
  const { [id]: own, everyone } = state.facts.tools[name] ?? {};
  return confirm !== 'chat' || (own ?? everyone) === true;
}

/** What the card of one of the cast asks for, of sotto's own tools: nothing that reaches outside comes by a card. */
const wantedByCard = (chat: OpenChat, who: Member): string[] =>
  (chat.character(memberOf(chat.stage, who.id) ?? who)?.tools ?? []).filter((name) => toolNamed(name));

type Useful = Parameters<NonNullable<Tool['useless']>>[0];

/** What decides whether somebody has a use for a tool; whether they have a past is found once, and only where it is asked. */
function usefulTo<Who>(chat: OpenChat, who: Member<Who>, known: Known<Who>): Useful {
  let past: boolean | undefined;
  const isPast = () => {
    past ??= hasPast(chat, who);
    return past;
  };
  return { known, who, hasPast: isPast, instructions: () => instructionsFor(chat, who) };
}

/** Why there is no use for a tool; what its caller alone knows decides nothing where `caller` is null. */
function uselessFor({ parts }: OpenChat, caller: Useful | null, one: Tool): string | null {
  if (one.reaches === 'web' && !parts.web) return 'the web is off ([tools] web in the config)';
  return (caller && one.useless?.(caller)) ?? null;
}

/** All tools, as they stand for one of the cast (the played one) to whoever looks; those of other programs and of extensions last. */
export async function toolsFor(chat: OpenChat, of?: string): Promise<ToolSeen[]> {
  const own = memberOf(chat.stage, chat.viewer) ?? chat.human.member;
  const who = of === undefined ? own : chat.perspective.member(of);
  const caller = chat.perspective.owns(who.id) ? usefulTo(chat, who, chat.known(who.id)) : null;
  const all = await everyTool(chat);
  return all.map((one) => ({
    tool: one,
    isOffered: isOffered(chat, who, one),
    useless: uselessFor(chat, caller, one),
  }));
}

/** Sotto's own tools and those from outside, whose names go behind. */
async function everyTool({ parts }: OpenChat): Promise<readonly Tool[]> {
  const outside = (await parts.outsideTools?.()) ?? [];
  return [...tools, ...outside.filter(({ name }) => toolNamed(name) === undefined)];
}

/** Names by which tools are wanted for somebody, be it that there is none of that name. */
function wantedNames(chat: OpenChat, who: Member): string[] {
  const { offer = [] } = chat.parts.settings.tools ?? {};
  return [...offer, ...wantedByCard(chat, who), ...Object.keys(chat.state.facts.tools)];
}

/**
 * The tools that a speaker's model is told of: those that are on and have a use (HC-45). Programs and extensions are started only
 * where one of theirs may be on.
 */
export async function offeredTo<Who>(
  chat: OpenChat,
  who: Member<Who>,
  known: Known<Who>,
): Promise<readonly Tool[]> {
  const names = wantedNames(chat, who);
  if (names.length === 0) return [];
  const all = names.every((name) => toolNamed(name)) ? tools : await everyTool(chat);
  const on = all.filter((one) => isOffered(chat, who, one));
  const caller = usefulTo(chat, who, known);
  return on.filter((one) => uselessFor(chat, caller, one) === null);
}

/** What a tool is given, as a signature: `notation: string, by?: string`. */
function signatureOf(one: Tool): string {
  const { properties = {}, required = [] } = schemaOf(one) as {
    properties?: Record<string, { type?: string; enum?: string[]; items?: unknown; description?: string }>;
    required?: string[];
  };
  return Object.entries(properties)
    .map(([name, { type, enum: choices, description }]) => {
      const kind = choices?.map((choice) => `"${choice}"`).join('|') ?? type ?? 'any';
      const about = description === undefined ? '' : ` (${description})`;
      return `${name}${required.includes(name) ? '' : '?'}: ${kind}${about}`;
    })
    .join(', ');
}

const heading = `[Tools. To use one, write it where you need it, as JSON in its tag, and stop there:
<tool_call>{"name": "…", "arguments": {…}}</tool_call>
You are then told what came of it and go on with your line. Do not speak of tools in the story, and never write what comes of one yourself.`;

/** How a speaker is told which tools there are, where its server does not tell it by itself. */
export function toolsInsert(offered: readonly Tool[]): Insert[] {
  if (offered.length === 0) return [];
  const parts = offered.map((one, at) => {
    const text = `- ${one.name}(${signatureOf(one)}): ${one.description}`;
    const end = at === offered.length - 1 ? ']' : '';
    return { part: one.name, text: `${text}${end}`, alone: `[Another tool: ${text.slice(2)}]` };
  });
  const text = [heading, ...parts.map((part) => part.text)].join('\n');
  const about = { name: toolsName, source: toolsName, reason: 'tools that may be called', isRendered: true };
  return [{ ...about, zone: 'epoch', tier: 'must', order: 1, isFilled: true, heading, parts, text }];
}

/** Switches a tool on or off, for one of the cast or for all of the chat; null = as the settings and the card say. Throws SottoError `no_such_tool`. */
export async function setTool(
  chat: OpenChat,
  name: string,
  isOn: boolean | null,
  of?: string,
): Promise<void> {
  const { name: tool } = await requireTool(chat, name);
  requireIdle(chat);
  const character = of === undefined ? null : chat.perspective.member(of).id;
  chat.record('human', () => [{ kind: 'tool_set', payload: { character, tool, isOn } }]);
}

/** The tool of this name. Throws SottoError `no_such_tool`. */
export async function requireTool(chat: OpenChat, name: string): Promise<Tool> {
  const found = toolNamed(name) ?? toolNamed(name, await everyTool(chat));
  if (found) return found;
  throw new SottoError('not_found', 'no_such_tool', `there is no tool "${name}"; see \`sotto tools\``);
}
