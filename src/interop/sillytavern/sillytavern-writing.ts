import { editedJson } from '../../domain/json/edits.ts';
import { type Fields, fieldsOf } from '../../domain/json/fields.ts';
import type {
  ChatHead,
  ExportedChat,
  ExportedMessage,
  FileMessage,
  Foreign,
  MessageLine,
} from '../chat-file.ts';
import { castField, isHeader, SillyTavernReader } from './sillytavern-jsonl.ts';
import { messageFields } from './sillytavern-message.ts';
import { withNotes } from './sillytavern-note.ts';

/** SillyTavern's chat JSONL in pieces; no line break after the last line, as that program writes it. */
export function* writeSillyTavernJsonl(
  chat: ExportedChat,
  messages: Iterable<ExportedMessage>,
): Iterable<string> {
  yield JSON.stringify(headerOf(chat));
  for (const message of messages) yield `\n${JSON.stringify(messageFields(chat, message))}`;
}

function headerOf({ foreign, cast, playing, ...about }: ExportedChat): object {
  const character_name = cast.find((name) => name !== playing) ?? playing;
  const anew = { user_name: playing, character_name, chat_metadata: { [castField]: cast } };
  return headerNow(foreign ?? anew, about);
}

/** A header with what the chat says of itself now; the header itself where that is what it says. */
function headerNow(came: Fields, { told = {}, worldInfo }: Pick<ExportedChat, 'told' | 'worldInfo'>): Fields {
  const header = withNotes(came, told);
  const { world_info: was, ...others } = fieldsOf(header.chat_metadata);
  const now = worldInfo ? worldInfo(was) : was;
  if (now === was) return header;
  const chat_metadata = now === undefined ? others : { ...fieldsOf(header.chat_metadata), world_info: now };
  return { ...header, chat_metadata };
}

/** The header of the file that a chat came from, as the chat is now. */
function rewrittenHeader(line: string, about: ExportedChat): string {
  const json = line.replace(/^\u{feff}/u, '');
  const before = fieldsOf(JSON.parse(json));
  const after = headerNow(before, about);
  return after === before
    ? line
    : `${line.slice(0, line.length - json.length)}${editedJson(json, before, after)}`;
}

/** Whether a chat says something else of itself than when it came from a file, this text, which has no header to say it in. */
export function isHeaderMissed(text: string, { foreign, ...about }: ExportedChat): boolean {
  const [first = ''] = text
    .replace(/^\u{feff}/u, '')
    .trimStart()
    .split('\n', 1);
  const came = foreign ?? {};
  return headerNow(came, about) !== came && !isHeader(JSON.parse(first));
}

/** A file's message as it would be written when nothing had happened to it since. */
function asItCame(file: ChatHead, message: FileMessage): object {
  const { title, createdAt, cast, foreign } = file;
  const chat = { title, createdAt, cast, playing: file.playing ?? '', foreign };
  const { speaker, text, knownTo, role, at, reasoning, hidden } = message;
  const line: MessageLine = {
    ...{ type: 'message', id: '', turn: '', branch: '', perceived: [], truncated: false, pinned: false },
    ...{ speaker, text, knownTo, role, at },
    ...(reasoning !== undefined && { reasoning }),
    ...(hidden && { hidden }),
  };
  return messageFields(chat, { line, foreign: message.foreign, isAudienceChanged: false });
}

/** What a message is known by in the file that it came from. */
const markOf = ({ name, send_date, original_avatar }: Foreign): string =>
  JSON.stringify([name, send_date, original_avatar]);

/** The messages of a file with their lines, each given out once. */
class CameLines {
  readonly #lines: readonly string[];
  readonly #file: ChatHead;
  readonly #messages: readonly FileMessage[];
  readonly #byMark = new Map<string, number[]>();

  constructor(lines: readonly string[], file: ChatHead, messages: readonly FileMessage[]) {
    this.#lines = lines;
    this.#file = file;
    this.#messages = messages;
    for (const [at, { foreign }] of messages.entries()) {
      const mark = markOf(foreign);
      const known = this.#byMark.get(mark);
      if (known) known.push(at);
      else this.#byMark.set(mark, [at]);
    }
    for (const all of this.#byMark.values()) all.reverse();
  }

  /** The line of a message, and what would be written of it if nothing had happened to it since. */
  take(foreign: Foreign | null): { readonly text: string; readonly fields: object } | null {
    const at = foreign === null ? undefined : this.#byMark.get(markOf(foreign))?.pop();
    const message = at === undefined ? undefined : this.#messages[at];
    const text = at === undefined ? undefined : this.#lines[at];
    return message && text !== undefined ? { text, fields: asItCame(this.#file, message) } : null;
  }
}

/**
 * The text of the file that a chat came from, as the chat is now: a line of which nothing changed is the same bytes, in another the
 * changed keys alone are others; what was said since follows, and what is gone is left out.
 */
export function rewrittenJsonl(
  text: string,
  chat: ExportedChat,
  messages: Iterable<ExportedMessage>,
): string {
  const reader = new SillyTavernReader({ title: chat.title, at: chat.createdAt });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const read = (line: string): unknown => JSON.parse(line.replace(/^\u{feff}/u, ''));
  for (const [at, line] of lines.entries()) reader.line(read(line), at + 1);
  const file = reader.end();
  const again = reader.again();
  const told = lines.flatMap((line, at) => again.message(read(line), at + 1) ?? []);
  const first = lines.slice(0, lines.length - told.length);
  const headers = first.map((line, at) => (at === 0 ? rewrittenHeader(line, chat) : line));
  const said = lines.slice(headers.length);
  const came = new CameLines(said, file, told);
  const written = [...messages].map((message) => {
    const fields = messageFields(chat, message);
    const line = came.take(message.foreign);
    return line ? editedJson(line.text, line.fields, fields) : JSON.stringify(fields);
  });
  const isSame = [...headers, ...written].join('\n') === lines.join('\n');
  return isSame ? text : `${[...headers, ...written].join('\n')}${text.endsWith('\n') ? '\n' : ''}`;
}
