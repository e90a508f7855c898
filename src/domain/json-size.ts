/** What reading JSON text would come to; nothing is parsed. */
export interface JsonSize {
  /** How deep objects and lists nest. */
  readonly depth: number;
  /** Commas between values. */
  readonly commas: number;
  /** Objects and lists. */
  readonly containers: number;
  /** Texts that are no names of fields. */
  readonly texts: number;
  /** Different names of fields, about; none are counted of a text that is too short for many. */
  readonly names: number;
  /** Letters of the longest text. */
  readonly longest: number;
}

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
/** Names are told apart by a bit of so many. */
const bits = 1 << 22;
const shortest = 1 << 20;

/** Where a text ends that begins here: at its quote, or at the end of all. */
function endOfText(json: string, from: number): number {
  for (let end = json.indexOf('"', from); end >= 0; end = json.indexOf('"', end + 1)) {
    let first = end;
    while (first > from && json.charCodeAt(first - 1) === backslash) first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return json.length;
}

/** Counts different names by hashes of them. */
class Names {
  count = 0;
  readonly #seen = new Uint8Array(bits >> 3);

  add(json: string, from: number, to: number): void {
    let hash = to - from;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ json.charCodeAt(at), 0x01000193);
    const bit = (hash ^ (hash >>> 15)) & (bits - 1);
    const [place, mask] = [bit >> 3, 1 << (bit & 7)];
    const before = this.#seen[place] as number;
    if ((before & mask) !== 0) return;
    this.#seen[place] = before | mask;
    this.count += 1;
  }
}

/** What reading a JSON text would come to. */
export const jsonSize = (json: string): JsonSize => {
  const names = json.length < shortest ? null : new Names();
  let [deepest, depth, commas, containers, texts] = [0, 0, 0, 0, 0];
  let [from, to, longest] = [0, 0, 0];
  for (let at = 0; at < json.length; at++) {
    const letter = json.charCodeAt(at);
    if (letter === quote) {
      [from, to] = [at + 1, endOfText(json, at + 1)];
      longest = Math.max(longest, to - from);
      texts += 1;
      at = to;
    } else if (letter === comma) commas += 1;
    else if (letter === colon) {
      names?.add(json, from, to);
      texts -= 1;
    } else if (letter === 0x7d || letter === 0x5d) depth -= 1;
    else if (letter === 0x7b || letter === 0x5b) {
      containers += 1;
      deepest = Math.max(deepest, ++depth);
    }
  }
  return { depth: deepest, commas, containers, texts, names: names?.count ?? 0, longest };
};
