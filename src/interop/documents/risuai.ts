import { type Fields, isFields, textIn, without } from '../../domain/json/fields.ts';
import { notAChat, type WholeChat } from '../chat-file.ts';
import { ChatMaking, characterOf, type DocumentFormat, momentOf, type Unsaid } from './document.ts';

function speakerOf({ role, name }: Fields, { human }: ChatMaking, unsaid: Unsaid): string {
  return role === 'user' ? textIn(name) || human : characterOf(unsaid, textIn(name));
}

function chatOf(chat: Fields, unsaid: Unsaid): WholeChat {
  if (!Array.isArray(chat.message)) throw notAChat('has a chat without messages');
  const making = new ChatMaking('risuai', unsaid);
  const shut = chat.message.findLastIndex((one) => isFields(one) && one.disabled === 'allBefore');
  const messages = chat.message.filter(isFields).map((message, at) => {
    const isComment = message.isComment === true;
    return making.say({
      by: isComment ? null : speakerOf(message, making, unsaid),
      text: textIn(message.data),
      at: momentOf(message.time),
      foreign: without(message, ['data']),
      hidden: isComment || at <= shut || message.disabled === true,
    });
  });
  return making.chat({ title: textIn(chat.name), messages, foreign: without(chat, ['message']) });
}

function* chats({ data }: Fields, unsaid: Unsaid): Generator<WholeChat> {
  for (const chat of Array.isArray(data) ? data : [data]) {
    if (!isFields(chat)) throw notAChat('has a chat that is no object');
    if (!Array.isArray(chat.message) || chat.message.length > 0) yield chatOf(chat, unsaid);
  }
}

/** RisuAI's export of one chat (`risuChat`) or of all chats of a character (`risuAllChats`), versions 1 and 2. */
export const risuAi: DocumentFormat = {
  is: ({ type }) => type === 'risuChat' || type === 'risuAllChats',
  chats,
};
