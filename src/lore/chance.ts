const offset = 0x811c9dc5;
const prime = 0x01000193;

/** A number from 0 up to 1, the same for the same text (FNV-1a). */
export const chanceOf = (about: string): number => {
  let hash = offset;
  for (let at = 0; at < about.length; at += 1) hash = Math.imul(hash ^ about.charCodeAt(at), prime);
  return (hash >>> 0) / 2 ** 32;
};
