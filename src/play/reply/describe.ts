import { macroName, substitute } from '../../cards/substitute.ts';
import { opensReasoning } from '../../domain/audience/reasoning.ts';
import { SottoError } from '../../domain/errors.ts';
import { type Member, memberOf } from '../../domain/world/world.ts';
import type { CompletionEvent, CompletionRequest } from '../../inference/backend.ts';
import { lastRows } from '../../prompt/history.ts';
import { quoteForgedLines, spokenInPrompts } from '../../prompt/lines.ts';
import { breakControls } from '../../prompt/template/control.ts';
import { plainTemplate, type TurnTemplate } from '../../prompt/template/turn-template.ts';
import { estimateTokens } from '../../prompt/tokens.ts';
import { humanTo } from '../chat/human.ts';
import { requireIdle } from '../open/idle.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { readReply } from '../reading/streamed.ts';
import type { KnownBackend } from '../server/known-backend.ts';

const recentMessages = 200;
const leastTokens = 256;
/** Tokens for names, marks and what a server adds by itself. */
const spare = 64;

const taskFor = (name: string): string =>
  `You help to prepare a roleplay. Below is what ${name} is known to be, and all that ${name} has perceived so far. Write the description of ${name} for a character card: who ${name} is, looks, manner of speech, aims, in the third person and in one to three paragraphs. Say only what follows from it, and write nothing else.`;

/** The lines that a character has perceived, as they may stand in a prompt, oldest first. */
function linesOf(chat: OpenChat, { id }: Member, template: TurnTemplate): string[] {
  const { cast, view } = chat.known(id);
  const names = cast.map(({ name }) => name);
  const { settings } = chat.parts;
  const messages = lastRows(settings, view, { count: recentMessages });
  return messages.map((message) => {
    const { speaker } = message;
    const { text } = spokenInPrompts(settings, message);
    const name = memberOf(chat.stage, speaker)?.name;
    return breakControls(
      `${name === undefined ? '' : `${name}: `}${quoteForgedLines(text, names)}`,
      template,
    );
  });
}

/** What the character's own card says of it already. */
function knownOf(chat: OpenChat, member: Member, template: TurnTemplate): string {
  const character = chat.character(member);
  if (!character) return '';
  const user = humanTo(chat, member.id).name;
  const text = [character.description, character.personality].filter((part) => part.trim()).join('\n');
  return breakControls(substitute(text, { char: macroName(character), user }), template);
}

const templateOf = async ({ parts }: OpenChat, known: KnownBackend): Promise<TurnTemplate> => {
  const { template } = parts.settings;
  if (known.isChat) return plainTemplate;
  return (await known.turns(template)) ?? plainTemplate;
};

/** As much of what is known as there is room for: the oldest lines give way. */
function fitting(about: string, lines: readonly string[], room: number): string {
  const join = (count: number) =>
    [about, ...(count > 0 ? lines.slice(-count) : [])].filter((part) => part !== '').join('\n');
  let count = lines.length;
  while (count > 0 && estimateTokens(join(count)) > room) count = Math.floor(count / 2);
  return join(count);
}

/** The request for a description, made of the character's own view and card and of nothing else. */
function requestFor(
  chat: OpenChat,
  member: Member,
  { known, template }: { known: KnownBackend; template: TurnTemplate },
): CompletionRequest {
  const { settings, seedFor } = chat.parts;
  const name = breakControls(member.name, template);
  const maxTokens = Math.max(leastTokens, settings.maxTokens);
  const system = taskFor(name);
  const context = Math.min(settings.budget.hard, known.context(settings.budget.context));
  const room = context - maxTokens - estimateTokens(system) - spare;
  const user = fitting(knownOf(chat, member, template), linesOf(chat, member, template), room);
  const { opening, user: marks, cue } = template;
  const asked = `${opening.before}${system}${opening.after}${marks.before}${user}${marks.after}`;
  const prompt = `${asked}${cue}Description of ${name}:`;
  const messages = [
    { role: 'system' as const, content: system },
    { role: 'user' as const, content: `${user}\n\n[Write the description of ${name}.]` },
  ];
  return {
    prompt,
    ...(known.isChat && { messages }),
    stop: template.stop,
    maxTokens,
    seed: seedFor(prompt, 0),
    sampling: settings.sampling,
  };
}

/** The text without thoughts, tags and the heading that models like to repeat. */
const textOf = (chat: OpenChat, { id }: Member, raw: string, { cue }: TurnTemplate): string => {
  const { tag: style } = chat.parts.settings;
  const context = {
    stage: chat.stage,
    speaker: id,
    answered: null,
    style,
    untagged: 'public' as const,
    isThoughtOpen: opensReasoning(cue),
  };
  const { text } = readReply(raw, context, false);
  return text.replace(/^\s*#*\s*description of [^:\n]{1,80}:/i, '').trim();
};

/**
 * What the model writes of a character, from its own view alone: nothing that it has not perceived can enter.
 * Nothing is stored. Rejects with SottoError `unknown_name`, `busy`, `empty_reply` or what the server failed with.
 */
export async function describeCharacter(chat: OpenChat, name: string): Promise<string> {
  requireIdle(chat);
  const member = chat.perspective.member(name);
  const known = await chat.server.open();
  const template = await templateOf(chat, known);
  const request = requestFor(chat, member, { known, template });
  let end: CompletionEvent | undefined;
  for await (const event of known.backend.complete(request, new AbortController().signal)) end = event;
  if (end?.type === 'failed') throw new SottoError('server', end.failure.code, end.failure.message);
  const text = end?.type === 'finished' ? textOf(chat, member, end.text, template) : '';
  if (text !== '') return text;
  const message = 'the model wrote no description; try again, or write it yourself';
  throw new SottoError('server', 'empty_reply', message);
}
