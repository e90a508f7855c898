import type { FillIn } from '../domain/decide.ts';
import { scripted } from '../prompt/regex-scripts.ts';
import type { OpenChat } from './open-chat.ts';
import type { PlaySettings } from './parts.ts';
import { namesIn } from './typed-names.ts';

/** What stands in the log of a text, where scripts change it; a text of which nothing is left stays. */
const unlessEmpty = (text: string, changed: string): string => (changed.trim() === '' ? text : changed);

/** Runs the scripts that change what is kept over what a model wrote as this character. */
export const keptFrom =
  ({ scripts = [], userName }: PlaySettings, char: string): FillIn =>
  (text) =>
    unlessEmpty(
      text,
      scripted(text, scripts, { from: 'model', to: 'store', names: { char, user: userName } }),
    );

/** Fills in names in what the human types, and runs the scripts that change what is kept over it. */
export const typedIn = (chat: OpenChat): FillIn => {
  const fill = namesIn(chat);
  const { scripts = [] } = chat.parts.settings;
  if (scripts.length === 0) return fill;
  const names = { char: fill('{{char}}'), user: fill('{{user}}') };
  return (text) => {
    const filled = fill(text);
    return unlessEmpty(filled, scripted(filled, scripts, { from: 'human', to: 'store', names }));
  };
};
