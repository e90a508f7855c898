import { deflateSync } from 'node:zlib';
import { makeChunk, viewOf } from '../../src/cards/formats/png.ts';

const width = 256;
const height = 384;
const horizon = 232;

type Colour = readonly [number, number, number];
type Point = readonly [number, number];

const mix = (from: Colour, to: Colour, share: number): Colour => {
  const part = Math.min(1, Math.max(0, share));
  return [0, 1, 2].map((i) => from[i]! + (to[i]! - from[i]!) * part) as unknown as Colour;
};
const add = (to: Colour, light: Colour, strength: number): Colour =>
  [0, 1, 2].map((i) => Math.min(255, to[i]! + light[i]! * strength)) as unknown as Colour;

/** 0 to 1, the same for the same cell on every machine. */
const noise = (x: number, y: number): number => {
  let hash = (x * 374761393 + y * 668265263) | 0;
  hash = Math.imul(hash ^ (hash >>> 13), 1274126177);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4294967296;
};

/** Distance from a point to a stroke whose thickness runs from `thick` to `thin`. */
const stroke = (
  x: number,
  y: number,
  [a, b, thick, thin]: readonly [Point, Point, number, number],
): number => {
  const along = [b[0] - a[0], b[1] - a[1]] as const;
  const length = along[0] ** 2 + along[1] ** 2;
  const share = Math.min(1, Math.max(0, ((x - a[0]) * along[0] + (y - a[1]) * along[1]) / length));
  return (
    Math.hypot(x - a[0] - along[0] * share, y - a[1] - along[1] * share) - (thick + (thin - thick) * share)
  );
};

const moon: Point = [182, 78];
const lamp: Point = [58, 206];
const windows: readonly (readonly [number, number, Colour])[] = [
  [12, 222, [255, 196, 120]],
  [37, 226, [255, 170, 96]],
  [92, 225, [255, 214, 150]],
  [109, 221, [255, 176, 100]],
  [131, 226, [170, 220, 255]],
  [211, 224, [255, 186, 110]],
  [233, 219, [255, 214, 150]],
  [247, 225, [255, 160, 90]],
];

const heron: readonly (readonly [Point, Point, number, number])[] = [
  [[137, 262], [164, 286], 15, 12],
  [[160, 284], [187, 312], 11, 1.5],
  [[131, 258], [124, 236], 8, 5],
  [[124, 236], [138, 212], 5, 4],
  [[138, 212], [130, 192], 4, 4],
  [[130, 192], [121, 187], 6.5, 5],
  [[118, 188], [86, 198], 3.4, 0.3],
  [[130, 186], [156, 195], 2, 0.3],
  [[148, 292], [145, 334], 2.2, 1.6],
  [[145, 334], [148, 352], 1.6, 1.6],
  [[156, 294], [158, 324], 2.2, 1.5],
  [[158, 324], [146, 318], 1.5, 1.2],
  [[138, 353], [158, 353], 1.6, 1.6],
];
const pilings: readonly (readonly [Point, Point, number, number])[] = [
  [[148, 358], [148, 400], 15, 17],
  [[58, 232], [58, 400], 5, 7],
  [[46, 214], [58, 240], 2, 3],
  [[222, 336], [226, 400], 10, 13],
];

const ridge = (x: number): number =>
  horizon - 10 - 9 * Math.sin(x / 41) - 5 * Math.sin(x / 13 + 2) - (x > 196 ? 8 : 0) - (x < 60 ? 6 : 0);

const sky = (x: number, y: number): Colour => {
  const high = mix([9, 12, 38], [34, 44, 92], y / 150);
  const low = mix(high, [196, 120, 108], Math.max(0, (y - 130) / (horizon - 130)) ** 2 * 0.8);
  const away = Math.hypot(x - moon[0], y - moon[1]);
  const star = noise(Math.floor(x / 2), Math.floor(y / 2));
  const lit = star > 0.9945 && y < 190 ? add(low, [220, 225, 255], (star - 0.9945) * 130) : low;
  const glow = add(lit, [150, 150, 190], 0.55 * Math.exp(-away / 34));
  const crater = 12 * Math.sin(x / 5.1) * Math.sin(y / 4.3);
  return mix([246 + crater, 240 + crater, 218 + crater], glow, away - 21);
};

