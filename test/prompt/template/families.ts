import type { PlanMessage } from '../../../src/prompt/template/turn-template.ts';

/** What a server answers for these messages; empty where its template refuses them. */
export type Render = (messages: readonly PlanMessage[]) => string;

const alternate = (messages: readonly PlanMessage[]): boolean =>
  messages.every(({ role }, at) => role === (at % 2 === 0 ? 'user' : 'assistant'));

/** The system text is put before the first user's. */
function folded(messages: readonly PlanMessage[], joint = '\n\n'): PlanMessage[] {
  const [first, second, ...rest] = messages;
  if (first?.role !== 'system' || !second) return [...messages];
  return [{ role: 'user', content: `${first.content}${joint}${second.content}` }, ...rest];
}

const each = (mark: (message: PlanMessage) => string, cue: string, start = ''): Render => {
  return (messages) => start + messages.map(mark).join('') + cue;
};

const chatml: Render = each(
  ({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`,
  '<|im_start|>assistant\n',
);

const llama3: Render = each(
  ({ role, content }) => `<|start_header_id|>${role}<|end_header_id|>\n\n${content.trim()}<|eot_id|>`,
  '<|start_header_id|>assistant<|end_header_id|>\n\n',
  '<|begin_of_text|>',
);

const mistral: Render = (messages) => {
  const turns = folded(messages);
  if (!alternate(turns)) return '';
  return `<s>${turns.map(({ role, content }) => (role === 'user' ? `[INST]${content}[/INST]` : `${content}</s>`)).join('')}`;
};

const gemma: Render = (messages) => {
  const turns = folded(messages);
  if (!alternate(turns)) return '';
  const mark = ({ role, content }: PlanMessage) =>
    `<start_of_turn>${role === 'user' ? 'user' : 'model'}\n${content.trim()}<end_of_turn>\n`;
  return `<bos>${turns.map(mark).join('')}<start_of_turn>model\n`;
};

const named = (names: Record<PlanMessage['role'], (content: string) => string>, cue: string): Render =>
  each(({ role, content }) => names[role](content), cue);

const alpaca = named(
  {
    system: (text) => `${text}\n\n`,
    user: (text) => `### Instruction:\n${text}\n\n`,
    assistant: (text) => `### Response:\n${text}\n\n`,
  },
  '### Response:\n',
);

const vicuna = named(
  {
    system: (text) => `${text}\n\n`,
    user: (text) => `USER: ${text}\n`,
    assistant: (text) => `ASSISTANT: ${text}</s>\n`,
  },
  'ASSISTANT:',
);

const commandR: Render = each(
  ({ role, content }) =>
    `<|START_OF_TURN_TOKEN|><|${{ system: 'SYSTEM', user: 'USER', assistant: 'CHATBOT' }[role]}_TOKEN|>${content.trim()}<|END_OF_TURN_TOKEN|>`,
  '<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>',
  '<BOS_TOKEN>',
);

/** How servers write the chats of each family that sotto knows by name. */
export const families: Readonly<Record<string, Render>> = {
  chatml,
  llama3,
  mistral,
  gemma,
  alpaca,
  vicuna,
  'command-r': commandR,
};

const withDefault =
  (render: Render, text: string): Render =>
  (messages) =>
    render(messages[0]?.role === 'system' ? messages : [{ role: 'system', content: text }, ...messages]);

const rulesFirst =
  (render: Render): Render =>
  (messages) =>
    messages.slice(1).some(({ role }) => role === 'system') ? '' : render(messages);

const qwenRules = 'You are Qwen, created by Alibaba Cloud. You are a helpful assistant.';
const harmonyStart = '<|start|>system<|message|>You are ChatGPT.\nReasoning: medium<|end|>';

/** Templates with ways of their own, by what is odd about them. */
export const oddities: Readonly<Record<string, Render>> = {
  'a default system text': withDefault(chatml, qwenRules),
  'a default system text, and no system text later': rulesFirst(withDefault(chatml, qwenRules)),
  'a default system text under marks that share no token': withDefault(
    each(({ role, content }) => `<|${role}|>\n${content}<|end|>\n`, '<|assistant|>\n'),
    'Be brief.',
  ),
  'a thought that the reply begins in': (messages) => `${chatml(messages)}<think>\n`,
  'a thought that is over already': (messages) => `${chatml(messages)}<think>\n\n</think>\n\n`,
  'no end of the user and a thought': (messages) => {
    const mark = ({ role, content }: PlanMessage) => {
      if (role === 'system') return content;
      return role === 'user' ? `<｜User｜>${content}` : `<｜Assistant｜>${content}<｜end▁of▁sentence｜>`;
    };
    return `<｜begin▁of▁sentence｜>${messages.map(mark).join('')}<｜Assistant｜><think>\n`;
  },
  'a preamble, and a channel that the reply has to name': (messages) => {
    const mark = ({ role, content }: PlanMessage) => {
      if (role === 'system') return `<|start|>developer<|message|># Instructions\n\n${content}<|end|>`;
      return `<|start|>${role}${role === 'assistant' ? '<|channel|>final' : ''}<|message|>${content}<|end|>`;
    };
    return `${harmonyStart}${messages.map(mark).join('')}<|start|>assistant`;
  },
  'a date in front of the system text': (messages) => {
    const date = 'Cutting Knowledge Date: December 2023\n\n';
    const [first, ...rest] = messages[0]?.role === 'system' ? messages : [undefined, ...messages];
    const start = `<|start_header_id|>system<|end_header_id|>\n\n${date}${first?.content ?? ''}<|eot_id|>`;
    return start + llama3(rest.flatMap((one) => one ?? [])).replace('<|begin_of_text|>', '');
  },
  'system text in brackets within the first turn': (messages) => {
    const [first, ...rest] = messages;
    const turns = first?.role === 'system' ? rest : messages;
    if (!alternate(turns)) return '';
    const rules = first?.role === 'system' ? `<<SYS>>\n${first.content}\n<</SYS>>\n\n` : '';
    const mark = ({ role, content }: PlanMessage, at: number) =>
      role === 'user' ? `<s>[INST] ${at === 0 ? rules : ''}${content} [/INST]` : ` ${content} </s>`;
    return turns.map(mark).join('');
  },
  'no system role at all': (messages) => (alternate(messages) ? gemma(messages) : ''),
  'an empty system turn, and a line break ahead of each turn': (messages) => {
    const [first, ...rest] = messages[0]?.role === 'system' ? messages : [undefined, ...messages];
    const mark = (one?: PlanMessage) => {
      if (one?.role === 'user') return `\n<SPECIAL_11>User\n${one.content}`;
      return one?.role === 'assistant' ? `\n<SPECIAL_11>Assistant\n${one.content}\n<SPECIAL_12>` : '';
    };
    const start = `<SPECIAL_10>System\n${first?.content ?? ''}\n`;
    return `${start}${rest.map(mark).join('')}\n<SPECIAL_11>Assistant\n<think>\n`;
  },
  'a token on both sides of the role': each(
    ({ role, content }) => `<|sep|>${role}<|sep|>${content}\n`,
    '<|sep|>assistant<|sep|>',
  ),
  'an end of the user in words': each(
    ({ role, content }) => `<|turn|>${role}\n${content}${role === 'assistant' ? '</s>' : ' (over)'}\n`,
    '<|turn|>assistant\n',
  ),
  'system text in the last turn': (messages) => {
    const turns = messages.filter(({ role }) => role !== 'system');
    const rules = messages.filter(({ role }) => role === 'system').map(({ content }) => `${content}\n\n`);
    const last = turns.pop();
    return mistral([...turns, { role: 'user', content: `${rules.join('')}${last?.content}` }]);
  },
  'system texts that are passed over': (messages) =>
    commandR(messages.filter(({ role }) => role !== 'system')),
};
