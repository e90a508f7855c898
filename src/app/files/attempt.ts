import { isSottoError, type SottoError } from '../../domain/errors.ts';

function ofFile(error: unknown): SottoError {
  if (isSottoError(error) && (error.family === 'usage' || error.family === 'not_found')) return error;
  throw error;
}

/** What work on one of several files gives, or what is wrong with that file; anything else that is wrong is thrown. */
export function attempt<T>(work: () => T): T | SottoError {
  try {
    return work();
  } catch (error) {
    return ofFile(error);
  }
}

/** As `attempt`, for work that takes its time. */
export const attemptLater = <T>(work: () => Promise<T>): Promise<T | SottoError> => work().catch(ofFile);
