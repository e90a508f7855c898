import type { ExportedChat, ExportedMessage } from '../chat-file.ts';

/** The chat as one JSON document on one line, in pieces: the `chat` line of Sotto JSONL with its `messages`. */
export function* writeJson(chat: ExportedChat, messages: Iterable<ExportedMessage>): Iterable<string> {
  const { title, cast, createdAt } = chat;
  const header = JSON.stringify({ type: 'chat', title, cast, createdAt });
  let separator = '';
  yield `${header.slice(0, -1)},"messages":[`;
  for (const { line } of messages) {
    yield `${separator}${JSON.stringify(line)}`;
    separator = ',';
  }
  yield ']}\n';
}
