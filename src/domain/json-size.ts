/** How deep objects and lists nest in JSON text, and how many commas stand between its values; nothing is parsed. */
export const jsonSize = (text: string): { depth: number; commas: number } => {
  let deepest = 0;
  let depth = 0;
  let commas = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (letter === 0x5c && quoted) at += 1;
    else if (letter === 0x22) quoted = !quoted;
    else if (quoted) continue;
    else if (letter === 0x2c) commas += 1;
    else if (letter === 0x7d || letter === 0x5d) depth -= 1;
    else if (letter === 0x7b || letter === 0x5b) deepest = Math.max(deepest, ++depth);
  }
  return { depth: deepest, commas };
};
