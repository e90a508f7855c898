import { type Fields, isFields, textIn, without } from '../../domain/json/fields.ts';
import type { WholeChat } from '../chat-file.ts';
import { ChatMaking, characterOf, type DocumentFormat, momentOf, type Unsaid } from './document.ts';
import { type TreeNode, toldBy } from './tree.ts';

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((one) => textIn(one) || []) : [];

/** Words of `msg`, and of what was written on to it. */
const textOf = ({ msg, extras }: Fields): string => [textIn(msg), ...textsIn(extras)].join('\n');

function* chats(file: Fields, unsaid: Unsaid): Generator<WholeChat> {
  const list = (file.messages as readonly unknown[]).filter(isFields);
  const handle = list.find(({ userId, handle }) => userId !== undefined && textIn(handle) !== '')?.handle;
  const making = new ChatMaking('agnai', unsaid, textIn(handle));
  const nameOf = (message: Fields): string | null => {
    if (message.system === true) return null;
    const name = textIn(message.handle) || textIn(message.name);
    return message.userId === undefined ? characterOf(unsaid, name) : name || making.human;
  };
  const nodes = list.map((message, at): TreeNode => {
    const others = textsIn(message.retries).map((text) => ({ text }));
    const foreign = without(message, ['msg']);
    const said = { by: nameOf(message), text: textOf(message), at: momentOf(message.createdAt), foreign };
    return {
      id: textIn(message._id) || `#${at}`,
      parent: textIn(message.parent) || (at > 0 ? textIn(list[at - 1]?._id) || `#${at - 1}` : null),
      message: making.say({ ...said, others, ...(message.ooc === true && { hidden: true }) }),
    };
  });
  const title = textIn(file.name) === 'Exported' ? '' : textIn(file.name);
  yield making.chat({
    ...toldBy(nodes, file.treeLeafId),
    ...{ title, foreign: without(file, ['messages']) },
  });
}

/** Agnai's chat export: `messages` with `msg`, who wrote it as `handle`, and other replies as `retries`. */
export const agnai: DocumentFormat = {
  is: ({ messages }) =>
    Array.isArray(messages) &&
    messages.length > 0 &&
    messages.every((one) => isFields(one) && typeof one.msg === 'string'),
  chats,
};
