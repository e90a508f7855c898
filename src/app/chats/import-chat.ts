import { canonicalAudience, resolveNames } from '../../domain/audience/audience.ts';
import type { NewEvent, Payload, Strategy } from '../../domain/events/events.ts';
import type { Position } from '../../domain/lineage.ts';
import type { MessageId } from '../../domain/message.ts';
import { foldName, memberNamed, type Stage, stageOf, type Whole } from '../../domain/world/world.ts';
import type { ChatFile, FileMessage } from '../../interop/chat-file.ts';
import { chatNotes } from '../../interop/sillytavern/sillytavern-note.ts';
import { freeTitle } from '../../play/new-chat.ts';
import type { Store } from '../../store/store.ts';
import { Freeing } from '../files/freeing.ts';
import type { App } from '../run/app.ts';
import type { Progress } from '../run/person.ts';
import { cardsOfCast, type KnownPeople } from './cast-cards.ts';
import { requireFewer } from './read-chat-file.ts';

/** What an import needs of the program, and what is known of the file besides. */
export interface ImportParts extends Pick<App, 'store' | 'now' | 'settings' | 'newChatParts'> {
  /** Absent = those of the library whose names they are. */
  readonly people?: KnownPeople;
  /** Kept with the chat: tells what file it came from, and what that file belongs to. */
  readonly source?: Readonly<Record<string, unknown>>;
  /** Names of the lorebooks that are in use in the chat. */
  readonly books?: readonly string[];
  /** How lorebooks are scanned there, where the file's program says so. */
  readonly lore?: Payload<'lore_set'>;
  /** How it is decided who answers, where the file's program said so; `muted` by names. */
  readonly director?: {
    readonly strategy: Strategy;
    readonly selfReply: boolean;
    readonly muted: readonly string[];
  };
}

/** Bytes of a short message, as it stands in a file. */
const ofMessage = 512;

/** So that a file whose messages all claim one turn can be stopped on its way too. */
const mostInTurn = 100;

function openingFacts(app: ImportParts, file: ChatFile, title: string, chat: string): NewEvent[] {
  const cast = file.cast.length > 0 ? file.cast : [app.settings.userName];
  const { idFor } = app.newChatParts;
  const idOf = (name: string) => idFor(`character\n${chat}\n${foldName(name)}`);
  const { people, source, books = [], director, lore = {} } = app;
  const cardOf = people ? people.card : cardsOfCast(app.store, file);
  const foreign = { [file.format]: file.foreign, ...(source && { source }) };
  const playing = file.playing ?? cast[0] ?? '';
  const others = cast.filter((name) => name !== playing);
  return [
    { kind: 'chat_started', payload: { title, rules: '', foreign } },
    ...cast.map(
      (name): NewEvent => ({
        kind: 'character_joined',
        payload: { character: idOf(name), name, card: cardOf(name), knowsPast: false },
      }),
    ),
    {
      kind: 'played_as',
      payload: { character: idOf(playing), persona: people?.persona(playing) ?? null },
    },
    ...books.map((book): NewEvent => ({ kind: 'book_added', payload: { book } })),
    ...(Object.keys(lore).length > 0 ? [{ kind: 'lore_set', payload: lore } satisfies NewEvent] : []),
    ...(director ? directorFacts(director, cast, idOf) : []),
    ...(file.format === 'sillytavern' ? toldFacts(file, (others.length > 0 ? others : cast).map(idOf)) : []),
  ];
}

/** What the file's program told its characters beside the messages. */
function toldFacts({ foreign }: ChatFile, characters: readonly string[]): NewEvent[] {
  const { note, scenario } = chatNotes(foreign);
  const scenarios = scenario === '' ? [] : characters;
  return [
    ...(note ? [{ kind: 'author_note_set', payload: { ...note, knownTo: [] } } satisfies NewEvent] : []),
    ...scenarios.map(
      (character): NewEvent => ({
        kind: 'scenario_set',
        payload: { character, text: scenario, instead: true },
      }),
    ),
  ];
}

/** What is not as usual of who answers. */
function directorFacts(
  { strategy, selfReply, muted }: NonNullable<ImportParts['director']>,
  cast: readonly string[],
  idOf: (name: string) => string,
): NewEvent[] {
  const known = new Set(cast.map(foldName));
  const silent = muted.filter((name) => known.has(foldName(name))).map(idOf);
  if (strategy === 'natural' && !selfReply && silent.length === 0) return [];
  return [{ kind: 'director_set', payload: { strategy, selfReply, muted: silent } }];
}

