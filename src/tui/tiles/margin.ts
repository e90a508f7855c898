import type { CharacterId } from '../../domain/message.ts';
import { Remembered } from '../../play/chat/remembered.ts';
import type { Piece } from '../terminal/frame.ts';
import type { Place } from '../terminal/places.ts';
import type { Theme } from '../themes/theme.ts';
import type { HeadingInSight } from '../transcript/sight.ts';
import { portraitBlock } from './tile.ts';

/** As high as the shortest message with the row behind it, so that no portrait reaches into the next. */
const size = { columns: 6, rows: 3 };
const gap = 1;

/** What somebody of the cast is called, and their portrait. */
export type FaceOf = (id: CharacterId) => { readonly name: string; readonly png: Uint8Array | null };

/** Portraits at the left of the page, beside the headings in sight: whose heading is out of sight costs nothing. */
export class Margin {
  readonly #faces = new Remembered<Map<CharacterId, readonly string[]>>();

  /** They stand where the page leaves room for them; `about`: what faces depend on beside the theme. */
  pieces(
    headings: readonly HeadingInSight[],
    { top, left, height }: Pick<Place, 'top' | 'left' | 'height'>,
    { theme, about, faceOf }: { theme: Theme; about: unknown; faceOf: FaceOf },
  ): Piece[] {
    const from = left - size.columns - gap;
    if (from < 0 || headings.length === 0) return [];
    const faces = this.#faces.of([theme, about], () => new Map());
    const rows = Array<string>(height).fill('');
    for (const { row, speaker } of headings) {
      const face = faces.get(speaker) ?? portraitBlock(faceOf(speaker), size, theme);
      faces.set(speaker, face);
      for (const [at, drawn] of face.entries()) if (row + at < height) rows[row + at] = drawn;
    }
    return [{ top, left: from, rows }];
  }
}
