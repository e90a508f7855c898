import { jsonSize } from '../domain/json-size.ts';

/** As deep as JSON of others nests at most. */
export const usualDepth = 256;

/**
 * The value of another program's JSON, which is kept and written again. Throws Error when it is none, or when it
 * nests more than 256 deep, or than is said.
 */
export const parseJson = (text: string, deepest = usualDepth): unknown => {
  if (jsonSize(text).depth > deepest) throw new RangeError('it nests too deep');
  return JSON.parse(text);
};
