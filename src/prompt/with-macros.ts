import { substitute } from '../cards/substitute.ts';
import { chanceOf } from '../lore/chance.ts';
import { lastRows } from './history.ts';
import type { AnyPromptInput } from './input.ts';
import { spokenInPrompts } from './lines.ts';
import { expandMacros } from './macros/expand.ts';
import type { MacroContext } from './macros/macro-context.ts';

const beyondNames = /\{\{(?!\s*(?:char|user)\s*\}\})/i;
/** Whether what a text says may be another in each prompt, by its macros. */
export const changesByItself = (text: string): boolean => beyondNames.test(text);

const recentMessages = 50;

/** What macros in a text of a card, a preset or a book read. */
export type MacroInput = Pick<
  AnyPromptInput,
  | ('chat' | 'speaker' | 'character' | 'cast' | 'persona' | 'userName' | 'played' | 'view')
  | ('continues' | 'ooc' | 'budget' | 'ledger' | 'outlets')
>;

const namesIn = ({ character, speaker, userName }: MacroInput) => ({
  char: character?.nickname || speaker.name,
  user: userName,
});

/** What `{{description}}` and its like stand for, names filled in. */
const valuesOf = (input: MacroInput): Record<string, string> => {
  const { character, persona, cast, speaker } = input;
  const fill = (text = '') => substitute(text, namesIn(input));
  const others = cast.filter(({ id }) => id !== speaker.id).map(({ name }) => name);
  return {
    description: fill(character?.description),
    personality: fill(character?.personality),
    scenario: fill(character?.scenario),
    persona: fill(persona?.description),
    mesExamples: fill(character?.exampleDialogue.replace(/<START>/gi, '')),
    charVersion: character?.characterVersion ?? '',
    group: cast.map(({ name }) => name).join(', '),
    groupNotMuted: cast.map(({ name }) => name).join(', '),
    notChar: others.join(', '),
  };
};

/** What outlets hold, their own macros filled in. */
const outletsOf = (input: MacroInput): Record<string, string> => {
  const { outlets = {}, ...others } = input;
  const filled = Object.entries(outlets).map(([name, text]) => [name, withMacros(others, text)]);
  return Object.fromEntries(filled);
};

/** What macros read of the chat: the speaker's own view, and the time of its newest message as the clock. */
const contextOf = (input: MacroInput, place: string): MacroContext => {
  const { chat, speaker, view, played, continues } = input;
  const rows = lastRows(input, view, { count: recentMessages, before: continues?.id });
  const messages = rows.map((message) => ({
    id: message.id,
    text: spokenInPrompts(input, message).text,
    at: message.at,
    by:
      message.speaker === speaker.id
        ? ('speaker' as const)
        : message.speaker === played
          ? ('human' as const)
          : ('other' as const),
  }));
  const newest = messages.at(-1);
  return {
    ...namesIn(input),
    values: valuesOf(input),
    ...(input.outlets && { outlets: outletsOf(input) }),
    ...input.ledger?.context,
    messages,
    ...(newest && { now: newest.at }),
    use: `${chat} ${speaker.id} ${newest?.id ?? ''} ${place}`,
    place: `${chat} ${speaker.id} ${place}`,
    chance: chanceOf,
  };
};

/**
 * A text of a card, a preset or a book with its macros filled in from what the speaker has perceived: the same text
 * at the same point of the chat gives the same bytes. `place` tells it from other texts. Unknown macros stay.
 */
export const withMacros = (input: MacroInput, text: string, place = text): string =>
  beyondNames.test(text) ? expanded(input, text, place) : substitute(text, namesIn(input));

function expanded(input: MacroInput, text: string, place: string): string {
  const { text: filled, changes } = expandMacros(text, contextOf(input, place));
  input.ledger?.apply(changes);
  return filled;
}
