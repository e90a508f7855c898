import type { ExportedChat, ExportedMessage, WholeChat } from '../../src/interop/chat-file.ts';
import { chatReader, readLine } from '../../src/interop/chats/read-chat.ts';

const fallback = { title: 'From a file', at: '2026-01-31T12:00:00.000Z' };

/** Reads a chat file from its text, as the command line does. */
export function readText(text: string): WholeChat {
  const lines = text.split('\n').flatMap((line, index): [unknown, number][] => {
    const value = readLine(new TextEncoder().encode(line), index + 1);
    return value === undefined ? [] : [[value, index + 1]];
  });
  const reader = chatReader(lines[0]?.[0], fallback);
  for (const line of lines) reader.line(...line);
  const head = reader.end();
  const again = reader.again();
  const messages = lines.flatMap((line) => again.message(...line) ?? []);
  return { ...head, messages, warnings: again.warnings() };
}

/** Reads a file of these JSON values, one a line. */
export const readValues = (...values: readonly unknown[]): WholeChat =>
  readText(values.map((value) => JSON.stringify(value)).join('\n'));

/** What a chat file says as a writer takes it, everything given back. */
export function asExported(file: WholeChat): { chat: ExportedChat; messages: ExportedMessage[] } {
  const { title, createdAt, cast, playing, foreign } = file;
  const messages = file.messages.map((message, index): ExportedMessage => {
    const { turn: _, foreign: __, ...said } = message;
    const { knownTo } = said;
    const perceived = knownTo.length > 0 ? knownTo : cast;
    const place = { id: `new${index}`, turn: `new${index}`, branch: 'main' };
    const line = { type: 'message', ...place, ...said, perceived } as const;
    return { line, foreign: message.foreign, isAudienceChanged: false };
  });
  return { chat: { title, createdAt, cast, playing: playing ?? '', foreign }, messages };
}
