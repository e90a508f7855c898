import { isSottoError, type SottoError } from '../../domain/errors.ts';

/** What work on one of several files gives, or what is wrong with that file; anything else that is wrong is thrown. */
export function attempt<T>(work: () => T): T | SottoError {
  try {
    return work();
  } catch (error) {
    if (isSottoError(error) && (error.family === 'usage' || error.family === 'not_found')) return error;
    throw error;
  }
}
