import type { Abilities } from './abilities.ts';

/** Sampler settings under sotto's own names; a backend maps them to its dialect. Absent = server's default. */
export interface Sampling {
  temperature?: number;
  top_k?: number;
  top_p?: number;
  min_p?: number;
  typical_p?: number;
  top_n_sigma?: number;
  xtc_probability?: number;
  xtc_threshold?: number;
  dry_multiplier?: number;
  dry_base?: number;
  dry_allowed_length?: number;
  /** Tokens that DRY looks back. */
  dry_penalty_range?: number;
  dry_sequence_breakers?: readonly string[];
  repetition_penalty?: number;
  /** Tokens that the repetition penalty looks back. */
  repetition_range?: number;
  presence_penalty?: number;
  frequency_penalty?: number;
  /** 0 is off. */
  mirostat?: 0 | 1 | 2;
  mirostat_tau?: number;
  mirostat_eta?: number;
  /** The temperature moves by so much to either side. */
  dynatemp_range?: number;
  dynatemp_exponent?: number;
  /** In GBNF. */
  grammar?: string;
  json_schema?: Readonly<Record<string, unknown>>;
  /** Phrases that must not be written. */
  banned_strings?: readonly string[];
  /** By token id of the server's model. */
  logit_bias?: Readonly<Record<string, number>>;
}

/** What a reply must look like. */
export type Shape = Pick<Sampling, 'grammar'> | Pick<Sampling, 'json_schema'>;

/** One message of a chat endpoint. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** Who speaks, where the role alone does not say it. */
  readonly name?: string;
  readonly content: string;
  /** Of an assistant: the tools that it called in it. */
  readonly calls?: readonly ToolCall[];
  /** Of a tool: which call this answers. */
  readonly callId?: string;
}

/** A tool that a chat endpoint may let its model call. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** JSON schema. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Whose prompt a request carries, so that each keeps a cache of its own where the server can. Never sent. */
export interface CacheOwner {
  /** One per chat and speaker; `classifier` for the small questions. */
  readonly key: string;
  /** Place of the speaker in the cast, so that another process of sotto makes the same choice; -1 for classifiers. */
  readonly castIndex: number;
  /** Whether a person writes what this one says, so that its prompt is asked for least. */
  readonly isPlayed?: boolean;
}

/**
 * What a request is for, the most urgent first: a line, a small question that a line waits for, reading ahead, bookkeeping.
 * The last two wait for nobody: they give way where the server has no free place, and come again.
 */
export type Priority = 'narrative' | 'choice' | 'warm_up' | 'job';

/** How a request stands in the queue of its server. Whoever made it may raise it while it is under way. */
export interface Standing {
  priority: Priority;
  /** Hears whether the server has it: false when it must wait or gives way, true when it is sent. Never called where there is no queue. */
  sent?(isSent: boolean): void;
}

/** One raw prompt to be continued. */
export interface CompletionRequest {
  readonly prompt: string;
  /** The same for a chat endpoint; without it the prompt goes there as one message of the user. */
  readonly messages?: readonly ChatMessage[];
  /** Tools that the model may call; for chat endpoints alone. */
  readonly tools?: readonly OfferedTool[];
  /** How a call reads in the text, so that a server with lazy grammars holds what comes behind its opening to the schema. */
  readonly calls?: {
    readonly opening: string;
    readonly closing: string;
    readonly schema: Readonly<Record<string, unknown>>;
  };
  readonly stop: readonly string[];
  /** Most tokens to generate. */
  readonly maxTokens: number;
  readonly seed: number;
  readonly sampling: Sampling;
  /** Shapes for this one reply: the first that its server can do is obeyed, silently none where it can do none. */
  readonly shapes?: readonly Shape[];
  readonly cache?: CacheOwner;
  /** How many characters of the prompt the owner's next one begins with too. Never sent; absent: nobody knows. */
  readonly settled?: number;
  /** Whether the server is to read all of it anew, whatever it holds. */
  readonly isFresh?: boolean;
  /** Absent: it is a line. Never sent. */
  readonly standing?: Standing;
}

/** A prompt that is to be kept in a file, as far as its owner's next one begins with it too. */
export interface PromptToKeep {
  readonly prompt: string;
  /** How many characters that are. */
  readonly settled: number;
}

/** What a finished reply cost, counted by the server. */
export interface Usage {
  readonly promptTokens: number;
  readonly reusedTokens: number;
  readonly generatedTokens: number;
  /** Milliseconds from sending the request. */
  readonly firstTokenMs: number;
  readonly totalMs: number;
  readonly model: string;
  /** What it cost in the server's own currency, where it says so. */
  readonly cost?: number;
}

