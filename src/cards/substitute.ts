import type { Character } from './character.ts';

/** The names that macros stand for. */
export interface MacroNames {
  readonly char: string;
  readonly user: string;
}

const macro = /\{\{\s*(char|user)\s*\}\}|<(char|bot|user)>/gi;

/** What `{{char}}` stands for: the nickname where there is one, else the name. */
export const macroName = (character: Character): string => character.nickname.trim() || character.name;

/** Replaces `{{char}}`, `<char>`, `<BOT>` and `{{user}}`, `<USER>` in any case, once; names are not searched again. */
export const substitute = (text: string, names: MacroNames): string =>
  text.replace(macro, (_, braced?: string, angled?: string) =>
    (braced ?? angled)?.toLowerCase() === 'user' ? names.user : names.char,
  );
