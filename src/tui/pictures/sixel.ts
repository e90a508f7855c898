import { image2sixel } from 'sixel/lib/SixelEncoder.js';

/** Colours of a picture: as many as a terminal is sure to have at once. */
const mostColours = 128;

/** Pixels, four bytes each, as a sequence that draws them from the cursor on; what is transparent stays as it is there. */
export const sixelsOf = (pixels: Uint8Array, width: number, height: number): string =>
  image2sixel(pixels, width, height, mostColours, 1);
