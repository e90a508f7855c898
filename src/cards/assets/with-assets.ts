import { isObject, type JsonObject } from '../json.ts';

/** A card's JSON with these assets in place of its own. */
export const withAssets = (raw: JsonObject, assets: readonly object[]): JsonObject =>
  isObject(raw.data) ? { ...raw, data: { ...raw.data, assets } } : { ...raw, assets };
