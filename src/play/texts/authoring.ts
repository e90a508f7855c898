import type { Card, Character } from '../../cards/character.ts';
import { isObject, type JsonObject } from '../../cards/json.ts';
import { toCard, v2Fields } from '../../cards/read/to-card.ts';
import { otherNames, tidyName } from '../../cards/read/to-character.ts';
import { editCard } from '../../cards/write/edit.ts';
import { SottoError } from '../../domain/errors.ts';
import { listed } from '../../domain/world/names.ts';
import { foldName } from '../../domain/world/world.ts';
import type { CharacterText } from './card-text.ts';

/** A character of this name of whom nothing else is known. */
export const blankCharacter = (name: string): Character => ({
  name,
  nickname: '',
  description: '',
  personality: '',
  scenario: '',
  greetings: [],
  groupOnlyGreetings: [],
  exampleDialogue: '',
  systemPrompt: '',
  postHistoryInstructions: '',
  creatorNotes: '',
  tags: [],
  creator: '',
  characterVersion: '',
  book: null,
});

/** A V3 card of one character; `rest` are fields that it carries along, `at` when it was made, in seconds since 1970. */
const cardOf = (character: CharacterText & Partial<Character>, rest: JsonObject, at: number): Card => {
  const [first = '', ...others] = character.greetings;
  const data = {
    ...rest,
    name: character.name,
    ...(character.nickname.trim() !== '' && { nickname: character.nickname }),
    description: character.description,
    personality: character.personality,
    scenario: character.scenario,
    first_mes: first,
    mes_example: character.exampleDialogue,
    creator_notes: character.creatorNotes,
    system_prompt: character.systemPrompt,
    post_history_instructions: character.postHistoryInstructions,
    alternate_greetings: others,
    group_only_greetings: character.groupOnlyGreetings,
    tags: character.tags,
    creator: character.creator,
    character_version: character.characterVersion,
    ...(character.book && { character_book: character.book }),
    extensions: isObject(rest.extensions) ? rest.extensions : {},
    creation_date: at,
    modification_date: at,
  };
  return toCard({ spec: 'chara_card_v3', spec_version: '3.0', data }, 'json', []);
};

/** A new card of one character; `at` is now, in seconds since 1970. */
export const authoredCard = (character: CharacterText, at: number): Card => cardOf(character, {}, at);

/**
 * The card after its author changed the text of one of its characters; what the two texts say alike stays in the JSON
 * as it is, unknown keys too. The same card when nothing differs. `at` is now, in seconds since 1970.
 */
export function revisedCard(
  card: Card,
  index: number,
  text: { readonly before: CharacterText; readonly after: CharacterText },
  at: number,
): Card {
  const { before, after } = text;
  const changes = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof CharacterText]),
  );
  if (changes.length === 0) return card;
  const edited = editCard(card, index, Object.fromEntries(changes));
  const { raw } = edited;
  if (card.spec !== 'v3' || !isObject(raw.data)) return edited;
  return toCard({ ...raw, data: { ...raw.data, modification_date: at } }, card.kind, []);
}

/** The fields of each character of a card, as they came. */
function fieldsOf({ raw, spec }: Card): JsonObject[] {
  if (spec === 'multi') {
    const elements = Array.isArray(raw.chars) ? raw.chars : [];
    return elements.map((element) => (isObject(element) ? element : { name: element }));
  }
  if (isObject(raw.data) && spec !== 'v1') return [raw.data];
  const { spec: _spec, spec_version: _version, data: _data, ...fields } = raw;
  return [fields];
}

const readElsewhere = new Set([
  ...[...v2Fields, ...Object.values(otherNames).flat()],
  ...['secret', 'nickname', 'group_only_greetings', 'character_book'],
]);

/** One character of a card as a card of its own, with what the card says of it beside the usual fields. */
export function ownCard(card: Card, index: number, at: number): Card {
  const character = card.characters[index] ?? blankCharacter('');
  const fields = fieldsOf(card).find(({ name }) => tidyName(String(name ?? '')) === character.name) ?? {};
  const rest = Object.entries(fields).filter(([key]) => key === 'extensions' || !readElsewhere.has(key));
  return cardOf(character, Object.fromEntries(rest), at);
}

/** Everything that a new card of several characters is made of. */
export interface Grouping {
  readonly title: string;
  /** Who the human plays; empty = somebody else. */
  readonly role: string;
}

/**
 * A cast as one card of several characters, in their order; the first card opens the chat. Throws SottoError
 * `empty_title`, `duplicate_name`, `unknown_name`.
 */
export function groupedCard(cards: readonly Card[], { title, role }: Grouping): Card {
  if (title.trim() === '')
    throw new SottoError('usage', 'empty_title', 'the title is empty; give the card one');
  const names = cards.flatMap(({ characters }) => characters.map(({ name }) => name));
  const folded = names.map(foldName);
  const twice = names.find((name, index) => folded.indexOf(foldName(name)) < index);
  if (twice !== undefined) {
    const message = `two characters are called "${twice}"; rename one of them first`;
    throw new SottoError('usage', 'duplicate_name', message);
  }
  if (role !== '' && !folded.includes(foldName(role))) {
    const message = `the card has no character "${role}"; the human can play ${listed(names, 'and')}`;
    throw new SottoError('not_found', 'unknown_name', message);
  }
  const [host] = cards;
  const [first] = host?.characters ?? [];
  const greeting = first?.greetings[0];
  const rules = cards.map((card) => card.rules).filter((text) => text.trim() !== '');
  const raw = {
    title: title.trim(),
    sys_prompt: rules.length > 0 ? rules.join('\n\n') : `This is a chat between ${listed(names, 'and')}.`,
    role: names[folded.indexOf(foldName(role))] ?? '',
    chars: cards.flatMap(fieldsOf),
    first_msg: host?.opening || (greeting === undefined ? '' : `${first?.name}: ${greeting}`),
  };
  return toCard(raw, 'json', []);
}
