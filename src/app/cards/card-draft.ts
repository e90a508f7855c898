import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import { type CardFormat, type CharacterText, readCharacter } from '../../play/texts/card-text.ts';
import type { Person } from '../run/person.ts';

/** Name of the file that an editor is opened on. */
export const draftFile = (format: CardFormat): string => `card.${format === 'toml' ? 'toml' : 'jsonc'}`;

/** The error with the place where the text that it is about stays. The text itself is written there. */
export function rejectedDraft(text: string, format: CardFormat, error: SottoError): SottoError {
  const file = join(mkdtempSync(join(tmpdir(), 'sotto-')), draftFile(format));
  writeFileSync(file, text, { mode: 0o600 });
  const message = `nothing was saved: ${error.message}; your text is in ${file}`;
  return new SottoError(error.family, error.code, message, { cause: error });
}

/** A text after its author had it, and what it says. */
interface Edited {
  readonly before: CharacterText;
  readonly after: CharacterText;
}

/**
 * Lets a person write a character in their editor and takes it; what cannot be taken is told, and can be corrected as
 * often as needed where somebody can be asked. Null when the editor gave up. Rejects with SottoError `no_editor`, or
 * with what is wrong and where the text is.
 */
export async function writtenInEditor<T>(
  person: Person,
  initial: string,
  format: CardFormat,
  take: (edited: Edited) => T,
): Promise<T | null> {
  const before = readCharacter(initial, format);
  let text = initial;
  for (;;) {
    const edited = await person.edit(text, draftFile(format));
    if (edited === null) return null;
    text = edited;
    try {
      return take({ before, after: readCharacter(text, format) });
    } catch (error) {
      if (!isSottoError(error)) throw error;
      const rejected = rejectedDraft(text, format, error);
      const answer = await person.ask(`sotto: ${rejected.message}\nBack to the editor? [Y/n] `);
      if (answer === null || /^n/.test(answer)) throw rejected;
    }
  }
}
