/** How many characters of two texts, or items of two lists, are the same from their beginning. */
export const commonPrefix = <One>(one: ArrayLike<One>, other: ArrayLike<One>): number => {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length++;
  return length;
};
