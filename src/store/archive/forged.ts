import { SottoError } from '../../domain/errors.ts';

/** Of the refusal of a record that no log of sotto can hold. Its message goes on after what it is about. */
export const forgedCode = 'forged_record';

/** The refusal of such a record. */
export const forged = (why: string): SottoError => new SottoError('usage', forgedCode, why);
