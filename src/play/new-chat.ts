import type { Card, Character } from '../cards/character.ts';
import { macroName } from '../cards/substitute.ts';
import { untaggedIn } from '../cards/untagged.ts';
import { SottoError } from '../domain/errors.ts';
import type { NewEvent } from '../domain/events/events.ts';
import { oneLine } from '../domain/one-line.ts';
import { directorName, isListed, tooLongName } from '../domain/world/names.ts';
import { foldName } from '../domain/world/world.ts';
import type { Store } from '../store/store.ts';
import { greetingsOf, openingEvent } from './open/greetings.ts';
import { findPersona } from './tree/changes.ts';
import type { StateLine } from './world/lines/state-lines.ts';
import { establishedBy } from './world/seeds/establishing.ts';

/** A card with its id in the library. */
export interface LibraryCard {
  readonly id: string;
  readonly card: Card;
}

/** What a new chat is made of. */
export interface NewChat {
  readonly cards: readonly LibraryCard[];
  readonly title?: string | undefined;
  /** Who the human plays; a name that is not in the cast joins it. */
  readonly as?: string | undefined;
  readonly persona?: string | undefined;
  /** Which greeting of the host opens the chat, group-only ones behind the others; 0 is the first. */
  readonly greeting?: number | undefined;
  readonly knowsPast?: boolean | undefined;
  /** Whether its characters begin without a past. */
  readonly fresh?: boolean | undefined;
  /** Who perceives an untagged answer to a whisper; absent = as a card says that comes with sotto, else the settings. */
  readonly untagged?: 'inherit' | 'public' | undefined;
  /** What is so when the play begins. */
  readonly state?: readonly StateLine[] | undefined;
}

/** What a new chat is handed from outside. */
export interface NewChatParts {
  readonly store: Store;
  readonly now: () => string;
  /** Whom the human plays where nobody says otherwise, before the card does; empty or absent = as the card says. */
  readonly role?: string;
  readonly userName: string;
  readonly castMax: number;
  /** Whether a card comes with sotto, so that what it says of the play counts without a question; absent = none does. */
  readonly isBundled?: (card: string) => boolean;
  /** An opaque id made from what it stands for. */
  readonly idFor: (about: string) => string;
}

interface CastPlan {
  readonly name: string;
  readonly card: { id: string; index: number } | null;
  readonly character: Character | null;
}

/** Who answers in a chat without a card. */
const blank: CastPlan = { name: 'Assistant', card: null, character: null };

const usage = (code: string, message: string): SottoError => new SottoError('usage', code, message);

function planCast(parts: NewChatParts, wanted: NewChat, human: string): CastPlan[] {
  const cast: CastPlan[] = wanted.cards.flatMap(({ id, card }) =>
    card.characters.map((character, index) => ({
      name: oneLine(character.name),
      card: { id, index },
      character,
    })),
  );
  const isKnown = cast.some(({ name }) => foldName(name) === foldName(human));
  if (!isKnown) cast.push({ name: human, card: null, character: null });
  if (wanted.cards.length === 0) cast.unshift(blank);
  const folded = cast.map(({ name }) => foldName(name));
  const [tooLong] = cast.flatMap(({ name }) => tooLongName(name) ?? []);
  if (tooLong !== undefined) throw usage('bad_name', `a name of this cast ${tooLong}`);
  const twice = cast.find(({ name }, index) => folded.indexOf(foldName(name)) < index);
  if (twice)
    throw usage('duplicate_name', `two characters are called "${twice.name}"; rename one of them first`);
  const mixed = cast.find(({ name }) => cast.some((other) => isListed(other.name, name)));
  if (mixed) {
    const why = `"${mixed.name}" would read as several names separated by a comma`;
    throw usage('ambiguous_name', `${why}; rename that character first`);
  }
  if (cast.some(({ name }) => name === directorName)) {
    const message = `nobody can be called ${directorName}: it means everyone together; choose another name`;
    throw usage('bad_name', message);
  }
  const nameless = cast.some(({ name }) => name === '');
  if (nameless) throw usage('nameless_character', 'a character of this card has no name; give it one first');
  if (cast.length > parts.castMax) {
    const message = `the cast would have ${cast.length} members, and may have ${parts.castMax}; raise cast.max`;
    throw usage('cast_too_large', message);
  }
  return cast;
}

