import * as z from 'zod';
import { flag, text } from './template-file.ts';

/** The fields of SillyTavern's instruct templates, those of old versions too. */
export const instructShape = {
  name: text,
  input_sequence: text,
  input_suffix: text,
  output_sequence: text,
  output_suffix: text,
  system_sequence: text,
  system_suffix: text,
  first_input_sequence: text,
  last_input_sequence: text,
  first_output_sequence: text,
  last_output_sequence: text,
  last_system_sequence: text,
  story_string_prefix: text,
  story_string_suffix: text,
  stop_sequence: text,
  wrap: flag,
  macro: flag,
  names_behavior: z.enum(['none', 'force', 'always']).nullish(),
  activation_regex: text,
  bind_to_context: flag,
  user_alignment_message: text,
  system_same_as_user: flag,
  skip_examples: flag,
  sequences_as_stop_strings: flag,
  separator_sequence: text,
  system_sequence_prefix: text,
  system_sequence_suffix: text,
  names: flag,
  names_force_groups: flag,
  system_prompt: text,
};

const shape = z.object(instructShape);

/** An instruct template as it stands in its file. */
export type InstructFields = z.infer<typeof shape>;

const losses: readonly (readonly [keyof InstructFields, string])[] = [
  ['first_input_sequence', 'every line of the others has the same mark'],
  ['last_input_sequence', 'every line of the others has the same mark'],
  ['first_output_sequence', 'every line of the speaker has the same mark'],
  ['last_system_sequence', 'sotto asks a model nothing outside the chat'],
  ['activation_regex', 'choose the template by its name'],
  ['bind_to_context', 'choose the context template by its name'],
  ['user_alignment_message', 'the history begins with whoever spoke first'],
  ['skip_examples', "the examples stand among the character's texts, without marks"],
  ['system_prompt', "put it into the chat's rules"],
];

/** What the template says about names, in words of today's versions; null when it says nothing. */
const namesBehavior = ({ names_behavior, names, names_force_groups }: InstructFields): string | null => {
  if (names_behavior) return names_behavior;
  if (names === true) return 'always';
  if (typeof names !== 'boolean') return null;
  return names_force_groups === false ? 'none' : 'force';
};

/** One line for each field that has no place in sotto, where the template uses it. */
export function notCarried(fields: InstructFields): string[] {
  const behavior = namesBehavior(fields);
  const lost = losses.filter(([field]) => fields[field]);
  return [
    ...(behavior === 'none' || behavior === 'force'
      ? [`names_behavior "${behavior}" is not carried over: sotto's lines always begin with the name`]
      : []),
    ...lost.map(([field, reason]) => `${field} is not carried over: ${reason}`),
  ];
}
