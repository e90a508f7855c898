import * as z from 'zod';
import { SottoError } from '../../domain/errors.ts';
import { type Fields, fieldsOf, present } from '../../domain/json/fields.ts';
import type { PromptPreset } from '../../prompt/preset/preset.ts';

const limits = { prompts: 1000, orders: 1000, text: 200_000 };
/** Absent where the file says null. */
const optional = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? undefined);
const text = optional(z.string().max(limits.text));
const number = optional(z.number());
const flag = optional(z.boolean());
const role = z.enum(['system', 'user', 'assistant']).optional().catch(undefined);

const promptShape = z.object({
  identifier: z.string().min(1),
  name: text,
  role,
  content: text,
  heading: text,
  injection_position: number,
  injection_depth: number,
  injection_order: number,
  injection_trigger: optional(z.array(z.string())),
  forbid_overrides: flag,
});
const orderShape = z.object({
  character_id: z.coerce.number(),
  order: z
    .array(z.object({ identifier: z.string().min(1), enabled: flag }))
    .max(limits.prompts)
    .transform((all) => all.map(({ identifier, enabled }) => ({ identifier, enabled: enabled ?? true }))),
});
const shape = z.object({
  prompts: z.array(promptShape).max(limits.prompts).default([]),
  prompt_order: z.array(orderShape).max(limits.orders).default([]),
  wi_format: text,
  scenario_format: text,
  personality_format: text,
  new_example_chat_prompt: text,
});

const withoutEffect = [
  ...['impersonation_prompt', 'new_chat_prompt', 'new_group_chat_prompt', 'continue_nudge_prompt'],
  ...['group_nudge_prompt', 'send_if_empty', 'assistant_prefill', 'continue_prefill'],
];

/** Whether extensions of that program have more to say than the regex scripts, which run once a person agrees. */
const hasExtensions = (value: unknown): boolean =>
  Object.keys(fieldsOf(value)).some((extension) => extension !== 'regex_scripts');

/** True for what looks like a preset of SillyTavern's chat completion. */
export const isPromptPreset = (value: Fields): boolean => 'prompts' in value || 'prompt_order' in value;

/**
 * The prompts of a preset of SillyTavern's chat completion and their order, with that program's field names; and one
 * line about what has no effect here. Throws SottoError `bad_preset` with the field that is wrong.
 */
export function readPromptPreset(
  value: unknown,
  name: string,
): { preset: PromptPreset; warnings: readonly string[] } {
  const read = shape.safeParse(value);
  if (!read.success) {
    const field = read.error.issues[0]?.path.join('.') || 'the whole';
    const message = `its ${field} is missing or of the wrong kind; export it again from SillyTavern`;
    throw new SottoError('usage', 'bad_preset', message);
  }
  const { prompts, ...rest } = read.data;
  const preset = { ...present(rest), name, prompts: prompts.map((one) => present(one)) };
  const fields = fieldsOf(value);
  const idle = withoutEffect.filter((field) => fields[field] !== undefined && fields[field] !== '');
  if (hasExtensions(fields.extensions)) idle.push('extensions');
  const warnings = idle.length > 0 ? [`kept but not used: ${idle.join(', ')}`] : [];
  return { preset: preset as unknown as PromptPreset, warnings };
}
