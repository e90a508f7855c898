import type { Card, Character } from '../character.ts';
import { isObject, type JsonObject } from '../json.ts';
import { textOf } from '../read/lenient.ts';
import { toCard } from '../read/to-card.ts';
import { otherNames, tidyName } from '../read/to-character.ts';

const keys: { readonly [field in keyof Character]?: string } = {
  name: 'name',
  nickname: 'nickname',
  description: 'description',
  personality: 'personality',
  scenario: 'scenario',
  groupOnlyGreetings: 'group_only_greetings',
  exampleDialogue: 'mes_example',
  systemPrompt: 'system_prompt',
  postHistoryInstructions: 'post_history_instructions',
  creatorNotes: 'creator_notes',
  tags: 'tags',
  creator: 'creator',
  characterVersion: 'character_version',
};

/** The key under which a character's fields say this; another name of it where that is in use. */
const keyIn = (fields: JsonObject, key: string): string =>
  [key, ...(otherNames[key] ?? [])].find((name) => fields[name] != null) ?? key;

const withGreetings = (fields: JsonObject, [first = '', ...rest]: readonly string[]): JsonObject => ({
  ...fields,
  [keyIn(fields, 'first_mes')]: first,
  ...(rest.length > 0 || fields.alternate_greetings !== undefined ? { alternate_greetings: rest } : {}),
});

const withNote = (fields: JsonObject, note: string): JsonObject => {
  const notes = fields.creator_notes_multilingual;
  const isEnglish = isObject(notes) && typeof notes.en === 'string' && notes.en !== '';
  if (!isEnglish) return { ...fields, creator_notes: note };
  return { ...fields, creator_notes: note, creator_notes_multilingual: { ...notes, en: note } };
};

/** A description read from `description` and `secret` together: the secret stays one as long as it closes the text. */
const withDescription = (fields: JsonObject, description: string): JsonObject => {
  const key = keyIn(fields, 'description');
  const { secret, ...open } = fields;
  if (typeof secret !== 'string' || !secret.trim()) return { ...fields, [key]: description };
  const closing = `\n\n${secret}`;
  if (!description.endsWith(closing)) return { ...open, [key]: description };
  return { ...fields, [key]: description.slice(0, -closing.length) };
};

const withBook = (fields: JsonObject, book: Character['book']): JsonObject => {
  const { character_book: _book, ...rest } = fields;
  return book ? { ...fields, character_book: book } : rest;
};

const overlaid = (fields: JsonObject, changes: Partial<Character>): JsonObject => {
  let edited = fields;
  for (const [field, value] of Object.entries(changes)) {
    const key = keys[field as keyof Character];
    if (field === 'creatorNotes') edited = withNote(edited, String(value));
    else if (field === 'description') edited = withDescription(edited, String(value));
    else if (key !== undefined) edited = { ...edited, [keyIn(edited, key)]: value };
  }
  if (changes.greetings) edited = withGreetings(edited, changes.greetings);
  return changes.book === undefined ? edited : withBook(edited, changes.book);
};

const withChanges = (raw: JsonObject, card: Card, index: number, changes: Partial<Character>): JsonObject => {
  if (card.spec !== 'multi') {
    const isNested = isObject(raw.data) && card.spec !== 'v1';
    return isNested ? { ...raw, data: overlaid(raw.data as JsonObject, changes) } : overlaid(raw, changes);
  }
  const name = card.characters[index]?.name.toLowerCase();
  const chars = Array.isArray(raw.chars) ? raw.chars : [];
  const read = chars.map((element) => (isObject(element) ? element : { name: element }));
  const nameOf = (fields: JsonObject) => tidyName(textOf(fields.name, 'name', () => {})).toLowerCase();
  const at = read.findIndex((fields) => nameOf(fields) === name);
  return {
    ...raw,
    chars: chars.map((element, i) => (i === at ? overlaid(read[i] ?? {}, changes) : element)),
  };
};

/**
 * The card with changes of one of its characters laid over its JSON; all else in there stays, key by key. What is not
 * changed is not written. Throws SottoError `not_a_card` when nothing of a card is left.
 */
export const editCard = (card: Card, index: number, changes: Partial<Character>): Card => {
  const given = card.characters[index];
  const differing = Object.entries(changes).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(given?.[field as keyof Character]),
  );
  if (differing.length === 0) return card;
  return toCard(withChanges(card.raw, card, index, Object.fromEntries(differing)), card.kind, []);
};
