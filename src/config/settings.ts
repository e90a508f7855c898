import type { ConfigKey } from './config-key.ts';

/** Where a value comes from, and its file's path, variable's name, flag or preset; a default has no name. */
export interface Origin {
  readonly from: 'flag' | 'environment' | 'preset' | 'file' | 'default';
  readonly name: string;
}

/** One value as it was given, not yet validated. */
export interface Setting {
  readonly value: unknown;
  readonly origin: Origin;
}

/** What one source says: the values that it gives and no others. */
export type Settings = ReadonlyMap<ConfigKey, Setting>;

/** How a person would look the origin up: `config.toml`'s path, `$SOTTO_BACKEND_URL`, `--url`, `preset warm`, `default`. */
export const originText = ({ from, name }: Origin): string => {
  if (from === 'default') return 'default';
  if (from === 'preset') return `preset ${printable(name)}`;
  return from === 'environment' ? `$${name}` : printable(name);
};

/** Outside text made safe for a one-line message: nothing invisible, no escape sequences, not too long. */
export const printable = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}').slice(0, 300);

const inAddress = /(\/\/)[^/\s]*(?=@)/g;
const inQuery = /([?&][^=&#\s]*=)[^&#\s]+/g;
const knownPrefix = /\b(?:sk-|pk-|rk-|xai-|key-|hf_|gsk_|ghp_|rc_|AIza|AKIA|eyJ)[\w-]{12,}/g;
const longRandom = /\b(?=\w*\d)(?=\w*[A-Za-z])\w{32,}\b/g;

/** The text with `***` for whatever looks like a key, a password in an address or a value in its query. */
export const maskSecrets = (text: string): string =>
  text
    .replace(inAddress, '$1***')
    .replace(inQuery, '$1***')
    .replace(knownPrefix, '***')
    .replace(longRandom, '***');
