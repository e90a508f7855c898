import { Decisions } from '../outside/extensions/decisions.ts';
import { extensionsIn, type Found, readExtension } from '../outside/extensions/found.ts';
import { extensionPlaces } from './run/reach.ts';

/** An extension that somebody may agree to, and what they must be told of it first. */
export interface ToAllow {
  readonly found: Found;
  readonly isAllowed: boolean;
  /** What a yes means, in plain words, with the hash of its files. */
  readonly warning: string;
  /** Keeps the yes. */
  readonly allow: () => void;
}

/** Whether an extension of this name lies in the data folder. */
export const hasExtension = (dataFolder: string, name: string): boolean =>
  extensionsIn(extensionPlaces(dataFolder).folder).includes(name);

/** The extension of this name as it lies there now. Throws SottoError `no_such_extension`, `bad_extension`. */
export function extensionToAllow(dataFolder: string, name: string): ToAllow {
  const { folder, decisions } = extensionPlaces(dataFolder);
  const found = readExtension(folder, name);
  const kept = new Decisions(decisions);
  const count = Object.keys(found.files).length;
  const files = count === 1 ? found.entry : `${count} files in ${found.root}`;
  return {
    found,
    isAllowed: kept.allows(found),
    warning: `${name} (${files}, SHA-256 ${found.hash}) is a program: it runs with your rights and can read and change all that you can.`,
    allow: () => kept.allow(found),
  };
}
