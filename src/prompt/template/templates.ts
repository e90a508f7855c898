import { stopsOf } from './marks.ts';
import { type Marks, plainTemplate, type TurnTemplate } from './turn-template.ts';

/** A family that marks every role the same way, as `mark` says. */
const uniform = (name: string, mark: (role: 'system' | 'user' | 'assistant') => Marks): TurnTemplate => {
  const [system, user, assistant] = [mark('system'), mark('user'), mark('assistant')];
  const cue = assistant.before;
  return { name, opening: system, system, user, assistant, cue, stop: stopsOf(user, assistant) };
};

/** A family without a system role: what it would hold is in the user's marks, or bare before the first turn. */
const withoutSystem = (name: string, user: Marks, assistant: Marks, opening = user): TurnTemplate => {
  const cue = assistant.before;
  return { name, opening, system: user, user, assistant, cue, stop: stopsOf(user, assistant) };
};

const bareOpening: Marks = { before: '', after: '\n\n' };
const commandRoles = { system: 'SYSTEM', user: 'USER', assistant: 'CHATBOT' } as const;

const templates: readonly TurnTemplate[] = [
  plainTemplate,
  uniform('chatml', (role) => ({ before: `<|im_start|>${role}\n`, after: '<|im_end|>\n' })),
  uniform('llama3', (role) => ({
    before: `<|start_header_id|>${role}<|end_header_id|>\n\n`,
    after: '<|eot_id|>',
  })),
  withoutSystem('mistral', { before: '[INST]', after: '[/INST]' }, { before: '', after: '</s>' }),
  withoutSystem(
    'gemma',
    { before: '<start_of_turn>user\n', after: '<end_of_turn>\n' },
    { before: '<start_of_turn>model\n', after: '<end_of_turn>\n' },
  ),
  withoutSystem(
    'alpaca',
    { before: '### Instruction:\n', after: '\n\n' },
    { before: '### Response:\n', after: '\n\n' },
    bareOpening,
  ),
  withoutSystem(
    'vicuna',
    { before: 'USER: ', after: '\n' },
    { before: 'ASSISTANT: ', after: '</s>\n' },
    bareOpening,
  ),
  uniform('command-r', (role) => ({
    before: `<|START_OF_TURN_TOKEN|><|${commandRoles[role]}_TOKEN|>`,
    after: '<|END_OF_TURN_TOKEN|>',
  })),
];

/** Names of the templates that come with sotto. */
export const templateNames: readonly string[] = templates.map(({ name }) => name);

/** The template of this name; undefined when none comes with sotto. */
export const templateNamed = (wanted: string): TurnTemplate | undefined =>
  templates.find(({ name }) => name === wanted);
