import { defaultTagStyle } from '../../src/domain/audience/audience.ts';
import { defaultOocStyle } from '../../src/domain/audience/ooc.ts';
import type { Message } from '../../src/domain/message.ts';
import { sealView, type View } from '../../src/domain/view.ts';
import type { PromptEpoch, PromptInput } from '../../src/prompt/input.ts';
import type { PromptPlan } from '../../src/prompt/plan.ts';
import { plainTemplate } from '../../src/prompt/template/turn-template.ts';
import { estimateTokens } from '../../src/prompt/tokens.ts';
import { characters } from '../quay.ts';

export const message = (n: number, text: string, over: Partial<Message> = {}): Message => ({
  id: `m${n}`,
  turn: `m${n}`,
  speaker: ['Maren', 'Ansel', 'Odile'][n % 3] ?? null,
  role: 'character',
  text,
  knownTo: [],
  perceived: [],
  reasoning: '',
  at: '2026-01-31T12:00:00Z',
  truncated: false,
  branch: 'main',
  ...over,
});

/** A view of these messages; `read` counts how many were asked for. */
export function viewOf(messages: readonly Message[]): View<unknown> & { read: number } {
  const source = {
    viewer: 'Maren',
    read: 0,
    last(limit: number, before?: string): Message[] {
      const end = before === undefined ? messages.length : messages.findIndex(({ id }) => id === before);
      source.read += limit;
      return messages.slice(Math.max(0, end - limit), Math.max(0, end));
    },
    first: (limit: number) => messages.slice(0, limit),
    from: () => [],
    thatMaySay: () => messages.toReversed(),
    find: (id: string) => messages.find((one) => one.id === id),
    between: () => [],
    count: () => messages.length,
    countLines: () => messages.length,
    record: () => undefined,
    records: () => [],
  };
  return sealView(source) as View<unknown> & { read: number };
}

const names = ['Maren', 'Ansel', 'Odile', 'Tomas'];

/** A prompt for Maren from these messages. */
export const input = (
  messages: readonly Message[],
  over: Partial<PromptInput<unknown>> = {},
): PromptInput<unknown> => ({
  chat: 'c',
  rules: '',
  speaker: { id: 'Maren', name: 'Maren' },
  character: characters[0] ?? null,
  cast: names.map((name) => ({ id: name, name })),
  persona: null,
  userName: 'Tomas',
  played: 'Tomas',
  view: viewOf(messages),
  pins: [],
  inserts: [],
  variables: {},
  epoch: null,
  continues: null,
  tag: defaultTagStyle,
  ooc: defaultOocStyle,
  stop: [],
  layout: { order: 'cache', live: 0, context: null, preset: null, template: plainTemplate, isChat: false },
  budget: { hard: 8192, soft: 6144 },
  countTokens: estimateTokens,
  ...over,
});

/** An epoch that began at the `n`-th message, with these pins. */
export const epochAt = (n: number, pins: readonly string[] = []): PromptEpoch => ({
  from: `m${n}`,
  sealed: pins.map((part) => ({ name: 'pins', source: ['pins'], part, text: `Pinned ${part}.` })),
});

/** The epoch that the prompt after this one goes on with, as the log has it. */
export function epochAfter(
  { windowFrom, examplesLeft, sealed, told }: PromptPlan,
  before: PromptEpoch | null = null,
): PromptEpoch | null {
  if (windowFrom === null) return before;
  const goesOn =
    before !== null &&
    !sealed &&
    before.from === windowFrom &&
    (before.examplesLeft === true) === examplesLeft;
  const left = examplesLeft && { examplesLeft };
  if (!goesOn) return { from: windowFrom, sealed: sealed ?? [], ...left, told, atFirst: told.length };
  return { ...before, told: [...(before.told ?? []), ...told] };
}
