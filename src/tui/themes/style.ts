/** The colours that a terminal shows: its own 16, the 256 of xterm, or all. */
export type Depth = 16 | 256 | 'all';

/** The colours of the terminal that these variables speak of: all where COLORTERM says so, 256 where TERM does, else 16. */
export const depthOf = (env: Readonly<Record<string, string | undefined>>): Depth => {
  if (/^(truecolor|24bit)$/i.test(env.COLORTERM ?? '')) return 'all';
  return /256color|direct/.test(env.TERM ?? '') ? 256 : 16;
};

/** Red, green and blue, each from 0 to 255. */
export type Rgb = readonly [number, number, number];

const attributes: ReadonlyMap<string, string> = new Map(
  Object.entries({ bold: '1', dim: '2', italic: '3', underline: '4', inverse: '7' }),
);
const hues = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const names = [...hues, ...hues.map((hue) => `bright-${hue}`)];

/** How xterm shows the 16 colours; a person may have set others. */
const sixteen: readonly Rgb[] = [
  ...([[0, 0, 0] as Rgb, [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238]] as const),
  ...([[205, 0, 205] as Rgb, [0, 205, 205], [229, 229, 229], [127, 127, 127]] as const),
  ...([[255, 0, 0] as Rgb, [0, 255, 0], [255, 255, 0], [92, 92, 255]] as const),
  ...([[255, 0, 255] as Rgb, [0, 255, 255], [255, 255, 255]] as const),
];
const levels = [0, 95, 135, 175, 215, 255];

const rgbOf = (number: number): Rgb => {
  const known = sixteen[number];
  if (known !== undefined) return known;
  if (number >= 232) return Array(3).fill(8 + 10 * (number - 232)) as unknown as Rgb;
  const cube = number - 16;
  const level = (step: number): number => levels[Math.floor(cube / step) % 6] ?? 0;
  return [level(36), level(6), level(1)];
};

const distance = (a: Rgb, b: Rgb): number => a.reduce((sum, part, at) => sum + (part - (b[at] ?? 0)) ** 2, 0);
const isGrey = (rgb: Rgb): boolean => Math.max(...rgb) - Math.min(...rgb) < 40;

/** The colour of these numbers that is nearest; one with a hue never becomes a grey. */
const nearest = (rgb: Rgb, from: number, to: number): number => {
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  for (let number = from; number <= to; number += 1) {
    const candidate = rgbOf(number);
    const far = distance(rgb, candidate);
    if (far >= least || (isGrey(candidate) && !isGrey(rgb))) continue;
    best = number;
    least = far;
  }
  return best;
};

const ofSixteen = (number: number): string => String(number < 8 ? 30 + number : 82 + number);
const ofNumber = (number: number, depth: Depth): string => {
  if (number < 16) return ofSixteen(number);
  return depth === 16 ? ofSixteen(nearest(rgbOf(number), 0, 15)) : `38;5;${number}`;
};

/** Red, green and blue of `#rrggbb`; null for any other text. */
export const hexOf = (word: string): Rgb | null => {
  const [, ...parts] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(word) ?? [];
  return parts.length === 3 ? (parts.map((part) => Number.parseInt(part, 16)) as unknown as Rgb) : null;
};

const colourOf = (word: string, depth: Depth): string | null => {
  const name = names.indexOf(word);
  if (name >= 0) return ofSixteen(name);
  if (/^\d{1,3}$/.test(word) && Number(word) < 256) return ofNumber(Number(word), depth);
  const rgb = hexOf(word);
  if (rgb === null) return null;
  return depth === 'all' ? `38;2;${rgb.join(';')}` : ofNumber(nearest(rgb, ...rangeOf(depth)), depth);
};

const rangeOf = (depth: 16 | 256): [number, number] => (depth === 16 ? [0, 15] : [16, 255]);

const surface = /\bon\s+(\S+)\s*$/;

/** A colour as a background; with 16 colours only one that is named, for the nearest of a shade would be another colour. */
const groundOf = (word: string, depth: Depth): string | null => {
  if (depth === 16 && !names.includes(word)) return '';
  return (
    colourOf(word, depth)?.replace(
      /^(?:38|3(?=\d$)|9(?=\d$))/,
      (front) => ({ 38: '48', 3: '4', 9: '10' })[front] ?? front,
    ) ?? null
  );
};

/**
 * The parameters of SGR for words such as `bold #e69f00`, `italic bright-cyan`, `208` or `white on #20262e`, in the colours
 * that there are: attributes, one colour at most and one that it stands on, '' for plain. null for words that are no style.
 */
export const styleIn = (text: string, depth: Depth): string | null => {
  const low = text.toLowerCase();
  const ground = surface.exec(low)?.[1];
  if (ground === undefined) return inkIn(low, depth);
  const [below, above] = [groundOf(ground, depth), inkIn(low.replace(surface, ''), depth)];
  return below === null || above === null ? null : [above, below].filter(Boolean).join(';');
};

const inkIn = (text: string, depth: Depth): string | null => {
  const words = text.split(/\s+/).filter(Boolean);
  const coloured = words.filter((word) => !attributes.has(word));
  const parts = words.map((word) => attributes.get(word) ?? colourOf(word, depth));
  return coloured.length > 1 || parts.includes(null) ? null : parts.join(';');
};
