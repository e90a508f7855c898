import { SottoError } from '../../../domain/errors.ts';
import type { Message } from '../../../domain/message.ts';
import { type Connection, immediately } from '../../database/database.ts';
import { likeness, packedVector, signsOf, unpackedVector } from './packed-vector.ts';
import { type LoadVectors, loadSqliteVec } from './sqlite-vec.ts';
import { differingVectors } from './vector-check.ts';
import {
  type EmbeddingModel,
  type StoredModel,
  type Tally,
  type TextToEmbed,
  type VectorStatements,
  vectorStatements,
} from './vector-statements.ts';

/** A text with what a model made of it; null = the model takes no such text. */
export interface EmbeddedText {
  readonly seq: number;
  readonly vector: Float32Array | null;
}

/**
 * The vectors of what characters perceived: one for each text, whoever perceived it, and its signs for each audience that it
 * ever had. They are made behind the play and are no part of the log; texts without one are found by their words.
 */
export class Vectors {
  readonly #connection: Connection;
  readonly #statements: VectorStatements;
  readonly #load: LoadVectors;
  #loaded: { readonly missing: string | null } | null = null;

  /** `load` loads what compares vectors, or says why it is not there. */
  constructor(connection: Connection, load: LoadVectors = loadSqliteVec) {
    this.#connection = connection;
    this.#load = load;
    this.#statements = vectorStatements(connection);
  }

  /** Why there are none here, in a line for a person; null while they can be compared, or nobody has tried. */
  get missing(): string | null {
    return this.#loaded?.missing ?? null;
  }

  /** Loads what compares them, once. Whether they can be. */
  load(): boolean {
    this.#loaded ??= { missing: this.#load(this.#connection) };
    return this.#loaded.missing === null;
  }

  /** The model whose vectors are in use. */
  get model(): StoredModel | undefined {
    return this.#statements.model.get();
  }

  /** Texts that this model has not embedded yet, oldest first, at most so many. */
  pending(name: string, most: number): TextToEmbed[] {
    const model = this.#modelOf(name);
    return this.#statements.pending.all({ after: model?.embedded ?? 0, model: model?.id ?? 0, most });
  }

  /** How many texts a model of this name has embedded, and how many not yet: what is behind the last that it was given is counted. */
  tally(name: string): Tally {
    const model = this.#modelOf(name);
    const asked = { after: model?.embedded ?? 0, model: model?.id ?? 0 };
    return this.#statements.tally.get(asked) ?? { embedded: 0, waiting: 0 };
  }

  /** What messages say now that this model has not embedded yet. */
  pendingOf(name: string, messages: readonly Pick<Message, 'id' | 'text'>[]): TextToEmbed[] {
    const model = this.#modelOf(name)?.id ?? 0;
    const { saying, vector } = this.#statements;
    return messages
      .flatMap(({ id, text }) => saying.get({ id, text }) ?? [])
      .filter(({ seq }) => vector.get({ seq, model }) === undefined);
  }

  /**
   * The vector that is as near as can be to all that these messages say, as long as they are alike to it on average: 1 where they
   * all say one thing. Null where none of them has one.
   */
  meanOf(messages: readonly Pick<Message, 'id' | 'text'>[]): Float32Array | null {
    const { model } = this;
    if (!model) return null;
    const sum = new Float32Array(model.dimension);
    let count = 0;
    for (const message of messages) {
      const packed = this.#vectorOf(message);
      if (!packed) continue;
      const vector = unpackedVector(packed);
      const length = Math.hypot(...vector);
      for (const [at, part] of vector.entries()) sum[at] = (sum[at] ?? 0) + part / length;
      count += 1;
    }
    return count === 0 ? null : sum.map((part) => part / count);
  }

  /** How alike what a message says is to a vector: the cosine; null where it has none. */
  likenessOf(vector: Float32Array, message: Pick<Message, 'id' | 'text'>): number | null {
    const packed = this.#vectorOf(message);
    return packed && likeness(vector, unpackedVector(packed));
  }

  #vectorOf({ id, text }: Pick<Message, 'id' | 'text'>): Buffer | null {
    const model = this.model?.id ?? 0;
    const seq = this.#statements.saying.get({ id, text })?.seq;
    return seq === undefined ? null : (this.#statements.vector.get({ seq, model }) ?? null);
  }

  /**
   * Keeps what a model made of texts; with `isNext` they are all that were pending up to the last of them. Another model takes
   * the place of the one before, and all is embedded again. Throws SottoError `wrong_dimension`, and keeps nothing.
   */
  keep(model: EmbeddingModel, texts: readonly EmbeddedText[], isNext: boolean): void {
    immediately(this.#connection, () => {
      const { id, embedded } = this.#inUse(model);
      for (const { seq, vector } of texts) {
        const packed = vector && packedVector(vector);
        this.#statements.keep.run({ seq, model: id, vector: packed });
        if (packed) this.#keepBits(seq, id, packed);
      }
      const last = texts.at(-1)?.seq ?? 0;
      if (isNext && last > embedded) this.#statements.reached.run(last);
    });
  }

  /** A message is perceived by others than before: whoever may have perceived it finds what it says. */
  follow(of: number): void {
    for (const { seq, model, vector } of this.#statements.versions.all({ of }))
      this.#keepBits(seq, model, vector);
  }

  #keepBits(seq: number, model: number, packed: Buffer): void {
    const bits = signsOf(unpackedVector(packed));
    const { places, keepBits } = this.#statements;
    for (const place of places(seq)) keepBits.run({ ...place, seq, model, bits });
  }

  /** How many texts of a chat have none though they were embedded, or signs that are not theirs where they count. */
  differing(chat: string): number {
    const { model } = this;
    return model ? differingVectors(this.#connection, model, chat) : 0;
  }

  #modelOf(name: string): StoredModel | undefined {
    const { model } = this;
    return model?.name === name ? model : undefined;
  }

  /** Throws SottoError `wrong_dimension` where a model of this name gave vectors of other dimensions. */
  check({ name, dimension }: EmbeddingModel): void {
    const known = this.#modelOf(name);
    if (!known || known.dimension === dimension) return;
    const message = `the model "${name}" makes vectors of ${dimension} dimensions, but made some of ${known.dimension} before: it must be another model; give it another name under [memory.embed]`;
    throw new SottoError('server', 'wrong_dimension', message);
  }

  #inUse(wanted: EmbeddingModel): StoredModel {
    this.check(wanted);
    const known = this.#modelOf(wanted.name);
    if (known) return known;
    this.#statements.forget.run();
    this.#statements.begin.run(wanted);
    return this.model as StoredModel;
  }
}