const noSuchGreeting = (count: number): SottoError => {
  const message = `this card has ${count} greetings, counted from 0; choose one of them`;
  return usage('no_such_greeting', message);
};

/** The one opening line of a card of several characters. */
function sharedOpening(host: Card, cast: readonly CastPlan[], { greeting = 0 }: NewChat) {
  if (greeting !== 0) throw noSuchGreeting(1);
  const named = cast.find(({ name }) => foldName(host.opening).startsWith(`${foldName(name)}:`));
  const said = named ? host.opening.trim().slice(named.name.length + 1) : host.opening;
  return { name: named?.name ?? (host.role || (cast[0]?.name ?? '')), raw: named ? said.trim() : said };
}

const greetingsIn = (first: Character, cast: readonly CastPlan[]): string[] =>
  greetingsOf(first, cast.filter(({ card }) => card !== null).length > 1);

/** The opening line and its speaker: a shared one may begin with its speaker's name, else the role says it. */
function planOpening(
  cast: readonly CastPlan[],
  wanted: NewChat,
  human: string,
): { name: string; raw: string } | null {
  const host = wanted.cards[0]?.card;
  const hostName = cast[0]?.name ?? human;
  if (host?.spec === 'multi') return sharedOpening(host, cast, wanted);
  const [first] = host?.characters ?? [];
  const greetings = first ? greetingsIn(first, cast) : [];
  const raw = greetings[wanted.greeting ?? 0];
  if (wanted.greeting !== undefined && raw === undefined) throw noSuchGreeting(greetings.length);
  return raw === undefined ? null : { name: hostName, raw };
}

/** The wanted title, numbered while another chat, deleted ones too, is called so. */
export function freeTitle(store: Store, wanted: string): string {
  const taken = new Set(
    [...store.chats.list(), ...store.chats.list({ deleted: true })].map(({ title }) => title),
  );
  let title = wanted;
  for (let n = 2; taken.has(title); n += 1) title = `${wanted} ${n}`;
  return title;
}

function titleOf(parts: NewChatParts, wanted: NewChat, cast: readonly CastPlan[]): string {
  const title = wanted.title?.trim();
  if (wanted.title !== undefined && !title)
    throw usage('empty_title', 'the title is empty; give the chat a name');
  if (title) return title;
  const names = cast.filter((one) => one.card !== null || one === blank).map(({ name }) => name);
  const raw = wanted.cards.length === 1 ? wanted.cards[0]?.card.raw.title : undefined;
  return freeTitle(parts.store, typeof raw === 'string' && raw.trim() ? raw.trim() : names.join(', '));
}

/** What a new chat begins with. Throws SottoError where something is wrong. */
function planChat(parts: NewChatParts, wanted: NewChat) {
  const persona =
    wanted.persona === undefined ? null : findPersona(parts.store.library.personas(), wanted.persona);
  const names = [wanted.as, parts.role, wanted.cards[0]?.card.role, persona?.name, parts.userName];
  const human = names.map((name) => oneLine(name ?? '')).find((name) => name !== '') ?? '';
  const cast = planCast(parts, wanted, human);
  const opening = planOpening(cast, wanted, human);
  return { persona, human, cast, opening, title: titleOf(parts, wanted, cast), at: parts.now() };
}

/** Starts a chat: one transaction, nothing stored when something is wrong. Returns its id. */
export function startChat(parts: NewChatParts, wanted: NewChat): string {
  const plan = planChat(parts, wanted);
  const about = `${plan.title}\n${plan.cast.map(({ name }) => name).join('\n')}`;
  const facts = (chat: string) => openingFacts({ ...plan, parts, wanted }, chat);
  return parts.store.chats.create(facts, { actor: 'sotto', at: plan.at, about }).id;
}

