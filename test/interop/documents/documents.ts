import type { Fields } from '../../../src/domain/json/fields.ts';
import type { WholeChat } from '../../../src/interop/chat-file.ts';
import { documentFormat } from '../../../src/interop/documents/table.ts';

/** What is known of a document besides. */
export const unsaid = {
  ...{ title: 'From a file', at: '2026-01-31T12:00:00.000Z' },
  ...{ human: 'Ann', character: 'Mira' },
};

/** The chats of a document, as a file of it would give them. */
export const chatsOf = (
  value: object,
  about: typeof unsaid | Omit<typeof unsaid, 'character'> = unsaid,
): WholeChat[] => {
  const fields = JSON.parse(JSON.stringify(value)) as Fields;
  return [...(documentFormat(fields)?.chats(fields, about) ?? [])];
};

/** The only chat of a document. */
export const chatOf = (value: object): WholeChat => chatsOf(value)[0] as WholeChat;

/** Who says what, the speakers of rows that nobody says left blank. */
export const talkOf = ({ messages }: Pick<WholeChat, 'messages'>): string[] =>
  messages.map(({ speaker, text, hidden }) => `${hidden ? '~' : ''}${speaker}: ${text}`);
