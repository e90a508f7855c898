import type { Draft } from './text.ts';

/** What Tab offers at a place in the draft, and which of it stands there now. */
export interface Completion {
  readonly from: number;
  readonly choices: readonly string[];
  readonly chosen: number;
}

/** What Tab can complete: command words without slash, names of the cast. */
export interface Words {
  readonly commands: readonly string[];
  readonly names: readonly string[];
}

const starting = (words: readonly string[], start: string): string[] =>
  words.filter((word) => word.toLowerCase().startsWith(start.toLowerCase()));

const offer = (from: number, choices: readonly string[]): Completion | null =>
  choices.length === 0 ? null : { from, choices, chosen: 0 };

/** A command at the start of the draft, a name behind `@` or as a command's argument; the next one when already offered. */
export const completionOf = (
  draft: Draft & { readonly completion: Completion | null },
  words: Words,
): Completion | null => {
  const { completion, text, cursor } = draft;
  if (completion !== null)
    return { ...completion, chosen: (completion.chosen + 1) % completion.choices.length };
  const before = text.slice(0, cursor);
  const command = /^\/(\S*)$/.exec(before);
  if (command !== null) {
    return offer(
      0,
      starting(words.commands, command[1] ?? '').map((word) => `/${word} `),
    );
  }
  const name = /(?:^|[\s,])(@?)([^\s,@]*)$/.exec(before);
  if (name === null || (name[1] === '' && !/^\/\S+ /.test(before))) return null;
  const at = name[1] ?? '';
  const from = cursor - (name[2] ?? '').length - at.length;
  return offer(
    from,
    starting(words.names, name[2] ?? '').map((word) => `${at}${word} `),
  );
};
