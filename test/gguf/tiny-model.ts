import { writeFileSync } from 'node:fs';
import { diceOf } from '../../src/inference/understudy/dice.ts';
import { type Field, ggufFile, type Tensor } from './gguf-file.ts';
import { learnVocabulary, spell } from './vocabulary.ts';

const width = 64;
const heads = 4;
const keyHeads = 2;
const headWidth = width / heads;
const inner = 128;

const chatTemplate =
  "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

/** The special tokens, in the order of their ids after the vocabulary's. */
export const specialTokens = ['<s>', '</s>', '<|im_start|>', '<|im_end|>'] as const;

/** What a tiny model may be other than usual. */
export interface TinyOptions {
  readonly seed?: number;
  readonly layers?: number;
  /** Tokens that it says it was trained on. */
  readonly contextSize?: number;
}

/**
 * The bytes of a model file that llama.cpp loads: llama architecture, 2 layers by default, random weights that follow from the
 * seed, a tokenizer that takes any text, ChatML. It writes bits of English words and ends a reply hardly ever.
 */
export const tinyModel = ({ seed = 1, layers = 2, contextSize = 131_072 }: TinyOptions = {}): Buffer => {
  const learned = learnVocabulary(400);
  const tokens = [...learned.tokens, ...specialTokens];
  const size = tokens.length;
  return ggufFile(
    {
      'general.architecture': string('llama'),
      'general.name': string('Tiny Random'),
      'llama.block_count': uint32(layers),
      'llama.context_length': uint32(contextSize),
      'llama.embedding_length': uint32(width),
      'llama.feed_forward_length': uint32(inner),
      'llama.attention.head_count': uint32(heads),
      'llama.attention.head_count_kv': uint32(keyHeads),
      'llama.attention.layer_norm_rms_epsilon': { type: 'float32', value: 1e-5 },
      'llama.rope.dimension_count': uint32(headWidth),
      'llama.vocab_size': uint32(size),
      'tokenizer.ggml.model': string('gpt2'),
      'tokenizer.ggml.pre': string('gpt-2'),
      'tokenizer.ggml.tokens': { type: 'strings', value: tokens },
      'tokenizer.ggml.token_type': { type: 'int32s', value: tokens.map((_, id) => typeOf(id, size)) },
      'tokenizer.ggml.merges': { type: 'strings', value: learned.merges },
      'tokenizer.ggml.bos_token_id': uint32(size - 4),
      'tokenizer.ggml.eos_token_id': uint32(size - 3),
      'tokenizer.ggml.add_bos_token': { type: 'bool', value: 1 },
      'tokenizer.chat_template': string(chatTemplate),
    },
    tensorsOf(seed, layers, tokens),
  );
};

/** Writes the tiny model to this path. */
export const writeTinyModel = (path: string, options?: TinyOptions): void =>
  writeFileSync(path, tinyModel(options));

const string = (value: string): Field => ({ type: 'string', value });
const uint32 = (value: number): Field => ({ type: 'uint32', value });

/** llama.cpp's numbers for a control token and a normal one. */
const typeOf = (id: number, size: number): number => (id >= size - specialTokens.length ? 3 : 1);

const tensorsOf = (seed: number, layers: number, tokens: readonly string[]): Tensor[] => {
  const random = (name: string, columns: number, rows: number, scale: number): Tensor => {
    const dice = diceOf(seed, name);
    const data = Float32Array.from(
      { length: columns * rows },
      () => (dice.roll(20_001) / 10_000 - 1) * scale,
    );
    return { name, shape: [columns, rows], data };
  };
  const ones = (name: string): Tensor => ({ name, shape: [width], data: new Float32Array(width).fill(1) });
  const blocks = Array.from({ length: layers }, (_, layer) => {
    const at = `blk.${layer}`;
    return [
      ones(`${at}.attn_norm.weight`),
      random(`${at}.attn_q.weight`, width, width, 0.5),
      random(`${at}.attn_k.weight`, width, keyHeads * headWidth, 0.5),
      random(`${at}.attn_v.weight`, width, keyHeads * headWidth, 0.3),
      random(`${at}.attn_output.weight`, width, width, 0.3),
      ones(`${at}.ffn_norm.weight`),
      random(`${at}.ffn_gate.weight`, width, inner, 0.3),
      random(`${at}.ffn_up.weight`, width, inner, 0.3),
      random(`${at}.ffn_down.weight`, inner, width, 0.3),
    ];
  });
  const embedding = random('token_embd.weight', width, tokens.length, 1);
  const output = random('output.weight', width, tokens.length, 0.5);
  tokens.forEach((token, id) => {
    embedding.data[id * width] = 8;
    output.data[id * width] = isReadable(token) ? 1 : -4;
  });
  return [embedding, ...blocks.flat(), ones('output_norm.weight'), output];
};

/** Column 0 of every embedding is large, so that column 0 of the output acts as a bias for such tokens. */
const isReadable = (token: string): boolean => {
  const plain = token.replaceAll(spell(' '), ' ').replaceAll(spell('\n'), '\n');
  return /^[ a-zA-Z,.!?\n]+$/.test(plain);
};
