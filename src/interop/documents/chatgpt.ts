import { type Fields, fieldsOf, isFields, without } from '../../domain/json/fields.ts';
import type { WholeChat } from '../chat-file.ts';
import { ChatMaking, type DocumentFormat, momentOf, type Unsaid } from './document.ts';
import { type TreeNode, toldBy } from './tree.ts';

const texts = (list: unknown): string[] =>
  (Array.isArray(list) ? list : []).flatMap((part) => {
    const text = typeof part === 'string' ? part : fieldsOf(part).text;
    return typeof text === 'string' && text !== '' ? [text] : [];
  });

/** What a message says, of whatever kind its content is; empty for a picture and the like. */
const textOf = ({ parts, text, result }: Fields): string => {
  if (Array.isArray(parts)) return texts(parts).join('\n');
  return typeof text === 'string' ? text : typeof result === 'string' ? result : '';
};

const thoughtsOf = ({ content_type, thoughts }: Fields): string =>
  content_type === 'thoughts' && Array.isArray(thoughts)
    ? thoughts.map((one) => String(fieldsOf(one).content ?? '')).join('\n')
    : '';

function messageOf(making: ChatMaking, message: Fields, who: { ai: string; thoughts: string }) {
  const content = fieldsOf(message.content);
  const text = textOf(content);
  if (text.trim() === '') return null;
  const role = fieldsOf(message.author).role;
  const isPlain = content.content_type === 'text' || content.content_type === 'multimodal_text';
  const isSpoken = isPlain && (role === 'user' || (role === 'assistant' && !isForTool(message)));
  const isHidden = fieldsOf(message.metadata).is_visually_hidden_from_conversation === true;
  const foreign = content.content_type === 'text' ? without(message, ['content']) : message;
  const at = momentOf(message.create_time);
  if (isSpoken && !isHidden) {
    if (role === 'user') return making.say({ by: making.human, text, at, foreign });
    return making.say({ by: who.ai, text, at, foreign, reasoning: who.thoughts });
  }
  const how = role === 'system' || isHidden ? {} : { role: 'tool' as const };
  return making.say({ by: null, text, at, foreign, hidden: true, ...how });
}

const isForTool = ({ recipient }: Fields): boolean => typeof recipient === 'string' && recipient !== 'all';

function* chats(conversation: Fields, unsaid: Unsaid): Generator<WholeChat> {
  const making = new ChatMaking('chatgpt', unsaid);
  const ai = unsaid.character ?? 'ChatGPT';
  const createdAt = momentOf(conversation.create_time);
  making.from(createdAt);
  const mapping = fieldsOf(conversation.mapping);
  let wordless = 0;
  const nodes = Object.entries(mapping).map(([id, value]): TreeNode => {
    const { parent, message } = fieldsOf(value);
    const above = typeof parent === 'string' && Object.hasOwn(mapping, parent) ? parent : null;
    const before = fieldsOf(fieldsOf(fieldsOf(above === null ? null : mapping[above]).message).content);
    const said = isFields(message) ? messageOf(making, message, { ai, thoughts: thoughtsOf(before) }) : null;
    if (isFields(message) && said === null && isPicture(fieldsOf(message.content))) wordless += 1;
    return { id, parent: above, message: said };
  });
  const told = toldBy(nodes, conversation.current_node);
  const { title } = conversation;
  yield making.chat({
    ...told,
    ...{
      title: typeof title === 'string' ? title : '',
      createdAt,
      foreign: without(conversation, ['mapping']),
    },
    warnings:
      wordless > 0 ? [`messages without text (pictures and files), which are left out: ${wordless}`] : [],
  });
}

const isPicture = ({ content_type, parts }: Fields): boolean =>
  content_type === 'multimodal_text' && Array.isArray(parts) && parts.length > 0;

/** ChatGPT's `conversations.json`, as its data export has it: a tree of nodes in `mapping`, of which one is current. */
export const chatGpt: DocumentFormat = { is: ({ mapping }) => isFields(mapping), chats };
