import { randomUUID } from 'node:crypto';
import type { Dialect } from '../../src/inference/sampling/sampler-rules.ts';
import { defaultTag } from '../../src/inference/understudy/speak.ts';
import type { Api } from './apis/api.ts';
import { apiOf } from './apis/api-of.ts';
import { type CacheOptions, LlamaCppSlots } from './cache/slots.ts';
import type { EmbeddingOptions } from './embeddings.ts';
import type { FaultMode, FaultOptions } from './faults.ts';
import { RunningGenerations } from './running-generations.ts';
import type { Chunking } from './stream-writer.ts';

/** How a fake server behaves. */
export interface FakeServerOptions extends CacheOptions {
  /** Whose HTTP API it speaks. Default llamacpp. */
  readonly dialect?: Dialect;
  /** 0, the default, is any free port. */
  readonly port?: number;
  /** 0, the default, is as fast as possible. */
  readonly tokensPerSecond?: number;
  /** Milliseconds that processing a prompt takes. Default 0. */
  readonly firstTokenMs?: number;
  /** Required of every client, as a bearer token or x-api-key, when set. */
  readonly apiKey?: string;
  readonly fail?: FaultOptions;
  readonly chunking?: Chunking;
  /** Lets it whisper unasked now and then. Default false. */
  readonly whispers?: boolean;
  /** Begins every line with a word that nobody has said before, so that what was said can be traced. Default false. */
  readonly uniqueWords?: boolean;
  /** Reasons before each reply, where the API tells reasoning from the text. Default false. */
  readonly reasoning?: boolean;
  /** Whether /slots tells what the slots hold, as it does without --no-slots. Default true. */
  readonly slotsEndpoint?: boolean;
  /** Where slots are kept in files (`--slot-save-path`). Absent: they are not. */
  readonly slotSavePath?: string;
  /** Serves these, as llama-server with --models-dir does: each request names one. Absent: but one, and no request need name it. */
  readonly models?: readonly string[];
  /** How it embeds texts. Absent: it embeds none, as llama-server without --embeddings. */
  readonly embeddings?: EmbeddingOptions;
  /** What is done with a prompt where it is not as usual: what goes wrong, or what is said. */
  readonly script?: (prompt: string) => Scripted | null;
  /** Hears what becomes of each generation, in the order in which it happens. */
  readonly record?: (step: GenerationStep) => void;
}

/** What goes wrong with a generation, or the words that it says. */
export interface Scripted {
  readonly fault?: FaultMode;
  readonly text?: string;
}

/** A request came in, got a slot, was answered to its end, or broke off. */
export interface GenerationStep {
  readonly type: 'arrives' | 'begins' | 'ends' | 'breaks_off';
  readonly prompt: string;
}

/** What a running server knows in every request. */
export interface ServerState {
  readonly api: Api;
  readonly pool: LlamaCppSlots;
  /** Another with each start of the server. */
  readonly startId: string;
  readonly slotsEndpoint: boolean;
  readonly slotSavePath: string | undefined;
  readonly generations: RunningGenerations;
  readonly contextSize: number;
  readonly tokensPerSecond: number;
  readonly firstTokenMs: number;
  readonly chunking: Chunking;
  /** Opening of the known-to tag. */
  readonly tag: string;
  readonly whispers: boolean;
  readonly uniqueWords: boolean;
  readonly reasoning: boolean;
  readonly embeddings: EmbeddingOptions | undefined;
  readonly record: (step: GenerationStep) => void;
  readonly script: (prompt: string) => Scripted | null;
}

/** The state of a server that starts with these options. */
export const createServerState = (options: FakeServerOptions): ServerState => ({
  api: apiOf(options.dialect ?? 'llamacpp'),
  pool: new LlamaCppSlots(options),
  startId: randomUUID(),
  slotsEndpoint: options.slotsEndpoint ?? true,
  slotSavePath: options.slotSavePath,
  generations: new RunningGenerations(),
  contextSize: options.contextSize ?? 16_384,
  tokensPerSecond: options.tokensPerSecond ?? 0,
  firstTokenMs: options.firstTokenMs ?? 0,
  chunking: options.chunking ?? 'plain',
  tag: defaultTag,
  whispers: options.whispers ?? false,
  uniqueWords: options.uniqueWords ?? false,
  reasoning: options.reasoning ?? false,
  embeddings: options.embeddings,
  record: options.record ?? (() => {}),
  script: options.script ?? (() => null),
});
