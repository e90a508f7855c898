import { groupsSeen } from '../../domain/audience/groups.ts';
import { lineHeadFor } from '../../domain/audience/line-head.ts';
import { SottoError } from '../../domain/errors.ts';
import type { AnyKnown, Known } from '../../domain/known/known.ts';
import type { Position } from '../../domain/lineage.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import type { AnyView } from '../../domain/view.ts';
import { type Member, memberOf, type Stage } from '../../domain/world/world.ts';
import { compareWithLast } from '../../prompt/compare.ts';
import type { Layout } from '../../prompt/input.ts';
import { harmless } from '../../prompt/lines.ts';
import type { PromptPlan } from '../../prompt/plan.ts';
import { plainTemplate, type TurnTemplate } from '../../prompt/template/turn-template.ts';
import { PromptTooLarge } from '../../prompt/zones/fixed.ts';
import { olderThanWindow } from '../../prompt/zones/window.ts';
import type { Tool } from '../../tools/tool.ts';
import { humanTo } from '../chat/human.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { KnownBackend } from '../server/known-backend.ts';
import { scriptsFor } from '../texts/kept-text.ts';
import { withScenario } from '../texts/scenario.ts';
import { offeredTo } from '../tools/offered.ts';
import { answeredBy } from './answered.ts';
import { countedPlan, type Uncounted } from './counted-plan.ts';
import { besideHistory } from './inserts.ts';
import { type LineShape, lineShape } from './line-shape.ts';
import type { Answering, WantedLine } from './wanted-line.ts';

const shareForReply = 0.25;
const leastReply = 16;
/** Tokens for what a server adds by itself, such as the one that opens a prompt. */
const spare = 8;
const recentMessages = 50;

/** A prompt, the place in the tree that it was made for, and how long the reply may be. */
export interface PlannedLine extends LineShape {
  readonly plan: PromptPlan;
  /** What its speaker knew, and who was in the chat. */
  readonly known: AnyKnown;
  readonly stage: Stage;
  readonly head: Position;
  /** Seq of the chat's newest event then. */
  readonly newest: number;
  readonly answering: Answering;
  readonly maxTokens: number;
  /** How its turns are marked. */
  readonly template: TurnTemplate;
  /** The tools that its model is told of. */
  readonly tools: readonly Tool[];
  /** A text by whomever, as it may stand behind the prompt. */
  readonly inPrompt: (text: string) => string;
}

/** The server that a prompt is made for; null = none is known, everything is estimated. */
export interface PlanFor {
  readonly known: KnownBackend | null;
  /** True when somebody waits for the first token. */
  readonly isUrgent?: boolean;
  readonly signal?: AbortSignal;
}

/** A question behind a prompt does not cut its window while so much more of it fits. */
const spareBeside = 1 / 8;

type Beside = Pick<WantedLine, 'isBeside' | 'room'>;

/** Tokens of prompt and reply together at this server. */
export const contextAt = ({ parts }: OpenChat, known: KnownBackend): number => {
  const { context, limit = 0 } = parts.settings.budget;
  return Math.min(known.context(context), limit || Number.POSITIVE_INFINITY);
};

/** What a prompt may have at this server beside a reply of so many tokens, which are fewer where its context is small, or beside `room`. */
export const budgetFor = (chat: OpenChat, known: KnownBackend, wanted: number, beside: Beside = {}) => {
  const { isBeside = false, room = 0 } = beside;
  const { context: configured, hard, soft, told } = chat.parts.settings.budget;
  const { each: memories } = chat.parts.settings.memory;
  const context = contextAt(chat, known);
  const maxTokens = Math.min(wanted, Math.max(leastReply, Math.floor(context * shareForReply)));
  const fits = context - Math.max(maxTokens, room) - spare;
  const lines = Math.min(hard, known.size(configured));
  const budget = {
    ...{
      hard: Math.min(isBeside ? Math.floor(hard * (1 + spareBeside)) : hard, fits),
      soft: Math.min(soft, fits),
      lines,
    },
    ...(told !== undefined && { told }),
    ...(memories !== undefined && { memories }),
  };
  return { context, maxTokens, budget };
};

/** The same error in terms of the server, where its context is what is too small. */
const inContext = (
  error: unknown,
  { context, maxTokens, budget }: ReturnType<typeof budgetFor>,
  hard: number,
) => {
  if (!(error instanceof PromptTooLarge) || budget.hard === hard) return error;
  const { needed, largest } = error;
  const message = `the prompt needs ${needed} tokens and the context of ${context} holds ${budget.hard} beside the reply's ${maxTokens}; start the server with a larger context (llama-server: -c) or shorten the largest part, ${largest}`;
  return new SottoError('server', 'context_exceeded', message);
};

const shortened = (most: number, { context, maxTokens }: ReturnType<typeof budgetFor>): string =>
  `replies have at most ${maxTokens} tokens here, not ${most}: a quarter of the context of ${context}; start the server with a larger context (llama-server: -c) or lower prompt.max_tokens`;

async function layoutFor(chat: OpenChat, known: KnownBackend, signal?: AbortSignal): Promise<Layout> {
  const { layout, template } = chat.parts.settings;
  const { isChat } = known;
  const own = await known.turns(template, signal);
  if (own === null) {
    const message = "the server's own chat template cannot be read; plain names are used instead";
    chat.tellOnce(message);
  }
  return { ...layout, isChat, template: own ?? plainTemplate };
}

interface Knowing<Who> {
  readonly known: Known<Who>;
  readonly stage: Stage;
  readonly head: Position;
  readonly server: KnownBackend;
  readonly tools: readonly Tool[];
}

