import type { CharacterId, Message, MessageId } from './message.ts';
import type { KnownRecord } from './record.ts';
import type { PhraseQuery, Way } from './search.ts';

declare const sealed: unique symbol;

/** Who looks at a chat: one of its characters, or everyone together, who are nobody. */
export type Viewer = CharacterId | 'everyone';

/** Whoever this terminal looks through the eyes of: a character or everyone, so never to be taken for a speaker. */
export interface AtTheTerminal {
  readonly terminal: true;
}

type IsEveryone<V> = V extends 'everyone' ? 'yes' : 'no';

/** Whose view somebody gets: a character its own, `everyone` that of all, and who may be either the one at the terminal. */
export type OwnerOf<V extends Viewer> = [IsEveryone<V>] extends ['yes']
  ? 'everyone'
  : [IsEveryone<V>] extends ['no']
    ? V extends CharacterId<infer Who>
      ? Who
      : never
    : AtTheTerminal;

/** Several of the cast, of whom only what all of them perceived is read; nobody, so never to be taken for a speaker. */
export interface Together {
  readonly together: true;
}

/** Whose what several know together is: no character's. */
export const nobody: CharacterId = '';

/** Somebody who came in or left, as it is seen by whoever is there. */
export interface Coming {
  readonly type: 'coming';
  /** The message of the view behind which it happened. */
  readonly after: MessageId;
  readonly character: CharacterId;
  /** Whether they came; else they left. */
  readonly isIn: boolean;
}

/** The end of a scene, as whoever was there saw it. */
export interface SceneEnd {
  readonly type: 'scene_end';
  /** The message of the view behind which it happened. */
  readonly after: MessageId;
  /** The viewer's own number of the scene. */
  readonly scene: number;
}

/** What happens between two messages. */
export type Between = Coming | SceneEnd;

/** Reads messages newest first under one head; what it returns is already filtered for its viewer. */
export interface ViewSource {
  readonly viewer: Viewer;
  /** At most `limit` messages, oldest first, that end just before `before` (default: at the head). */
  last(limit: number, before?: MessageId): Message[];
  /** At most `limit` messages from the beginning, oldest first. */
  first(limit: number): Message[];
  /** At most `limit` messages, oldest first, from `from` on, itself included. */
  from(from: MessageId, limit: number): Message[];
  /** The message when the viewer perceived it, else undefined. */
  find(id: MessageId): Message | undefined;
  /**
   * The messages that may say what is sought, too many of them: upwards from the newest or from before `edge`, newest
   * first; downwards from the first or from behind `edge`, oldest first.
   */
  thatMaySay(sought: PhraseQuery, edge?: MessageId, way?: Way): Iterable<Message>;
  /**
   * Who came and went and which scenes ended behind each of these messages, which are neighbours in the view, oldest first;
   * behind the last one only where it is to go on to the head.
   */
  between(among: readonly MessageId[], isToHead: boolean): Between[];
  /** How many messages the viewer perceives under this head. */
  count(): number;
  /** How many of them are lines, and no calls of tools. */
  countLines(): number;
  /** What the viewer knows under this key: the latest record of it that it perceives under this head. */
  record(key: string): KnownRecord | undefined;
  /** All that the viewer knows under keys that begin so, in the order of the keys. */
  records(prefix: string): KnownRecord[];
}

/** A view whose owner is unknown: what only reads it takes one, and nobody's prompt is made of it. */
export interface AnyView extends ViewSource {
  readonly [sealed]: unknown;
}

/**
 * The chat as one character has perceived it. The only road from the store to a prompt, a screen,
 * a transcript or an export. Made by `sealView` alone, which only the store may call. `Who` is whose it is: what acts
 * for a character takes the `View<Who>` of the very `CharacterId<Who>`, so that another's view, the one at the terminal
 * or that of everyone does not compile.
 */
export interface View<in out Who> extends AnyView {
  readonly [sealed]: (who: Who) => Who;
}

/** Turns a filtered source into a View. Only `store` may import this (architecture test). */
export const sealView = <Who>(source: ViewSource): View<Who> => source as View<Who>;

const pageSize = 500;

/** Every message of a view, oldest first, read a page at a time. */
export function* messagesOf(view: AnyView): Iterable<Message> {
  let [next] = view.first(1);
  while (next) {
    const page: Message[] = view.from(next.id, pageSize + 1);
    yield* page.slice(0, pageSize);
    next = page[pageSize];
  }
}

const fewest = 32;
const pageFor = (limit: number): number => Math.min(pageSize, Math.max(fewest, 2 * limit));

/** Of a view of everyone what all of these perceived. */
export function commonView(view: View<'everyone'>, all: readonly CharacterId[]): View<Together> {
  const isCommon = ({ perceived }: Message) => all.every((id) => perceived.includes(id));
  const upwards = (limit: number, before?: MessageId): Message[] => {
    const size = pageFor(limit);
    let found: Message[] = [];
    for (let page = view.last(size, before); page.length > 0; page = view.last(size, page[0]?.id)) {
      found = [...page.filter(isCommon), ...found];
      if (found.length >= limit || page.length < size) break;
    }
    return found.slice(Math.max(0, found.length - limit));
  };
  const downwards = (limit: number, first: (size: number) => Message[]): Message[] => {
    const size = pageFor(limit);
    const found: Message[] = [];
    for (let page = first(size), edge = page.at(-1); edge; edge = page.at(-1)) {
      found.push(...page.filter(isCommon));
      if (found.length >= limit) break;
      page = view.from(edge.id, size + 1).slice(1);
    }
    return found.slice(0, limit);
  };
  return sealView<Together>({
    ...{ viewer: nobody, between: () => [], record: () => undefined, records: () => [] },
    last: upwards,
    first: (limit) => downwards(limit, (size) => view.first(size)),
    from: (from, limit) => downwards(limit, (size) => view.from(from, size)),
    find(id) {
      const message = view.find(id);
      return message && isCommon(message) ? message : undefined;
    },
    *thatMaySay(sought, edge, way) {
      for (const message of view.thatMaySay(sought, edge, way)) if (isCommon(message)) yield message;
    },
    count: () => [...messagesOf(view)].filter(isCommon).length,
    countLines: () => [...messagesOf(view)].filter((one) => isCommon(one) && one.role !== 'tool').length,
  });
}
