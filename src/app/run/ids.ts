import { hash as digestOf, randomBytes } from 'node:crypto';
import type { IdSource } from '../../store/log/log.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const idLength = 12;

/** What makes a run: ids and seeds that are the same for the same seed, and never twice without one. */
export interface Identity {
  readonly ids: IdSource;
  /** Id of what this text alone names, the same in every run: what one run has made another finds. */
  readonly idFor: (about: string) => string;
  /** A whole number from 0 to 2^31 - 1, another for each alternative. */
  readonly seedFor: (about: string, alternative: number) => number;
}

/** A letter for each byte: a string is made sooner than a buffer. */
const hashed = (salt: string, content: string): string => digestOf('sha256', `${salt}\n${content}`, 'binary');

function idOf(bytes: string): string {
  let made = '';
  for (let at = 0; at < idLength; at += 1) made += alphabet[bytes.charCodeAt(at) % alphabet.length];
  return made;
}

const idFor = (about: string): string => idOf(hashed('named', about));

/** `seed` undefined = a run like no other. Ids are made from what they stand for and hold no order. */
export function identityOf(seed: string | undefined): Identity {
  let salt = seed === undefined ? null : `seed ${seed}`;
  const hash = (content: string) => {
    salt ??= randomBytes(16).toString('hex');
    return hashed(salt, content);
  };
  const ids: IdSource = (content, attempt) => idOf(hash(`${content}\n${attempt}`));
  const fresh = () => randomBytes(4).readUInt32BE() >>> 1;
  const seedFor: Identity['seedFor'] = (about, alternative) =>
    seed === undefined
      ? fresh()
      : Buffer.from(hash(`${about}\n${alternative}`), 'latin1').readUInt32BE() >>> 1;
  return { ids, idFor, seedFor };
}
