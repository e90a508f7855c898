import { SottoError } from '../domain/errors.ts';
import { jsonSize } from '../domain/json/size.ts';
import { limits, tooLarge } from './limits.ts';

/** An untrusted JSON object. */
export type JsonObject = Record<string, unknown>;

/** Takes note of an oddity in a card, in one line without text from the card. */
export type Warn = (oddity: string) => void;

/** True for a JSON object, false for null and arrays. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** UTF-8 bytes as text without byte order mark; bytes that are not UTF-8 are read as Latin-1, with a warning. */
export const decodeText = (bytes: Uint8Array, warn: Warn): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    warn('The text is not valid UTF-8: read as Latin-1');
    return new TextDecoder('latin1').decode(bytes);
  }
};

/** Refuses, before anything is parsed, JSON whose levels or number of values would cost time and heap. */
const refuseExcess = (text: string): void => {
  const { depth, commas } = jsonSize(text);
  if (depth > limits.nesting) throw tooLarge('The nesting of the JSON', `${limits.nesting} levels`);
  if (commas > limits.values) throw tooLarge('The number of values in the JSON', `${limits.values}`);
};

/** The JSON object that the text is. Throws SottoError `not_a_card`, or `too_large` when it nests too deeply or holds too much. */
export const parseObject = (text: string): JsonObject => {
  refuseExcess(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SottoError(
      'usage',
      'not_a_card',
      'The card is not valid JSON; export it again from where it came',
    );
  }
  if (isObject(value)) return value;
  throw new SottoError(
    'usage',
    'not_a_card',
    'The JSON is not an object, so it is not a card; choose a card file',
  );
};
