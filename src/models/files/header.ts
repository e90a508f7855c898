import { basename } from 'node:path';
import { soundsLikeBase } from '../../domain/base-model.ts';
import { SottoError } from '../../domain/errors.ts';
import { oneLine } from '../../domain/one-line.ts';
import { Malformed } from './bytes.ts';
import { metadataOf, type Value } from './metadata.ts';
import { quantizationInName, quantizationOfType } from './quantization.ts';

/** What the header of a model file says, as far as sotto needs it. Texts of it are in one line. */
export interface ModelHeader {
  readonly file: string;
  readonly bytes: number;
  readonly name: string;
  readonly architecture: string;
  /** Empty when it is not told. */
  readonly quantization: string;
  /** Tokens that it was trained on; 0 when not told. */
  readonly context: number;
  /** Bytes that its cache takes for each token; 0 where the header does not say enough. */
  readonly cachePerToken: number;
  /** Jinja, as it stands there; null for none. */
  readonly template: string | null;
  /** Whether it was taught to answer, and does not just go on with a text. */
  readonly isTuned: boolean;
}

const halfPrecision = 2;
const longestName = 120;

class Fields {
  readonly #fields: ReadonlyMap<string, Value>;

  constructor(fields: ReadonlyMap<string, Value>) {
    this.#fields = fields;
  }

  text(key: string): string {
    const value = this.#fields.get(key);
    return typeof value === 'string' ? value : '';
  }

  raw(key: string): unknown {
    return this.#fields.get(key);
  }

  /** Positive and whole; of a list, one for each layer, as that is. */
  numbers(key: string): readonly number[] {
    const value = this.#fields.get(key);
    const list = typeof value === 'number' ? [value] : Array.isArray(value) ? value : [];
    return list.every((one) => Number.isSafeInteger(one) && one >= 0) ? list : [];
  }

  number(key: string): number {
    return this.numbers(key)[0] ?? 0;
  }
}

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);

/** Keys and values of every head of every layer, in half precision. */
function cachePerToken(fields: Fields, architecture: string): number {
  const of = (key: string) => `${architecture}.${key}`;
  const layers = fields.number(of('block_count'));
  const heads = fields.number(of('attention.head_count'));
  const perLayer = fields.numbers(of('attention.head_count_kv'));
  const usual = heads === 0 ? 0 : Math.floor(fields.number(of('embedding_length')) / heads);
  const width =
    (fields.number(of('attention.key_length')) || usual) +
    (fields.number(of('attention.value_length')) || usual);
  const all = perLayer.length > 1 ? sum(perLayer) : (perLayer[0] ?? heads) * layers;
  const bytes = all * width * halfPrecision;
  return Number.isSafeInteger(bytes) ? bytes : 0;
}

const said = (text: string): string => oneLine(text).slice(0, longestName);

function headerOf(file: string): ModelHeader {
  const { fields: found, bytes } = metadataOf(file);
  const fields = new Fields(found);
  const architecture = fields.text('general.architecture');
  const template = fields.text('tokenizer.chat_template') || null;
  const name = said(fields.text('general.name'));
  const names = [basename(file), name, fields.text('general.finetune')];
  return {
    ...{ file, bytes, name, template },
    architecture: said(architecture),
    quantization:
      quantizationInName(basename(file)) || quantizationOfType(fields.raw('general.file_type')) || '',
    context: fields.number(`${architecture}.context_length`),
    cachePerToken: cachePerToken(fields, architecture),
    isTuned: template !== null && !names.some(soundsLikeBase),
  };
}

const explained = (file: string, error: unknown): SottoError => {
  const called = oneLine(file);
  if (error instanceof Malformed) {
    const message = `${called} is not a complete model file (${error.message}); download it again, or name another with --model`;
    return new SottoError('usage', 'bad_model', message, { cause: error });
  }
  const code = (error as NodeJS.ErrnoException).code ?? 'unreadable';
  const why = code === 'ENOENT' ? 'there is no such file' : `it cannot be read, ${code}`;
  const message = `no model at ${called} (${why}); \`sotto model list\` lists those that are here`;
  return new SottoError('not_found', 'no_such_model', message, { cause: error });
};

/** Reads the header of a model file. Throws SottoError `bad_model`, `no_such_model`. */
export function readHeader(file: string): ModelHeader {
  try {
    return headerOf(file);
  } catch (error) {
    throw explained(file, error);
  }
}
