import type { Patience } from './patience.ts';
import type { EndEvent, StreamEvent, StreamFault } from './reply.ts';

/** Cuts a stream of bytes, however chunked, into the data of its events. */
export interface Framing {
  /** True once an event grew beyond the bound; nothing comes out after that. */
  readonly overflowed: boolean;
  feed(bytes: Uint8Array): string[];
  /** Takes an unterminated last event as complete. */
  end(): string[];
}

/** Understands the events of one reply. */
export interface StreamReader {
  /** What the data of one event says, in order; empty for what says nothing. */
  read(data: string): readonly (StreamEvent | StreamFault)[];
  /** The end of the reply as far as it is known; null while the server has not said that it is complete. */
  close(): EndEvent | null;
}

/** The request for one generation, in the words of its server. */
export interface ServerRequest {
  readonly path: string;
  readonly body: unknown;
  /** How the content type of a proper answer begins. */
  readonly contentType: string;
  readonly framing: Framing;
  readonly reader: StreamReader;
  /** What the person should know of this request, each one line. */
  readonly notices: readonly string[];
  /** Asks the server for what its stream did not say. Never rejects. */
  readonly settle?: (end: EndEvent) => Promise<EndEvent>;
  /** Tells a server to stop that does not notice a closed socket. Never rejects. */
  readonly abandon?: () => Promise<void>;
}

/** How long to wait for a server, in milliseconds; 0 is for ever. */
export interface ServerTimeouts {
  /** All that is asked before a reply together; then from sending to the first characters, which each time that more of the prompt has been read starts anew. */
  readonly firstTokenTimeoutMs: number;
  /** Between two events that carry characters: of the text, of a thought, or of what a tool is called with. */
  readonly silenceTimeoutMs: number;
  /** How long a server may go on loading its model. Default 60 s. */
  readonly loadingTimeoutMs?: number;
}

/** What processes tell one another of model servers, by their addresses. */
export interface ServerInfoStore {
  /** Null when nothing is kept. */
  read(url: string): Readonly<Record<string, unknown>> | null;
  /** Keeps these fields beside the others; may do nothing where that cannot be done at once. */
  write(url: string, known: Readonly<Record<string, unknown>>): void;
}

/** A speaker's prompt that a server keeps in a file. */
export interface KeptPrompt {
  readonly name: string;
  /** How many characters of the prompt it holds. */
  readonly length: number;
  readonly tokens: number;
  /** Where it lies; empty where only the server knows. */
  readonly folder: string;
}

/** What is remembered of such files, by the addresses of servers, in every process. */
export interface KeptPromptStore {
  of(url: string, owner: string): KeptPrompt | null;
  /** Remembers a file before it is written; false where that cannot be done at once. The one that its owner had goes. */
  keep(url: string, owner: string, kept: KeptPrompt): boolean;
  /** Takes the file of an owner away. */
  drop(url: string, owner: string): void;
  /** Names of files that hold what was taken away and that only the server can empty. */
  gone(url: string): readonly string[];
  emptied(url: string, name: string): void;
}

/** Where a server keeps prompts in files. */
export interface Keeping {
  readonly store: KeptPromptStore;
  /** The folder, empty where only the server knows it; null where nothing is to be kept any more. */
  readonly folder: string | null;
}

/** Where a server is, its key, and how long to wait for it. */
export interface ServerOptions extends ServerTimeouts {
  readonly url: string;
  readonly apiKey?: string;
  /** Absent: what is learned of the server is forgotten with this process. */
  readonly infoStore?: ServerInfoStore;
  /** Absent: no server is asked to keep prompts in files. */
  readonly keeping?: Keeping;
  /** Absent: what is asked before a reply has as long as its first token. */
  readonly patience?: Patience;
}
