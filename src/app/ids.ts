import { createHash, randomBytes } from 'node:crypto';
import type { IdSource } from '../store/log/log.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const idLength = 12;

/** What makes a run: ids and seeds that are the same for the same seed, and never twice without one. */
export interface Identity {
  readonly ids: IdSource;
  /** A whole number from 0 to 2^31 - 1, another for each alternative. */
  readonly seedFor: (about: string, alternative: number) => number;
}

/** `seed` undefined = a run like no other. Ids are made from what they stand for and hold no order. */
export function identityOf(seed: string | undefined): Identity {
  let salt = seed === undefined ? null : `seed ${seed}`;
  const hash = (content: string) => {
    salt ??= randomBytes(16).toString('hex');
    return createHash('sha256').update(`${salt}\n${content}`).digest();
  };
  const id: IdSource = (content, attempt) =>
    [...hash(`${content}\n${attempt}`).subarray(0, idLength)]
      .map((byte) => alphabet[byte % alphabet.length])
      .join('');
  const fresh = () => randomBytes(4).readUInt32BE() >>> 1;
  const seedFor: Identity['seedFor'] = (about, alternative) =>
    seed === undefined ? fresh() : hash(`${about}\n${alternative}`).readUInt32BE() >>> 1;
  return { ids: id, seedFor };
}
