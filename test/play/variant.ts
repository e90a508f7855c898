import fc from 'fast-check';
import type { Character, Lorebook } from '../../src/cards/character.ts';
import type { Backend } from '../../src/inference/backend.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import type { PlayParts, PlaySettings } from '../../src/play/chat/parts.ts';
import { settings } from '../histories.ts';
import { characters } from '../quay.ts';
import { type Reaction, reactions } from './faulty.ts';

/** How a chat is played: what the settings, the cards, the books and the server make of it. */
export interface Variant {
  readonly heads: boolean;
  readonly untagged: 'inherit' | 'public';
  /** What the chat itself says of it. */
  readonly ofChat: 'inherit' | 'public' | undefined;
  readonly order: 'cache' | 'classic';
  readonly isChat: boolean;
  readonly isTight: boolean;
  readonly hasBook: boolean;
  readonly hasMacros: boolean;
  /** Whether all of it happens at the same instant, as under `--now`. */
  readonly isClockStill: boolean;
  /** What the human is told of what the played character did not perceive. */
  readonly hint: PlaySettings['hint'];
  readonly live: 0 | 2 | 'before_history' | 'before_user' | 'after_user';
  readonly loreIsExact: boolean;
  /**
   * The small model: it says yes, or no, where it is asked whether somebody speaks up; fails in the same way whatever it is
   * asked; or says no or fails as the prompt has it, which holds what its owner alone perceived.
   */
  readonly temper: 'willing' | 'reluctant' | 'moody' | 'hang' | 'down';
}

/** Any of them. */
export const anyVariant: fc.Arbitrary<Variant> = fc.record({
  heads: fc.boolean(),
  untagged: fc.constantFrom('inherit', 'public' as const),
  ofChat: fc.constantFrom(undefined, 'inherit', 'public' as const),
  order: fc.constantFrom('cache', 'cache', 'classic' as const),
  isChat: fc.boolean(),
  isTight: fc.boolean(),
  hasBook: fc.boolean(),
  hasMacros: fc.boolean(),
  isClockStill: fc.boolean(),
  hint: fc.constantFrom<Variant['hint'][]>('none', 'none', 'count', 'names'),
  live: fc.constantFrom<Variant['live'][]>(
    'before_user',
    'before_user',
    0,
    2,
    'before_history',
    'after_user',
  ),
  loreIsExact: fc.boolean(),
  temper: fc.constantFrom<Variant['temper'][]>('willing', 'reluctant', 'moody', 'moody', 'hang', 'down'),
});

const macros = [
  '{{setvar::mood::{{roll:d20}}}}{{char}} feels {{getvar::mood}} of twenty, {{random::wet,dry,cold}} and {{pick::old,young,both}}.',
  '{{incvar::seen}}{{char}} has looked {{getvar::seen}} times. Last: {{lastMessage}} ({{lastMessageId}}).',
  '{{char}} minds {{user}}, {{pick::left,right}}. {{idle_duration}}',
];

const told = (index: number, character: Character): Character => ({
  ...character,
  description: `${character.description}\n${macros[index % macros.length]}`,
});

const entry = (keys: string[], content: string, extensions: Record<string, unknown> = {}) => ({
  keys,
  content,
  extensions,
  enabled: true,
  insertion_order: 100,
});

/** Wakes at what is said, at each other, by chance, by count and by time. */
export const book: Lorebook = {
  name: 'Quay',
  extensions: {},
  recursive_scanning: true,
  entries: [
    entry(['key', 'aye'], 'The key opens the lamp room. {{user}} has asked for it.'),
    entry(['lamp'], 'The lamp room smells of {{random::oil,tar}}.', {
      probability: 50,
      useProbability: true,
    }),
    entry(['here', 'two'], '@@activate_only_after 4\nFour were here before.'),
    entry(['later'], '@@activate_only_every 2\nLater never comes.'),
    entry(['secret', 'not'], 'Nobody tells.', { sticky: 2, cooldown: 3, delay: 2, position: 4, depth: 2 }),
    entry(['early'], 'Dawn is at six.', { scan_depth: 30 }),
  ],
};

const chatServer = async (): Promise<Backend> => ({ ...createUnderstudy(), kind: 'openai-chat' });

/** The settings of a variant. */
export const settingsOf = ({
  heads,
  untagged,
  order,
  isTight,
  live,
  loreIsExact,
  hint,
}: Variant): Partial<PlaySettings> => ({
  hint,
  tag: { ...settings.tag, heads },
  untaggedReply: untagged,
  layout: { ...settings.layout, order, live },
  loreIsExact,
  status: ['persona', 'time', 'idle', 'model'],
  ...(isTight && { budget: { context: 0, hard: 640, soft: 480 }, maxTokens: 64 }),
});

const failing = reactions.filter((one) => one !== 'hang' && one !== 'stall').slice(1);

/** What the small model does with a question: whose names it is given, it picks the last of. */
export const reactingAs =
  (temper: Variant['temper']) =>
  (prompt: string): Reaction => {
    if (temper === 'hang' || temper === 'down') return temper;
    const fate = [...prompt].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973, 7);
    const failed = temper === 'moody' ? failing[fate % (failing.length + 1)] : undefined;
    const [, last] = /Who [^:]*: (?:.*, )?(.+?)\?/.exec(prompt) ?? [];
    return failed ?? { says: last ?? (temper === 'willing' ? 'yes' : 'no') };
  };

/** The parts of a variant. */
export const partsOf = ({ isChat, hasBook, hasMacros, isClockStill }: Variant): Partial<PlayParts> => ({
  ...(isClockStill && { now: () => '2026-01-31T12:00:00.000Z' }),
  ...(isChat && { backend: chatServer }),
  ...(hasBook && { books: () => [{ id: 'quay', rank: 'chat' as const, book }] }),
  character: ({ index }) => {
    const character = characters[index];
    if (!character) return null;
    return hasMacros ? told(index, character) : character;
  },
});