/** A chat while it is stored: the line of play that the file says was chosen, and where it has come to. */
interface Line {
  readonly chat: string;
  readonly file: ChatFile;
  readonly how: { readonly actor: 'import'; readonly at: string };
  head: Position;
  /** The world there; null where it must be read. */
  world: Whole | null;
  /** Where each of its messages left off, as parts beside follow them. */
  readonly places: Position[];
}

/** Stores the messages of a turn, and beside a message its alternatives. Returns the ids of those that are pinned. */
function storeTurn({ chats }: Store, line: Line, turn: readonly FileMessage[]): MessageId[] {
  const { chat, file, how, head, world: before } = line;
  const eventsOf = (messages: readonly FileMessage[]) => {
    const where = { ...how, place: head, ...(before && { worldThere: before }) };
    return chats.append(chat, where, ({ world }) =>
      messages.map((message) => importedFact(stageOf(world), file, message)),
    );
  };
  const { events, head: after, world } = eventsOf(turn);
  for (const message of turn.length === 1 ? turn : []) {
    for (const other of message.alternatives ?? []) {
      const { reasoning: _, ...said } = message;
      eventsOf([{ ...said, ...other }]);
    }
  }
  line.head = after;
  line.world = world;
  if (file.besides) for (const _ of turn) line.places.push(after);
  return events.flatMap((event, index) => (turn[index]?.pinned ? event.id : []));
}

function importedFact(stage: Stage, file: ChatFile, message: FileMessage): NewEvent {
  const { text, role, at, foreign, truncated, hidden, reasoning } = message;
  const knownTo = canonicalAudience(stage, resolveNames(stage.cast, message.knownTo).ids);
  const payload = {
    speaker: memberNamed(stage, message.speaker)?.id ?? null,
    role,
    raw: text,
    text,
    knownTo,
    ...(truncated && { truncated }),
    ...(hidden && { hidden }),
    ...(reasoning !== undefined && { reasoning }),
    foreign: { [file.format]: foreign },
  };
  return { kind: 'message_imported', at, payload };
}

/** Those who heard one message of a turn heard all: its name is that of its first, which nobody else is to learn of. */
const isSameTurn = (first: FileMessage | undefined, { turn, knownTo }: FileMessage): boolean =>
  turn !== null && turn === first?.turn && knownTo.join() === first.knownTo.join();

/** Messages in turns: one each, but for those that the file says belong together. */
async function* turnsOf(messages: ChatFile['messages']): AsyncGenerator<readonly FileMessage[]> {
  let turn: FileMessage[] = [];
  let count = 0;
  for await (const message of messages) {
    requireFewer(++count);
    const goesOn = isSameTurn(turn[0], message) && turn.length < mostInTurn;
    if (turn.length > 0 && !goesOn) {
      yield turn;
      turn = [];
    }
    turn.push(message);
  }
  if (turn.length > 0) yield turn;
}

/** Stores what stands beside the line of play, each part behind what it follows. */
async function storeBesides(store: Store, line: Line, start: Position, progress: Progress): Promise<void> {
  for (const { after, messages } of line.file.besides ?? []) {
    line.head = line.places[after] ?? start;
    line.world = null;
    for (const message of messages) {
      storeTurn(store, line, [message]);
      await progress.step(`storing ${line.file.title}`);
    }
  }
}

/** A chat that was stored. */
export interface StoredChat {
  readonly id: string;
  readonly title: string;
}

/**
 * Stores a chat with everything in its file, a turn for each message. Call it inside one transaction of the
 * store: it is written in steps.
 */
export async function storeChat(
  app: ImportParts,
  file: ChatFile,
  wanted: string | undefined,
  progress: Progress,
): Promise<StoredChat> {
  const { chats } = app.store;
  const title = wanted ?? freeTitle(app.store, file.title);
  const opening = { actor: 'import', at: file.createdAt, about: title } as const;
  const { id, facts, head } = chats.create((chat) => openingFacts(app, file, title, chat), opening);
  const how = { actor: 'import', at: app.now() } as const;
  const line: Line = { chat: id, file, how, head, world: null, places: [] };
  const pinned: MessageId[] = [];
  const freeing = new Freeing();
  for await (const turn of turnsOf(file.messages)) {
    pinned.push(...storeTurn(app.store, line, turn));
    freeing.read(turn.length * ofMessage);
    await progress.step(`storing ${title}`);
  }
  const chosen = line.head;
  await storeBesides(app.store, line, head, progress);
  const owner = facts.playing ?? '';
  const pins = pinned.map((message): NewEvent => ({ kind: 'message_pinned', payload: { message, owner } }));
  chats.moveHead(id, 'switch', how.at, () => chosen);
  chats.append(id, how, () => pins);
  return { id, title };
}
