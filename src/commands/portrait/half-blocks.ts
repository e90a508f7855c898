import type { Colour, Pixels, Size } from './png-picture.ts';

/** How many colours are written: all, or the 216 of the cube that terminals with 256 colours have. */
export type Palette = 'all' | 'cube';

const samples = 4;
const halfOpaque = 128;

/** Up to 4 × 4 points of a part of the picture as one colour; null where it is rather transparent. */
export const meanColour = ({ width, height, colourAt }: Pixels, drawn: Size, [x, y]: [number, number]) => {
  const points = (at: number, all: number, parts: number): number[] =>
    Array.from({ length: samples }, (_, i) => Math.floor(((at + (i + 0.5) / samples) * all) / parts));
  const sum = [0, 0, 0, 0] as [number, number, number, number];
  for (const row of points(y, height, drawn.height)) {
    for (const column of points(x, width, drawn.width)) {
      const [red, green, blue, opacity] = colourAt(column, row);
      sum[0] += red * opacity;
      sum[1] += green * opacity;
      sum[2] += blue * opacity;
      sum[3] += opacity;
    }
  }
  const [red, green, blue, opacity] = sum;
  if (opacity < halfOpaque * samples * samples) return null;
  const mean = (channel: number) => Math.round(channel / opacity);
  return [mean(red), mean(green), mean(blue), 255] as Colour;
};

const parameters = ([red, green, blue]: Colour, palette: Palette): string => {
  if (palette === 'all') return `2;${red};${green};${blue}`;
  const step = (channel: number) => Math.round((channel / 255) * 5);
  return `5;${16 + 36 * step(red) + 6 * step(green) + step(blue)}`;
};

const block = (upper: Colour | null, lower: Colour | null, palette: Palette): string => {
  if (!upper) return lower ? `\x1b[38;${parameters(lower, palette)}m▄\x1b[0m` : ' ';
  const behind = lower ? `;48;${parameters(lower, palette)}` : '';
  return `\x1b[38;${parameters(upper, palette)}${behind}m▀\x1b[0m`;
};

/**
 * The picture as lines of half blocks, each ended, two pixels of `drawn` in a character. What is transparent shows the
 * terminal's own background.
 */
export const halfBlocks = (pixels: Pixels, drawn: Size, palette: Palette): string => {
  const colour = (x: number, y: number) => (y < drawn.height ? meanColour(pixels, drawn, [x, y]) : null);
  let text = '';
  for (let y = 0; y < drawn.height; y += 2) {
    for (let x = 0; x < drawn.width; x++) text += block(colour(x, y), colour(x, y + 1), palette);
    text += '\n';
  }
  return text;
};
