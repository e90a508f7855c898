import type { Card, Character, Lorebook } from '../../src/cards/character.ts';
import { characters as quay } from '../quay.ts';

const [blank] = quay;

/** The eight of the town; each says of itself what the understudy can use. */
export const names = ['Alice', 'Bob', 'Carl', 'Dora', 'Mary Ann', 'Finn', 'Gwen', 'Hugo'] as const;

const sayings = ['Mind the step.', 'The bell is late.', 'I count to nine.', 'Rain before noon.'];

/** Their cards. */
export const characters: readonly Character[] = names.map((name, index) => ({
  ...(blank as Character),
  name,
  description: `{{char}} of the town. "${sayings[index % sayings.length]}" {{char}} says to {{user}}.`,
  greetings: index === 0 ? ['*Alice opens the door.* "Come in, all of you."'] : [],
  exampleDialogue: '',
  postHistoryInstructions: '',
}));

/** One card with all of them. */
export const town: Card = {
  spec: 'v3',
  specVersion: '3.0',
  kind: 'json',
  raw: {},
  characters: [...characters],
  rules: '',
  opening: '',
  role: '',
  warnings: [],
};

const entry = (keys: string[], content: string, extensions: Record<string, unknown> = {}) => ({
  keys,
  content,
  extensions,
  enabled: true,
  insertion_order: 100,
});

/** What wakes at common words, at each other, and now and then. */
export const book: Lorebook = {
  name: 'Town',
  extensions: {},
  recursive_scanning: true,
  entries: [
    entry(['door', 'bell'], 'The door of the chapel has no bell since {{random::spring,summer}}.'),
    entry(['chapel'], 'The chapel stands on the hill.', { probability: 50, useProbability: true }),
    entry(['word', 'key'], '@@activate_only_after 6\nWords are kept under the mill.'),
    entry(['rain', 'noon'], 'It rains {{roll:d6}} days a week.', { sticky: 2, cooldown: 3, delay: 2 }),
  ],
};
