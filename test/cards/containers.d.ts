import { type Zippable } from 'fflate';
import { v3 } from './fixtures.ts';
/** A CHARX with this card and these members, as another program would write it. */
export declare const charxWith: (card: unknown, members?: Zippable) => Uint8Array;
/** The smallest JPEG that has something in it. */
export declare const jpeg: Uint8Array<ArrayBufferLike>;
/** A V3 card with these assets. */
export declare const withAssetsOf: (...assets: readonly object[]) => typeof v3;
/** EXIF with this UserComment behind the pointer of its first directory. */
export declare const exif: (comment: Uint8Array, isLittle?: boolean) => Uint8Array;
export declare const webpWith: (tiff: Uint8Array) => Uint8Array;
export declare const jpegWith: (tiff: Uint8Array) => Uint8Array;
/** Where the entry of a member stands in the directory of a zip. */
export declare const entryOf: (zip: Uint8Array, name: string) => number;
/** A copy of a zip with numbers changed in the directory entry of a member: offset in the entry → 4 bytes. */
export declare const lying: (zip: Uint8Array, name: string, numbers: Readonly<Record<number, number>>) => Uint8Array;