/** What a prompt is made of, but for its layout and what it may have. */
function inputOf<Who>(
  chat: OpenChat,
  wanted: WantedLine<Who>,
  { known, stage, head, server, tools }: Knowing<Who>,
): Omit<Uncounted<Who>, 'layout' | 'budget'> {
  const { settings } = chat.parts;
  const { speaker } = wanted;
  const human = humanTo(chat, speaker.id, stage);
  const model = server.probe?.model ?? '';
  return {
    chat: chat.id,
    speaker,
    character: withScenario(chat.character(memberOf(stage, speaker.id) ?? speaker), known, speaker),
    groups: groupsSeen(known, speaker.id),
    persona: human.persona,
    userName: human.name,
    played: human.id,
    ...{ rules: known.rules, cast: known.cast, view: known.view, variables: known.variables },
    pins: known.pins.map(({ message }) => message),
    ...besideHistory(chat, wanted, { known, human, head, model, tools }),
    ...{ continues: wanted.continues ?? null, isBeside: wanted.isBeside, awaited: wanted.awaited },
    ...{ tag: settings.tag, untagged: known.untagged ?? settings.untaggedReply },
    ooc: settings.ooc,
    stop: settings.stop,
    scripts: scriptsFor(chat.parts, memberOf(stage, speaker.id) ?? speaker),
  };
}

/** The prompt for a line, from the speaker's own view of the place where it will stand. Throws SottoError `prompt_too_large`, `insert_too_large`, `context_exceeded`. */
export async function planLine<Who>(
  chat: OpenChat,
  line: WantedLine<Who>,
  { known: served, isUrgent = false, signal }: PlanFor,
): Promise<PlannedLine> {
  const answering = answeredBy(chat, line);
  const wanted = { ...line, answering };
  const { parts, state } = chat;
  const { settings } = parts;
  const { speaker } = wanted;
  const head = wanted.place ?? state.head;
  const moment = chat.at(head);
  const { stage } = moment;
  const known: Known<Who> = moment.known<CharacterId<Who>>(speaker.id);
  const offered = await offeredTo(chat, speaker, known);
  const server = served ?? KnownBackend.unknown();
  const most = wanted.maxTokens ?? settings.maxTokens;
  const limits = budgetFor(chat, server, most, wanted);
  if (isUrgent && limits.maxTokens < most) chat.tellOnce(shortened(most, limits));
  const input: Uncounted<Who> = {
    ...inputOf(chat, wanted, { known, stage, head, server, tools: server.isChat ? [] : offered }),
    layout: await layoutFor(chat, server, signal),
    budget: limits.budget,
  };
  const plan = await countedPlan(input, { counts: server.counts, isUrgent, signal }).catch((error) => {
    throw inContext(error, limits, settings.budget.hard);
  });
  const { isChat } = server;
  const how = { isContinued: wanted.continues !== undefined, isChat, cue: input.layout.template.cue };
  const shape = lineShape(stage, speaker, settings, how);
  const tools = wanted.isBeside || wanted.continues || wanted.replaces ? [] : offered;
  const made = { plan, known, stage, head, answering, template: input.layout.template, tools, ...shape };
  const inPrompt = (text: string) => harmless(input, text);
  return { ...made, inPrompt, newest: state.newest, maxTokens: limits.maxTokens };
}

/** The speaker's last reply: the place that it was written at, and its text. */
function lastReplyOf(chat: OpenChat, speaker: Member): { place: Position; message: Message } | null {
  const { store } = chat.parts;
  const replies = new Set(['reply_received', 'reply_cut_short']);
  const isReply = ({ id }: Message) => replies.has(store.eventAt(chat.id, store.placeOf(id))?.kind ?? '');
  const recent = chat.view(speaker.id).last(recentMessages);
  const last = recent.findLast((message) => message.speaker === speaker.id && isReply(message));
  return last ? { place: store.tree.before(chat.id, store.placeOf(last.id)), message: last } : null;
}

/** What of a reply stood behind the cue of its prompt. */
function behindCue({ lineHead, stage }: PlannedLine, { text, speaker, knownTo }: Message): string {
  const others = stage.cast.filter(({ id }) => id !== speaker && knownTo.includes(id));
  return `${lineHead === 'brought' ? lineHeadFor(others.map(({ name }) => name)) : ''} ${text}`;
}

/** The plan, with what its speaker perceived before the window among what was left out. */
function withOlder(plan: PromptPlan, view: AnyView): PromptPlan {
  const { windowFrom, dropped } = plan;
  const older = windowFrom === null ? 0 : view.count() - view.from(windowFrom, view.count()).length;
  if (older <= 0) return plan;
  const others = dropped.filter(({ reason }) => reason !== olderThanWindow);
  const name = older === 1 ? 'one older message' : `${older} older messages`;
  return { ...plan, dropped: [...others, { name, tokens: 0, reason: olderThanWindow }] };
}

/** The speaker's next prompt, and how it differs from the last, as the inspector shows it. */
export async function inspectedPlan(chat: OpenChat, speaker: Member, planFor: PlanFor): Promise<PromptPlan> {
  const planned = await planLine(chat, { speaker }, planFor);
  const plan = withOlder(planned.plan, chat.view(speaker.id));
  const last = lastReplyOf(chat, speaker);
  if (!last) return plan;
  try {
    const before = await planLine(chat, { speaker, place: last.place }, planFor);
    return { ...plan, since: compareWithLast(plan, before.plan, behindCue(before, last.message)) };
  } catch (error) {
    if (error instanceof SottoError) return plan;
    throw error;
  }
}
