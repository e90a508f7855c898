import type { Fields } from './apis/api.ts';
import { decode } from './decode.ts';

/** A request for a generation, whatever the API; what is missing or odd has its default. */
export interface GenerationRequest {
  readonly prompt: string;
  readonly maxTokens: number;
  readonly stop: readonly string[];
  readonly seed: number;
  readonly slot: number;
  /** Texts that messages of the user begin with. */
  readonly userMarks?: readonly string[];
  readonly stream: boolean;
  readonly progress: boolean;
  /** Empty for all. */
  readonly responseFields: readonly string[];
  /** True for a chat endpoint. */
  readonly chat?: boolean;
  /** True when the tokens are to be counted at the end of the stream. */
  readonly usage?: boolean;
  /** The JSON schema that the answer is to be of; absent = none. */
  readonly schema?: Fields;
  /** KoboldCpp's name of the generation. */
  readonly key?: string;
}

const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;

const strings = (value: unknown): string[] => [value].flat().filter((one) => typeof one === 'string');

/** The text of a string, of an array of tokens, or of a mixed array; null when it is none of these. */
export const promptText = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return null;
  return value.map((part) => (typeof part === 'string' ? part : decode([Number(part)]))).join('');
};

const userMarksIn = (delimiters: unknown): string[] =>
  strings([delimiters].flat().map((one) => (Object(one).role === 'user' ? Object(one).delimiter : null)));

/** Reads the body of llama.cpp's /completion; null when it has no prompt. */
export const llamaCppRequest = (fields: Fields): GenerationRequest | null => {
  const prompt = promptText(fields.prompt);
  if (prompt === null) return null;
  const limit = numberOr(fields.n_predict ?? fields.max_tokens, -1);
  return {
    prompt,
    maxTokens: limit < 0 ? Number.POSITIVE_INFINITY : Math.max(1, limit),
    stop: strings(fields.stop),
    seed: numberOr(fields.seed, 0),
    slot: numberOr(fields.id_slot, -1),
    stream: fields.stream === true,
    progress: fields.return_progress === true,
    responseFields: strings(fields.response_fields),
    userMarks: userMarksIn(fields.message_delimiters),
    ...(Object(fields.json_schema).type === 'object' && { schema: Object(fields.json_schema) }),
  };
};

/** A request to another server than llama.cpp. A missing limit is none. */
export const plainRequest = (prompt: string, { limit, stop, seed }: Fields): GenerationRequest => ({
  prompt,
  maxTokens: Math.max(1, numberOr(limit, Number.POSITIVE_INFINITY)),
  stop: strings(stop),
  seed: numberOr(seed, 0),
  slot: -1,
  stream: false,
  progress: false,
  responseFields: [],
});
