import type { Position } from '../domain/lineage.ts';
import type { Message } from '../domain/message.ts';
import type { Member, World } from '../domain/world.ts';
import { buildPrompt } from '../prompt/build.ts';
import type { PromptInput } from '../prompt/input.ts';
import type { PromptPlan } from '../prompt/plan.ts';
import { estimateTokens } from '../prompt/tokens.ts';
import type { OpenChat } from './open-chat.ts';

const assumedContext = 8192;

/** Who is to speak, where in the tree, and a reply to go on with. */
export interface WantedLine {
  readonly speaker: Member;
  readonly place?: Position;
  readonly continues?: Message;
  readonly maxTokens?: number;
}

const budgetOf = (chat: OpenChat, maxTokens: number): PromptInput['budget'] => {
  const { context, hard, soft } = chat.parts.settings.budget;
  const known = chat.knownBackend?.probe?.contextSize ?? 0;
  const fits = (known || context || assumedContext) - maxTokens;
  return { hard: Math.min(hard, fits), soft: Math.min(soft, fits) };
};

/** The prompt for a line, from the speaker's own view of the place where it will stand. */
export function planLine(
  chat: OpenChat,
  wanted: WantedLine,
): { plan: PromptPlan; world: World; head: Position } {
  const { parts, state } = chat;
  const { settings } = parts;
  const head = wanted.place ?? state.head;
  const world = wanted.place ? parts.store.worlds.at(chat.id, head) : state.world;
  const { speaker } = wanted;
  const plan = buildPrompt({
    chat: chat.id,
    rules: world.rules,
    speaker,
    character: chat.character(speaker),
    cast: world.cast,
    persona: state.facts.persona,
    userName: state.facts.persona?.name ?? chat.played.name,
    view: chat.view(speaker.id, head),
    pins: world.pins.filter(({ owner }) => owner === speaker.id).map(({ message }) => message),
    windowFrom: world.windows[speaker.id] ?? null,
    continues: wanted.continues ?? null,
    tag: settings.tag,
    stop: settings.stop,
    budget: budgetOf(chat, wanted.maxTokens ?? settings.maxTokens),
    countTokens: estimateTokens,
  });
  return { plan, world, head };
}
