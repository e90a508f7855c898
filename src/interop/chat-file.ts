import { SottoError } from '../domain/errors.ts';
import { tooLongName } from '../domain/world/names.ts';
import { foldName } from '../domain/world/world.ts';

/** Fields that sotto has no place for, as they came. */
export type Foreign = Readonly<Record<string, unknown>>;

/** A program whose chat files are read and written. */
export type ChatFormat =
  | ('sotto' | 'sillytavern')
  | (
      | 'agnai'
      | 'backyard'
      | 'character_ai'
      | 'chatgpt'
      | 'claude'
      | 'kobold_lite'
      | 'risuai'
      | 'text_generation_webui'
    );

/** A message as `--json` prints it; everybody by name, `speaker` '' for system and tool rows. */
export type MessageLine = {
  readonly type: 'message';
  readonly id: string;
  readonly turn: string;
  readonly speaker: string;
  readonly text: string;
  readonly knownTo: readonly string[];
  readonly perceived: readonly string[];
  readonly role: 'character' | 'system' | 'tool';
  readonly at: string;
  readonly truncated: boolean;
  readonly pinned: boolean;
  readonly branch: string;
  /** What the model thought before it wrote; absent when it told nothing or the viewer may not know. */
  readonly reasoning?: string;
  /** Present and true for a line that people alone read. */
  readonly hidden?: true;
  /** Whom the human was while saying it; absent without a persona. */
  readonly persona?: { readonly name: string; readonly description: string };
};

/** Another text of a message, beside the one that was chosen. */
export type Alternative = Pick<FileMessage, 'text' | 'at' | 'reasoning' | 'foreign'>;

/** A message as a file tells it. `knownTo` holds the sender, and is empty for a public message. */
export type FileMessage = Pick<
  MessageLine,
  'speaker' | 'text' | 'knownTo' | 'role' | 'at' | 'truncated' | 'pinned' | 'reasoning' | 'hidden'
> & {
  /** Consecutive messages of one turn carry the same text here; null = a turn of its own. */
  readonly turn: string | null;
  readonly foreign: Foreign;
  /** What might have stood here; absent = nothing else. */
  readonly alternatives?: readonly Alternative[];
};

/** Messages that went on otherwise than what was chosen. */
export interface Beside {
  /** The message they follow, by its place among those chosen and then those beside, in their order; -1 = the opening. */
  readonly after: number;
  readonly messages: readonly FileMessage[];
}

/** A chat as a file tells it, without what is said in it. Every name in it is in `cast`, in one spelling. */
export interface ChatHead {
  readonly format: ChatFormat;
  readonly title: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly cast: readonly string[];
  /** Who the human plays; null when the file has no cast. */
  readonly playing: string | null;
  readonly foreign: Foreign;
}

/** A chat as a file tells it. */
export interface ChatFile extends ChatHead {
  /** As often as they are asked for; those of a long file are read from it each time. */
  readonly messages: Iterable<FileMessage> | AsyncIterable<FileMessage>;
  /** The rest of its tree, each part behind what it follows; absent = nothing else. */
  readonly besides?: readonly Beside[];
  /** All of them once the messages were read. */
  readonly warnings: readonly string[];
}

/** What a file may leave unsaid. */
export interface Fallback {
  readonly title: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Where another file says what the header of this one would; absent = nowhere. */
  readonly header?: Foreign;
}

/** A chat of a file that was read whole. */
export interface WholeChat extends ChatFile {
  readonly messages: readonly FileMessage[];
}

/** Takes the lines of a chat file one at a time, and twice: who is in it is known when all were read. */
export interface ChatReader {
  /** Learns from the next line, numbered from 1, and keeps nothing of what it says. Throws SottoError `broken_line`, `cast_too_large`. */
  line(value: unknown, number: number): void;
  /** The chat. Throws SottoError `not_a_chat`. */
  end(): ChatHead;
  /** After `end`: takes the same lines once more. */
  again(): MessageReader;
}

/** What the lines of a chat file say, one after the other. */
export interface MessageReader {
  /** The message of the next line; null for a line that says something else. */
  message(value: unknown, number: number): FileMessage | null;
  /** What a person should know of all of them. */
  warnings(): readonly string[];
}

/** A chat that is written to a file; its messages come apart from it. */
export interface ExportedChat {
  readonly title: string;
  readonly createdAt: string;
  readonly cast: readonly string[];
  readonly playing: string;
  /** What the file had that this chat was imported from, where the format is the same; else null. */
  readonly foreign: Foreign | null;
  /** File names of the cards of those who are in a group, by their names. */
  readonly avatars?: ReadonlyMap<string, string>;
  /** What its characters are told beside the messages, as far as that is the same for all; absent = as the file said. */
  readonly told?: ToldBeside;
  /** The file of the lorebook that it names, by the one that it named; absent = as it was. */
  readonly worldInfo?: (was: unknown) => unknown;
}

/** What all characters of a chat are told beside its messages; absent = as it was. */
export interface ToldBeside {
  /** The author's note; null = none. */
  readonly note?: {
    readonly text: string;
    readonly depth: number;
    readonly role: 'system' | 'user' | 'assistant';
    readonly every: number;
  } | null;
  /** What takes the place of the cards' scenarios; '' = nothing. */
  readonly scenario?: string;
}

/** One message of a chat that is written to a file. */
export interface ExportedMessage {
  readonly line: MessageLine;
  readonly foreign: Foreign | null;
  /** Whether the audience is another than the file said that it was imported from. */
  readonly isAudienceChanged: boolean;
}

/** The refusal of a line that cannot be read; `why` goes on after `line 7`. */
export const brokenLine = (number: number, why: string): SottoError =>
  new SottoError(
    'usage',
    'broken_line',
    `line ${number} ${why}; nothing was imported, correct the line first`,
  );

/** The refusal of a file that holds something else; `why` goes on after `it`. */
export const notAChat = (why: string): SottoError =>
  new SottoError(
    'usage',
    'not_a_chat',
    `it ${why}, so it is not a chat; choose a file of a chat that sotto or another program wrote`,
  );

const mostNames = 256;

/** Everybody in a file, in the order of their first mention, each in its first spelling. */
export class NamesOfFile {
  readonly #byFolded = new Map<string, string>();

  /** The name as it was first spelled. Throws SottoError `broken_line` when empty, `cast_too_large`. */
  add(name: string, number: number): string {
    const folded = foldName(name);
    const known = this.#byFolded.get(folded);
    if (known !== undefined) return known;
    if (folded === '') throw brokenLine(number, 'has an empty name');
    const tooLong = tooLongName(name.trim());
    if (tooLong !== null) throw brokenLine(number, `names a character whose name ${tooLong}`);
    if (this.#byFolded.size >= mostNames) {
      const message = `line ${number} names another character after ${mostNames}; split the file into smaller casts`;
      throw new SottoError('usage', 'cast_too_large', message);
    }
    this.#byFolded.set(folded, name.trim());
    return name.trim();
  }

  all(): string[] {
    return [...this.#byFolded.values()];
  }
}
