import { type Fields, fieldsOf, isFields, without } from '../../domain/json/fields.ts';
import type { WholeChat } from '../chat-file.ts';
import { ChatMaking, type DocumentFormat, momentOf, type Unsaid } from './document.ts';
import { type TreeNode, toldBy } from './tree.ts';

const parts = (content: unknown, type: string, field: string): string[] =>
  (Array.isArray(content) ? content : []).flatMap((part) => {
    const fields = fieldsOf(part);
    const text = fields[field];
    return fields.type === type && typeof text === 'string' ? [text] : [];
  });

const textOf = ({ content, text }: Fields): string =>
  parts(content, 'text', 'text').join('\n\n') || (typeof text === 'string' ? text : '');

const idOf = (value: unknown, at: number): string => (typeof value === 'string' ? value : `#${at}`);

function* chats(conversation: Fields, unsaid: Unsaid): Generator<WholeChat> {
  const making = new ChatMaking('claude', unsaid);
  const ai = unsaid.character ?? 'Claude';
  const createdAt = momentOf(conversation.created_at);
  making.from(createdAt);
  const list = (conversation.chat_messages as readonly unknown[]).filter(isFields);
  const hasParents = list.some(({ parent_message_uuid }) => typeof parent_message_uuid === 'string');
  let wordless = 0;
  const nodes = list.map((message, at): TreeNode => {
    const text = textOf(message);
    const by = message.sender === 'human' ? making.human : ai;
    const kept = fieldsOf({ ...message });
    const isPlain = Array.isArray(message.content) && message.content.length < 2;
    const foreign = without(kept, isPlain ? ['text', 'content'] : ['text']);
    const reasoning = parts(message.content, 'thinking', 'thinking').join('\n\n');
    if (text.trim() === '') wordless += 1;
    const before = list[at - 1];
    const parent = hasParents ? message.parent_message_uuid : before && idOf(before.uuid, at - 1);
    return {
      id: idOf(message.uuid, at),
      parent: typeof parent === 'string' ? parent : null,
      message:
        text.trim() === ''
          ? null
          : making.say({ by, text, at: momentOf(message.created_at), foreign, reasoning }),
    };
  });
  const told = toldBy(nodes, conversation.current_leaf_message_uuid);
  const { name } = conversation;
  yield making.chat({
    ...told,
    ...{ title: typeof name === 'string' ? name : '', createdAt },
    foreign: without(conversation, ['chat_messages']),
    warnings:
      wordless > 0 ? [`messages without text (files and tools), which are left out: ${wordless}`] : [],
  });
}

/** Claude's `conversations.json`, as its data export has it; messages name the one before where it has a tree. */
export const claude: DocumentFormat = {
  is: ({ chat_messages }) => Array.isArray(chat_messages),
  chats,
};
