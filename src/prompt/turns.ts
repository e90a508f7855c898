import type { ToldTurn } from '../domain/world/told-turn.ts';
import type { Block } from './plan.ts';
import type { Marks, PlanMessage, TurnTemplate } from './template/turn-template.ts';

/** A block before its turn is marked and counted. */
export type Draft = Omit<Block, 'tokens' | 'role'> & {
  /** For a text beside cards and history: whether somebody asked for it. */
  readonly insert?: 'asked' | 'given';
  /** Of what it is one of several, the oldest first: of these the first gives way first. */
  readonly series?: string;
  /** How much it says of what goes on, 0 to 1, of those of which the least gives way. */
  readonly worth?: number;
  /** For what is told once: its texts as they are recorded. */
  readonly told?: ToldTurn['texts'];
  /** Of these, true for what stands behind the newest line. */
  readonly isByWords?: boolean;
  /** Tokens that its text has lost because a line was too long; absent = none. */
  readonly leftOut?: number;
};

/** Texts that stand under one mark: the opening, one line of the history, notes, the cue of the reply. */
export interface PromptTurn {
  readonly as: 'opening' | 'system' | 'user' | 'assistant' | 'cue';
  /** Who speaks, for a chat endpoint; null for nobody. */
  readonly name: string | null;
  readonly drafts: readonly Draft[];
  /** True for a line of the speaker behind another: a user's turn stands between, as strict templates want it. */
  readonly isPaused?: boolean;
}

/** What the user's turn between two lines of the speaker says. */
const pause = '…';

const joints = { opening: '\n\n', system: '\n', user: '\n', assistant: '\n', cue: '' } as const;
const roles = {
  opening: 'system',
  system: 'system',
  user: 'user',
  assistant: 'assistant',
  cue: 'user',
} as const;
const bare: Marks = { before: '', after: '' };

const marksOf = ({ as, isPaused }: PromptTurn, template: TurnTemplate, isChat: boolean): Marks => {
  if (isChat) return bare;
  const { before, after } = as === 'cue' ? { before: template.cue, after: '' } : template[as];
  return { before: isPaused ? template.user.before + pause + template.user.after + before : before, after };
};

/** Puts turns into text as a template marks them, or into messages as a chat endpoint takes them. */
export class TurnWriter {
  readonly #template: TurnTemplate;
  readonly #isChat: boolean;
  readonly #countTokens: (text: string) => number;
  readonly #written = new WeakMap<PromptTurn, Block[]>();

  constructor(template: TurnTemplate, isChat: boolean, countTokens: (text: string) => number) {
    this.#template = template;
    this.#isChat = isChat;
    this.#countTokens = countTokens;
  }

  /** The blocks of a turn, each with exactly the bytes that it puts into the prompt. */
  blocks(turn: PromptTurn): Block[] {
    const blocks = this.#written.get(turn) ?? this.#write(turn);
    this.#written.set(turn, blocks);
    return blocks;
  }

  #write(turn: PromptTurn): Block[] {
    const { before, after } = marksOf(turn, this.#template, this.#isChat);
    const joint = joints[turn.as];
    const last = turn.drafts.length - 1;
    return turn.drafts.map((draft, index) => {
      const text = `${index === 0 ? before : ''}${draft.text}${index === last ? after : joint}`;
      const { name, zone, tier, source, reason } = draft;
      const tokens = this.#countTokens(text);
      return { name, zone, tier, source, reason, role: roles[turn.as], text, tokens };
    });
  }

  /** The messages of a chat endpoint; null for a raw prompt. */
  messages(turns: readonly PromptTurn[]): PlanMessage[] | null {
    if (!this.#isChat) return null;
    return turns.flatMap((turn) => [
      ...(turn.isPaused ? [{ role: 'user' as const, content: pause }] : []),
      {
        role: roles[turn.as],
        ...(turn.name !== null && { name: turn.name }),
        content: turn.drafts.map(({ text }) => text).join(joints[turn.as]),
      },
    ]);
  }
}
