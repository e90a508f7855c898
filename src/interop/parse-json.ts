import { excessOf, jsonSize } from '../domain/json/size.ts';

/** As deep as JSON of others nests at most. */
export const usualDepth = 256;

/**
 * The value of another program's JSON, which is kept and written again. Throws Error when it is none, or when it
 * nests more than 256 deep, or than is said, or holds more than can be read in time; of one of many a part of that.
 */
export const parseJson = (text: string, deepest = usualDepth, part = 1): unknown => {
  const size = jsonSize(text);
  if (size.depth > deepest) throw new RangeError('it nests too deep');
  const excess = excessOf(size, part);
  if (excess !== null) throw new RangeError(`it holds ${excess}`);
  return JSON.parse(text);
};
