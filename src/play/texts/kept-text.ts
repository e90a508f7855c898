import { scripted } from '../../prompt/regex-scripts.ts';
import type { PlaySettings } from '../chat/parts.ts';

/** What stands in the log of a text, where scripts change it; a text of which nothing is left stays. */
export const unlessEmpty = (text: string, changed: string): string =>
  changed.trim() === '' ? text : changed;

/** Runs the scripts that change what is kept over what a model wrote as this character. */
export const keptFrom =
  ({ scripts = [], userName }: PlaySettings, char: string) =>
  (text: string): string =>
    unlessEmpty(
      text,
      scripted(text, scripts, { from: 'model', to: 'store', names: { char, user: userName } }),
    );
