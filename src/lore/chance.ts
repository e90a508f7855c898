const offset = 0x811c9dc5;
const prime = 0x01000193;

/** A whole number below 2 ** 32, the same for the same text (FNV-1a). */
export const hashOf = (text: string): number => {
  let hash = offset;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
  return hash >>> 0;
};

/** A number from 0 up to 1, the same for the same text. */
export const chanceOf = (about: string): number => hashOf(about) / 2 ** 32;