/** What went wrong at the server, in a line a person understands and with what to do. */
export interface BackendFailure {
  /**
   * unreachable, loading, busy, bad_key, no_credit, rate_limited, no_model, context_exceeded, bad_request,
   * server_error, cells_exceeded, foreign_state, no_first_token, stalled, broken_stream, filtered, not_a_server, reply_too_large,
   * not_installed, out_of_memory
   */
  readonly code: string;
  readonly message: string;
  /** For context_exceeded, where the server told: tokens of the prompt, and of its context. */
  readonly sizes?: { readonly promptTokens: number; readonly contextSize: number };
}

/** What a model wants a tool to do, in its own words: nobody has checked them. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON, or what the model took for it. */
  readonly arguments: string;
}

/**
 * A reply is deltas, then exactly one of finished, failed, aborted, which carries all the text so far. A notice
 * says in one line what a server cannot do as asked; each is told once per backend, before the first delta.
 */
export type CompletionEvent =
  | { type: 'notice'; message: string }
  | { type: 'progress'; processed: number; total: number; cached: number }
  | { type: 'delta'; text: string }
  /** What a model thinks before it answers, where the server tells it apart from the text; no part of any text. */
  | { type: 'reasoning'; text: string }
  /** A tool that the model calls beside the text, whole; it comes before `finished`. For whom the text is, it is too. */
  | { type: 'tool_call'; call: ToolCall }
  | { type: 'finished'; text: string; reason: 'stop' | 'eos' | 'length'; usage: Usage }
  | { type: 'failed'; text: string; failure: BackendFailure }
  | { type: 'aborted'; text: string };

/** What a look at a server found; `remedy` says what to do about a bad finding. */
export interface Probe {
  readonly kind: string;
  readonly url: string;
  readonly ok: boolean;
  readonly model: string;
  /** Tokens of one slot; 0 when unknown. */
  readonly contextSize: number;
  readonly slots: number;
  readonly finding: string;
  readonly remedy: string;
  /** Whether it is there and loads its model. */
  readonly isLoading?: boolean;
}

/** Vectors of texts, each of length 1 and all of one dimension, and the name of the model that made them; empty where nobody says. */
export interface Embedded {
  readonly model: string;
  readonly vectors: readonly Float32Array[];
}

/** One model server, or something that stands in for one. */
export interface Backend {
  /** As in cli.md: llamacpp, understudy, … */
  readonly kind: string;
  /** Empty for a backend inside this process. */
  readonly url: string;
  /** False for the understudy, which must say so on the status line. */
  readonly isModel: boolean;
  /** True where tokens cost money or quota: nothing is sent there that nobody asked for. */
  readonly isMetered?: boolean;
  /** Of a model that sotto runs itself: whether it was taught to answer; absent where nobody knows. */
  readonly isTuned?: boolean;
  /** Yields deltas, then exactly one end event. Never throws. */
  complete(request: CompletionRequest, signal: AbortSignal): AsyncIterable<CompletionEvent>;
  probe(signal?: AbortSignal): Promise<Probe>;
  /** What the server can do beside, as far as it tells; nothing is generated for it. Rejects with SottoError. */
  abilities?(signal?: AbortSignal): Promise<Abilities>;
  /**
   * Number of tokens of each text by the server's own tokenizer, as parts of a prompt: without the token that
   * opens it, special tokens as one. Never too low. Rejects with SottoError when it has none or does not answer.
   */
  countTokens?(texts: readonly string[], signal?: AbortSignal): Promise<number[]>;
  /** How many characters of a prompt need not be read anew, by what was sent for this owner; null where nobody knows. */
  held?(owner: CacheOwner, prompt: string, signal: AbortSignal): Promise<number | null>;
  /** Lets the server keep in files what it has read of these prompts, for the next start. Rejects when the signal aborts. */
  keep?(prompts: ReadonlyMap<CacheOwner, PromptToKeep>, signal: AbortSignal): Promise<void>;
  /** The messages as the server's own chat template writes them, with the opening of the next reply. Rejects with SottoError. */
  applyTemplate?(messages: readonly ChatMessage[], signal?: AbortSignal): Promise<string>;
  /** A vector for each text, by what it means. Rejects with SottoError, `bad_embedding` where the server gives none. */
  embed?(texts: readonly string[], signal?: AbortSignal): Promise<Embedded>;
}
