import type { ChatMessage } from '../backend.ts';
import { oneLine, serverError, textOf } from '../failure.ts';
import type { ChatItem, PartOfTemplate } from './native.ts';
import type { OpenModel } from './open-model.ts';

/**
 * The messages as the chat template in the model's file writes them, without the token that opens a prompt, with
 * the opening of the next reply. Throws SottoError `no_template`.
 */
export const applyTemplate = ({ library, model }: OpenModel, messages: readonly ChatMessage[]): string => {
  const template = textOf(model.fileInfo.metadata.tokenizer?.chat_template);
  if (template === '') throw noTemplate('the model has no chat template');
  try {
    const wrapper = new library.JinjaTemplateChatWrapper({ template, reasoning: null });
    const chatHistory = [...messages.map(itemOf), { type: 'model', response: [''] } as const];
    const written = wrapper.generateContextState({ chatHistory }).contextText.toJSON();
    return typeof written === 'string' ? written : written.map(textOfPart).join('');
  } catch (error) {
    const words = oneLine(error instanceof Error ? error.message : '');
    throw noTemplate(`the model's chat template cannot be used (${words})`);
  }
};

const textOfPart = (part: PartOfTemplate): string => {
  if (typeof part === 'string') return part;
  return part.type === 'specialTokensText' ? part.value : '';
};

const itemOf = ({ role, content }: ChatMessage): ChatItem =>
  role === 'assistant'
    ? { type: 'model', response: [content] }
    : { type: role === 'tool' ? 'user' : role, text: content };

const noTemplate = (finding: string) =>
  serverError({ code: 'no_template', finding, remedy: 'choose another under prompt.template' });