const water = (x: number, y: number): Colour => {
  const depth = y - horizon;
  const sway = Math.sin(y * 0.9 + Math.sin(x / 17) * 2) * (1 + depth / 24);
  let colour = mix(mix([112, 82, 100], [20, 34, 70], depth / 60), [5, 9, 26], (depth - 40) / 110);
  const ripple = Math.max(0, Math.sin(34 * Math.log(depth + 14) + Math.sin(x / 11 + y / 9) * 0.8));
  const moonlit = Math.exp(-(((x + sway * 3 - moon[0]) / (8 + depth / 9)) ** 2));
  colour = add(colour, [226, 206, 176], moonlit * (0.12 + 0.5 * ripple ** 2) * Math.exp(-depth / 160));
  for (const [at, , light] of windows) {
    const streak = Math.exp(-(((x + sway - at) / (2 + depth / 40)) ** 2) - depth / 46);
    colour = add(colour, light, streak * (0.35 + 0.5 * ripple));
  }
  return colour;
};

const scene = (x: number, y: number): Colour => {
  const ground = mix([14, 16, 38], [30, 26, 48], (y - 190) / 44);
  let colour = y < horizon ? mix(ground, sky(x, y), ridge(x) - y) : water(x, y);
  for (const [at, level, light] of windows) {
    colour = add(colour, light, Math.exp(-(((x - at) / 1.6) ** 2) - ((y - level) / 1.6) ** 2));
  }
  const shore = Math.min(...pilings.map((part) => stroke(x, y, part)));
  colour = mix(mix([10, 10, 22], [4, 5, 14], (y - 330) / 50), colour, shore + 0.5);
  const bird = Math.min(...heron.map((part) => stroke(x, y, part)));
  const rim = Math.exp(-((bird + 1.2) ** 2) / 1.4) * (x > 138 && y < 300 ? 0.4 : 0.14);
  colour = mix(add([8, 10, 24], [150, 160, 205], rim), colour, bird + 0.5);
  const flame = Math.hypot((x - lamp[0]) * 1.25, y - lamp[1]);
  colour = add(colour, [255, 168, 84], 0.95 * Math.exp(-flame / 9) + 0.2 * Math.exp(-flame / 42));
  const edge = Math.hypot((x - width / 2) / width, (y - height / 2) / height);
  return mix(colour, [2, 3, 12], (edge - 0.42) * 1.3);
};

/** The pixels as PNG scan lines: filter 0, then three bytes a pixel; four samples each. */
const drawScanLines = (): Uint8Array => {
  const lines = new Uint8Array(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const samples = [0.25, 0.75].flatMap((dx) => [0.25, 0.75].map((dy) => scene(x + dx, y + dy)));
      for (const i of [0, 1, 2]) {
        const value = samples.reduce((sum, sample) => sum + sample[i]!, 0) / 4;
        lines[y * (1 + width * 3) + 1 + x * 3 + i] = Math.min(255, Math.max(0, Math.round(value)));
      }
    }
  }
  return lines;
};

/** A night harbour with a heron, 256 × 384, as a PNG without a card. */
export const drawPortrait = (): Uint8Array => {
  const header = new Uint8Array(13);
  viewOf(header).setUint32(0, width);
  viewOf(header).setUint32(4, height);
  header.set([8, 2, 0, 0, 0], 8);
  return new Uint8Array([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...makeChunk('IHDR', header),
    ...makeChunk('IDAT', deflateSync(drawScanLines(), { level: 9 })),
    ...makeChunk('IEND', new Uint8Array()),
  ]);
};
