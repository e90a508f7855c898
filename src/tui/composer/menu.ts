import { isOnScreen, screenName, screenUsage } from '../../commands/all/on-screen.ts';
import type { Command } from '../../commands/command.ts';
import { type Offer, type OfferSources, offersOf } from '../../commands/offers.ts';
import type { Kind } from '../../commands/parameters.ts';
import { placeAtEnd, type WrittenPlace } from '../../commands/place.ts';
import { fitting } from './fuzzy.ts';
import type { Draft } from './text.ts';

/** One thing that the draft may go on with: what then stands there, what may follow it, and what it is. */
export interface MenuItem {
  readonly text: string;
  readonly usage: string;
  readonly description: string;
}

/** What may stand from a place in the draft to the cursor, the best first. */
export interface Menu {
  readonly from: number;
  readonly items: readonly MenuItem[];
  readonly chosen: number;
  /** Whether Enter completes: one of these was chosen, or what stands there means nothing yet. */
  readonly isWanted: boolean;
}

/** What a draft can be completed by: commands of the screen, names of the cast, what a value of a kind may be. */
export interface Words {
  readonly commands: readonly Command[];
  readonly names: readonly string[];
  readonly offers: (kind: Kind<unknown>, written: string) => readonly Offer[];
}

/** What completes on a screen with these commands: what cannot be read is not offered. */
export const wordsOf = (commands: readonly Command[], from: OfferSources): Omit<Words, 'names'> => ({
  commands: commands.filter(isOnScreen),
  offers: (kind, written) => {
    try {
      return offersOf(kind, written, from);
    } catch {
      return [];
    }
  },
});

type Found = Pick<Menu, 'from' | 'items' | 'isWanted'> | null;

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const commandsFor = (line: string, { commands }: Words): Found => {
  const items = fitting(line, commands, (one) => [screenName(one), (one.synonyms ?? []).join(', ')]).map(
    (command) => ({
      text: `/${screenName(command)}`,
      usage: screenUsage(command),
      description: command.summary,
    }),
  );
  const isWhole = commands.some((command) => isSame(screenName(command), line.trim()));
  return { from: 0, items, isWanted: line !== '' && !isWhole };
};

const optionsFor = ({ options, written }: Extract<WrittenPlace, { type: 'option' }>): MenuItem[] =>
  fitting(written, options, ({ form }) => [form]).map(({ form, summary }) => ({
    text: form.split(' ')[0] ?? form,
    usage: form.split(' ').slice(1).join(' '),
    description: summary,
  }));

const valuesFor = ({ parameter, written }: Extract<WrittenPlace, { type: 'value' }>, words: Words): Found => {
  const { kind } = parameter;
  const typed = written.trimEnd();
  const offers = fitting(typed, words.offers(kind, typed), ({ text }) => [text]);
  if (offers.some(({ text }) => isSame(text, typed)) && offers.length === 1) return null;
  const items = offers.map((offer) => ({ ...offer, usage: '' }));
  const isOpen = typed === '' || kind.names === 'file' || offers.some(({ text }) => isSame(text, typed));
  return { from: -written.length, items, isWanted: !isOpen };
};

const argumentsFor = (line: string, words: Words): Found => {
  const low = line.toLowerCase();
  const called = words.commands
    .filter((command) => low.startsWith(`${screenName(command).toLowerCase()} `))
    .sort((a, b) => screenName(b).length - screenName(a).length)[0];
  if (called === undefined) return null;
  const place = placeAtEnd(line.slice(screenName(called).length), called.parameters, words.names);
  if (place === null) return null;
  if (place.type === 'value') return valuesFor(place, words);
  return { from: -place.written.length, items: optionsFor(place), isWanted: false };
};

const namesFor = (before: string, { names }: Words): Found => {
  const written = /(?:^|[\s,])@([^\s,@]*)$/.exec(before)?.[1];
  if (written === undefined) return null;
  const items = fitting(written, names, (name) => [name]).map((name) => ({
    ...{ text: `@${name}`, usage: '', description: '' },
  }));
  return { from: -written.length - 1, items, isWanted: false };
};

const foundFor = (before: string, words: Words): Found => {
  if (!/^\/(?!\/)[^\n]*$/.test(before)) return namesFor(before, words);
  const line = before.slice(1);
  const low = line.toLowerCase();
  const isName =
    !/\s/.test(line) || words.commands.some((command) => screenName(command).toLowerCase().startsWith(low));
  const found = isName ? commandsFor(line, words) : argumentsFor(line, words);
  return found !== null && found.items.length > 0 ? found : namesFor(before, words);
};

/** What the draft may go on with at the cursor; null for nothing. */
export const menuOf = ({ text, cursor }: Draft, words: Words): Menu | null => {
  const found = foundFor(text.slice(0, cursor), words);
  if (found === null || found.items.length === 0) return null;
  return { ...found, from: found.from < 0 ? cursor + found.from : found.from, chosen: 0 };
};

/** The menu with the next item chosen, or the one before; the first comes after the last. */
export const chooseIn = (menu: Menu, by: 1 | -1): Menu => {
  const count = menu.items.length;
  return { ...menu, chosen: (menu.chosen + by + count) % count, isWanted: true };
};

/** What stands in the draft from `menu.from` on when the chosen item is taken. */
export const takenFrom = ({ items, chosen }: Menu): string => {
  const text = items[chosen]?.text ?? '';
  return text.endsWith('/') ? text : `${text} `;
};
