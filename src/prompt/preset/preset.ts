/** One prompt of a preset, with the field names of the files that it comes in. */
export interface PresetPrompt {
  readonly identifier: string;
  readonly name?: string | undefined;
  readonly content?: string | undefined;
  /** A line above what it puts there; nothing where that is nothing. No field of those files. */
  readonly heading?: string | undefined;
  readonly role?: 'system' | 'user' | 'assistant' | undefined;
  /** 0 or absent = where the order says; 1 = among the messages, at a depth. */
  readonly injection_position?: number | undefined;
  /** Messages from the end; absent = 4. */
  readonly injection_depth?: number | undefined;
  /** Within one depth: the higher, the nearer to the reply; absent = 100. */
  readonly injection_order?: number | undefined;
  /** Kinds of reply that it is for (`normal`, `continue` …); empty or absent = all. */
  readonly injection_trigger?: readonly string[] | undefined;
  /** True when a card may not put its own text in the place of this one. */
  readonly forbid_overrides?: boolean | undefined;
}

/** The prompts in one order, and which of them count. */
export interface PresetOrder {
  /** 100001 and 100000 stand for every character. */
  readonly character_id: number;
  readonly order: readonly { readonly identifier: string; readonly enabled: boolean }[];
}

/** A "prompt manager" preset of a chat-completion client, with the field names of its files. */
export interface PromptPreset {
  readonly name: string;
  readonly prompts: readonly PresetPrompt[];
  readonly prompt_order: readonly PresetOrder[];
  /** Around lore: `{0}` stands for it. */
  readonly wi_format?: string | undefined;
  /** Around the scenario: `{{scenario}}` stands for it. */
  readonly scenario_format?: string | undefined;
  /** Around the personality: `{{personality}}` stands for it. */
  readonly personality_format?: string | undefined;
  /** Stands for each `<START>` of the examples. */
  readonly new_example_chat_prompt?: string | undefined;
}

/** Where a prompt of a preset stands: before or behind the history, or in it. */
export type Spot = 'before' | 'after' | 'chat';

/** A prompt of a preset that counts, and where it stands. */
export interface PlacedPrompt {
  readonly prompt: PresetPrompt;
  readonly spot: Spot;
}

const everybody = [100_001, 100_000];
const history = 'chatHistory';

/** The order that counts: the one for everybody, else the older one for everybody, else the first (SP-03). */
export const orderOf = ({ prompt_order: orders }: PromptPreset): PresetOrder['order'] => {
  const known = everybody.flatMap((id) => orders.find((one) => one.character_id === id) ?? []);
  return (known[0] ?? orders[0])?.order ?? [];
};

/** Whether a preset brings prompts and an order of them; else prompts are put together without it (SP-02). */
export const arranges = (preset: PromptPreset | null): preset is PromptPreset =>
  preset !== null && preset.prompts.length > 0 && orderOf(preset).length > 0;

/** Whether the order names this prompt and has it switched off. */
export const isSwitchedOff = (preset: PromptPreset, identifier: string): boolean =>
  orderOf(preset).find((one) => one.identifier === identifier)?.enabled === false;

/** Whether the order names this prompt at all. */
export const isNamed = (preset: PromptPreset, identifier: string): boolean =>
  orderOf(preset).some((one) => one.identifier === identifier);

/**
 * The prompts that count, in their order. What stands before the history is the same for a reply and for going on
 * with one, so that the beginning of the prompt stays the same.
 */
export function placedPrompts(preset: PromptPreset, isContinued: boolean): PlacedPrompt[] {
  const order = orderOf(preset);
  const end = order.findIndex(({ identifier }) => identifier === history);
  return order.flatMap(({ identifier, enabled }, at): PlacedPrompt[] => {
    if (!enabled || identifier === history) return [];
    const prompt = preset.prompts.find((one) => one.identifier === identifier) ?? { identifier };
    const isBefore = end < 0 || at < end;
    const spot = prompt.injection_position === 1 ? 'chat' : isBefore ? 'before' : 'after';
    const reply = isContinued && spot !== 'before' ? 'continue' : 'normal';
    const { injection_trigger: triggers = [] } = prompt;
    return triggers.length === 0 || triggers.includes(reply) ? [{ prompt, spot }] : [];
  });
}
