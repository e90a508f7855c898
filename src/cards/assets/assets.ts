import { commonPrefix } from '../../domain/common-prefix.ts';
import { textIn } from '../../domain/json/fields.ts';
import { decodeBase64 } from '../base64.ts';
import type { Card } from '../character.ts';
import { type Container, openContainer } from '../formats/container.ts';
import { isObject, type JsonObject } from '../json.ts';
import { limits } from '../limits.ts';

/**
 * Where the bytes of an asset are: in the card's `file`, in the `picture` that the card came in, in the `uri` itself;
 * `default` is what a program shows by itself, `remote` is never fetched, `missing` is named and not there,
 * `unknown` is another scheme.
 */
export type AssetLocation = 'file' | 'picture' | 'uri' | 'default' | 'remote' | 'missing' | 'unknown';

/** An asset of a card as it came, and how to reach it. */
export interface CardAsset {
  readonly type: string;
  readonly uri: string;
  readonly name: string;
  readonly ext: string;
  readonly location: AssetLocation;
  /** Name of the asset in the file; empty for other locations. */
  readonly path: string;
  /** Its bytes, unpacked when asked for; null when there are none here. */
  readonly bytes: () => Uint8Array | null;
}

/** What a card without `assets` has. */
export const defaultAssets = [{ type: 'icon', uri: 'ccdefault:', name: 'main', ext: 'png' }] as const;

const scheme = /^(embeded:\/\/|embedded:\/\/|__asset:|ccdefault:|https?:|data:)/i;
const nothing = () => null;

const dataBytes = (uri: string): Uint8Array | null => {
  const comma = uri.indexOf(',');
  if (comma < 0 || !/;base64$/i.test(uri.slice(Math.max(0, comma - 7), comma))) return null;
  return uri.length > limits.text ? null : decodeBase64(new TextEncoder().encode(uri.slice(comma + 1)));
};

type Reached = Pick<CardAsset, 'location' | 'path' | 'bytes'>;

const reach = (type: string, uri: string, { paths, read, picture }: Container): Reached => {
  const found = scheme.exec(uri)?.[1]?.toLowerCase() ?? '';
  if (found === '') return { location: 'unknown', path: '', bytes: nothing };
  if (found.startsWith('http')) return { location: 'remote', path: '', bytes: nothing };
  if (found === 'data:') return { location: 'uri', path: '', bytes: () => dataBytes(uri) };
  if (found === 'ccdefault:') {
    const isPicture = type === 'icon' && picture !== null;
    return {
      location: isPicture ? 'picture' : 'default',
      path: '',
      bytes: isPicture ? () => picture : nothing,
    };
  }
  const path = uri.slice(found.length);
  if (!paths.has(path)) return { location: 'missing', path: '', bytes: nothing };
  return { location: 'file', path, bytes: () => read(path) };
};

/** The list of assets that a card's JSON names, as it came; null when it names none. */
export const rawAssets = ({ raw }: Card): JsonObject[] | null => {
  const data = isObject(raw.data) ? raw.data : raw;
  const list = data.assets ?? data.asset;
  return Array.isArray(list) ? list.filter(isObject) : null;
};

/** The assets of a card within what was read of its file; see `readAssets`. */
export const assetsIn = (card: Card, container: Container): CardAsset[] => {
  return (rawAssets(card) ?? defaultAssets).map((asset) => {
    const type = textIn(asset.type);
    const uri = textIn(asset.uri);
    const reached = reach(type, uri, container);
    return { type, uri, name: textIn(asset.name), ext: textIn(asset.ext), ...reached };
  });
};

/**
 * The assets of a card in their order, resolved within the file that it was read from; a card that names none has
 * its picture as icon. Nothing is unpacked or fetched before `bytes` asks.
 */
export const readAssets = (card: Card, file: Uint8Array): CardAsset[] => assetsIn(card, openContainer(file));

/** The portrait among assets: the icon named main, else the first icon, else nothing. */
export const portraitOf = (assets: readonly CardAsset[]): CardAsset | undefined => {
  const icons = assets.filter(({ type }) => type === 'icon');
  return icons.find(({ name }) => name === 'main') ?? icons[0];
};

const leastAlike = 3;
const shareAlike = 0.6;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** Whether two words are of one stem: `anger` and `angry`, `joy` and `joyful`. */
function areAlike(one: string, other: string): boolean {
  const same = commonPrefix(one, other);
  return same >= leastAlike && same >= shareAlike * Math.min(one.length, other.length);
}

/** The picture that a card ships for what its character feels, in words: the first of the same word, else of the same stem (HC-58). */
export function emotionOf(assets: readonly CardAsset[], feeling: string): CardAsset | undefined {
  const felt = wordsOf(feeling);
  const emotions = assets.filter(({ type }) => type === 'emotion');
  const found = (isIt: (word: string, name: string) => boolean) =>
    felt
      .map((word) => emotions.find(({ name }) => wordsOf(name).some((part) => isIt(word, part))))
      .find(Boolean);
  return found((word, name) => word === name) ?? found(areAlike);
}