/** What cards that come with sotto say of untagged answers to a whisper; nobody else's card has a say. */
function untaggedOf({ isBundled }: NewChatParts, cards: NewChat['cards']): 'inherit' | 'public' | undefined {
  const said = cards.map(({ id, card }) => {
    const own = untaggedIn(card);
    return own !== undefined && isBundled?.(id) ? own : undefined;
  });
  return said.every((one) => one === said[0]) ? said[0] : undefined;
}

type Start = ReturnType<typeof planChat> & { readonly parts: NewChatParts; readonly wanted: NewChat };

const idOf = (parts: NewChatParts, chat: string, name: string): string =>
  parts.idFor(`character\n${chat}\n${foldName(name)}`);

function openingFacts(start: Start, chat: string): NewEvent[] {
  const { parts, wanted, cast, title, human, persona } = start;
  const knowsPast = wanted.knowsPast ?? false;
  const untagged = wanted.untagged ?? untaggedOf(parts, wanted.cards);
  const rules = wanted.cards
    .map(({ card }) => card.rules)
    .filter(Boolean)
    .join('\n\n');
  const facts: NewEvent[] = [
    { kind: 'chat_started', payload: { title, rules, ...(untagged && { untagged }) } },
    ...cast.map(
      ({ name, card }): NewEvent => ({
        kind: 'character_joined',
        payload: { character: idOf(parts, chat, name), name, card, knowsPast },
      }),
    ),
    { kind: 'played_as', payload: { character: idOf(parts, chat, human), persona } },
    ...(wanted.fresh ? [{ kind: 'past_set', payload: { character: null, scope: 'chat' } } as const] : []),
  ];
  const established = establishedBy(parts, wanted.state ?? [], { chat, facts });
  const opens = openingOf(start, chat);
  return [...facts, ...(opens === null ? [] : [opens.event]), ...established];
}

/** The opening line and who says it; null where nothing is said. */
function openingOf({ parts, wanted, cast, opening, human, persona, at }: Start, chat: string) {
  if (!opening || opening.raw.trim() === '') return null;
  const speaker = cast.find(({ name }) => foldName(name) === foldName(opening.name)) ?? cast[0];
  const char = speaker?.character ? macroName(speaker.character) : opening.name;
  const name = speaker?.name ?? human;
  const said = { speaker: idOf(parts, chat, name), raw: opening.raw, greeting: wanted.greeting ?? 0 };
  const event = openingEvent({ chat, at, ...said, char, user: persona?.name ?? human });
  return event.payload.text === '' ? null : { name, event };
}

/** A chat as it would begin. */
export interface ChatSketch {
  readonly title: string;
  readonly cast: readonly string[];
  /** Whom the human plays. */
  readonly human: string;
  /** Null where nothing is said. */
  readonly opening: { readonly name: string; readonly text: string } | null;
  /** How many greetings there are to choose from. */
  readonly greetings: number;
}

/** How a chat would begin; nothing is stored. Throws SottoError where `startChat` would. */
export function sketchChat(parts: NewChatParts, wanted: NewChat): ChatSketch {
  const plan = planChat(parts, wanted);
  const { title, cast, human } = plan;
  const opens = openingOf({ ...plan, parts, wanted }, '');
  const opening = opens && { name: opens.name, text: opens.event.payload.text };
  return {
    title,
    cast: cast.map(({ name }) => name),
    human,
    opening,
    greetings: greetingCount(wanted, cast),
  };
}

function greetingCount({ cards }: NewChat, cast: readonly CastPlan[]): number {
  const host = cards[0]?.card;
  if (host?.spec === 'multi') return 1;
  const [first] = host?.characters ?? [];
  return first ? greetingsIn(first, cast).length : 0;
}
