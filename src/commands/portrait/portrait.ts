import type { CardWithBytes } from '../../app/cards/card-with-bytes.ts';
import { inflate } from '../../app/library/card-files.ts';
import { emotionOf, portraitOf, readAssets } from '../../cards/assets/assets.ts';
import { isSottoError } from '../../domain/errors.ts';
import type { Scope } from '../scope.ts';
import { halfBlocks, meanColour, type Palette } from './half-blocks.ts';
import { hasKittyGraphics, kittyPicture } from './kitty.ts';
import { barePng, openPng, readPixels, type Size } from './png-picture.ts';

const largest = { columns: 40, rows: 20 };

/** What is known of the terminal that a portrait is drawn on. */
export interface Canvas {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly columns: number;
  readonly rows: number;
  /** Bits of a colour: 1, 4, 8 or 24. */
  readonly colourDepth: number;
}

/** How large a picture is drawn, in the pixels of half blocks: in proportion, never enlarged. */
const drawnSize = ({ width, height }: Size, { columns, rows }: Pick<Canvas, 'columns' | 'rows'>): Size => {
  const across = Math.max(1, Math.min(largest.columns, columns));
  const down = 2 * Math.max(1, Math.min(largest.rows, rows - 1));
  const scale = Math.min(1, across / width, down / height);
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(width), height: scaled(height) };
};

/** Sequences that draw a PNG on a terminal; empty without colours. Throws SottoError when it cannot be drawn. */
export const drawPng = (png: Uint8Array, canvas: Canvas): string => {
  const { env, colourDepth } = canvas;
  if (env.NO_COLOR || colourDepth === 1) return '';
  const isKitty = hasKittyGraphics(env);
  if (!isKitty && colourDepth < 8) return '';
  const picture = openPng(png);
  const drawn = drawnSize(picture, canvas);
  if (isKitty) {
    return kittyPicture(barePng(picture), { columns: drawn.width, rows: Math.ceil(drawn.height / 2) });
  }
  return halfBlocks(readPixels(picture, inflate), drawn, colourDepth < 24 ? 'cube' : 'all');
};

const drawnRows = new WeakMap<Uint8Array, Map<string, readonly string[]>>();

/** A PNG as rows of half blocks, each pixel of a row a column; none where it cannot be drawn. Drawn once per size. */
export function portraitRows(
  png: Uint8Array,
  room: Pick<Canvas, 'columns' | 'rows'>,
  palette: Palette,
): readonly string[] {
  const at = `${room.columns}x${room.rows} ${palette}`;
  const known = drawnRows.get(png) ?? new Map<string, readonly string[]>();
  drawnRows.set(png, known);
  const rows = known.get(at) ?? rowsIn(png, room, palette);
  known.set(at, rows);
  return rows;
}

/** A PNG as pixels, at most so many in each direction; null where it cannot be drawn. */
export function portraitPixels(png: Uint8Array, most: number): (Size & { bytes: Uint8Array }) | null {
  try {
    const pixels = readPixels(openPng(png), inflate);
    const scale = Math.min(1, most / pixels.width, most / pixels.height);
    const scaled = (length: number) => Math.max(1, Math.round(length * scale));
    const drawn = { width: scaled(pixels.width), height: scaled(pixels.height) };
    const bytes = new Uint8Array(4 * drawn.width * drawn.height);
    for (let at = 0; at < drawn.width * drawn.height; at += 1) {
      const colour = meanColour(pixels, drawn, [at % drawn.width, Math.floor(at / drawn.width)]);
      if (colour) bytes.set(colour, 4 * at);
    }
    return { ...drawn, bytes };
  } catch (error) {
    if (isSottoError(error)) return null;
    throw error;
  }
}

function rowsIn(
  png: Uint8Array,
  { columns, rows }: Pick<Canvas, 'columns' | 'rows'>,
  palette: Palette,
): string[] {
  try {
    const picture = openPng(png);
    const drawn = drawnSize(picture, { columns, rows: rows + 1 });
    return halfBlocks(readPixels(picture, inflate), drawn, palette).trimEnd().split('\n');
  } catch (error) {
    if (isSottoError(error)) return [];
    throw error;
  }
}

/** Draws a card's portrait, or its picture of what is felt where it ships one, where a person watches and the terminal can; why it is not drawn is told in one line. */
export const showPortrait = ({ app, draw }: Scope, { card, bytes }: CardWithBytes, feeling = ''): void =>
  draw((terminal) => {
    try {
      const assets = readAssets(card, bytes);
      const portrait = (emotionOf(assets, feeling) ?? portraitOf(assets))?.bytes();
      const canvas = {
        env: process.env,
        columns: terminal.columns || 80,
        rows: terminal.rows || 24,
        colourDepth: terminal.getColorDepth(),
      };
      return portrait ? drawPng(portrait, canvas) : '';
    } catch (error) {
      if (!isSottoError(error)) throw error;
      app.person.tell(error.message);
      return '';
    }
  });
