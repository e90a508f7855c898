import { basename, extname } from 'node:path';
import { fieldsOf } from '../../domain/json/fields.ts';
import type { AnyKnown } from '../../domain/known/known.ts';
import { directorName } from '../../domain/world/names.ts';
import type { ExportedChat, ExportedMessage } from '../../interop/chat-file.ts';
import { fileNameFor } from '../../interop/file-name.ts';
import { groupDirector, groupFields } from '../../interop/sillytavern/sillytavern-group.ts';
import {
  isHeaderMissed,
  rewrittenJsonl,
  writeSillyTavernJsonl,
} from '../../interop/sillytavern/sillytavern-writing.ts';
import { playedKnownTo } from '../../play/chat/human.ts';
import type { ChatState } from '../../store/chats/state.ts';
import { exportedChat, exportedMessages } from '../chats/export-chat.ts';
import type { App } from '../run/app.ts';
import { knownInRoles } from '../run/in-roles.ts';
import type { Delivery, Outgoing } from './delivery.ts';

/** What things are called in the folder. */
interface FilesThere {
  /** File names of cards, by the ids that the library knows them by. */
  readonly avatars: ReadonlyMap<string, string>;
  /** File names of lorebooks without extensions, by their names in the library. */
  readonly books: ReadonlyMap<string, string>;
}

/** A chat on its way out, and the files of its characters' cards. */
export class LeavingChat {
  readonly #app: App;
  readonly #state: ChatState;
  readonly #known: AnyKnown;
  /** By the names of its cast, those whose card is theirs alone. */
  readonly avatars: ReadonlyMap<string, string>;
  readonly #books: FilesThere['books'];

  constructor(app: App, id: string, { avatars, books }: FilesThere) {
    this.#app = app;
    this.#books = books;
    this.#state = app.store.chats.read(id);
    this.#known = knownInRoles(app, id, directorName);
    this.avatars = new Map(
      this.#known.cast.flatMap(({ name, card }) => {
        const avatar = card && avatars.get(card.id);
        return avatar ? [[name, avatar]] : [];
      }),
    );
  }

  get title(): string {
    return this.#state.facts.title;
  }

  get #human(): string | undefined {
    return playedKnownTo(this.#app.store, this.#state, this.#known.viewer)?.member.name;
  }

  /** The one lorebook that a chat names there: that which it named, as long as it is in use here; else another that is, beside the persona's. */
  #worldInfo = (was: unknown): unknown => {
    const persona = this.#app.store.library.preset('persona', this.#human ?? '')?.foreign.lorebook;
    const inUse = this.#state.facts.books.flatMap((name) => this.#books.get(name) ?? []);
    const isKnown = [...this.#books.values()].some((file) => file === was);
    if (isKnown ? inUse.some((file) => file === was) : was) return was;
    return inUse.find((file) => file !== persona) ?? (isKnown ? undefined : was);
  };

  /** Those in it who are not the human. */
  get others(): string[] {
    const human = this.#human;
    return this.#known.cast.map(({ name }) => name).filter((name) => name !== human);
  }

  #parts(): [ExportedChat, Iterable<ExportedMessage>] {
    const chat = exportedChat(this.#app, this.#state, this.#known, 'sillytavern');
    const isGroup = this.others.length > 1;
    return [
      { ...chat, worldInfo: this.#worldInfo, ...(isGroup && { avatars: this.avatars }) },
      exportedMessages(this.#app, this.#state, this.#known, 'sillytavern'),
    ];
  }

  /** Its file as it is now, made of the one that it came from. */
  rewritten(text: string): string {
    return rewrittenJsonl(text, ...this.#parts());
  }

  /** Whether its note, scenario or lorebook changed and the file that it came from has no header for that. */
  isHeaderMissed(text: string): boolean {
    return isHeaderMissed(text, this.#parts()[0]);
  }

  /** Its file, written anew. */
  bytes(): Uint8Array {
    return Buffer.from([...writeSillyTavernJsonl(...this.#parts())].join(''));
  }

  /** Who answers in it, as the file of a group says that; `members` are its cards, of which `were` did not answer. */
  director(members: readonly string[], were: readonly string[]): object {
    const { strategy, selfReply, muted } = this.#state.facts.director;
    const here = new Set(this.avatars.values());
    const ofMuted = this.#known.cast.filter(({ id }) => muted.includes(id)).map(({ name }) => name);
    const silent = new Set(ofMuted.map((name) => this.avatars.get(name)));
    const still = were.filter((avatar) => !here.has(avatar) || silent.has(avatar));
    const since = members.filter((avatar) => silent.has(avatar) && !were.includes(avatar));
    return groupFields({ strategy, selfReply, disabled: [...still, ...since] });
  }
}

/** What the file of a group says of who answers, as it came and as it is now. */
export function groupChange(value: unknown, chat: LeavingChat): readonly [before: object, after: object] {
  const foreign = fieldsOf(value);
  const said = groupDirector({ foreign });
  const members = Array.isArray(foreign.members) ? foreign.members.map(String) : [];
  return [groupFields(said), chat.director(members, said.disabled)];
}

/** The folder of a chat with one card, which is named after the file of the card. */
export function folderOf({ others, avatars }: Pick<LeavingChat, 'others' | 'avatars'>): string {
  const avatar = avatars.get(others[0] ?? '');
  return `chats/${avatar ? basename(avatar, extname(avatar)) : fileNameFor(others[0] ?? 'chat')}`;
}

/** The files of a chat that was made here: one of a card's, or a group's and the group itself. */
export function filesOfChat(name: string, chat: LeavingChat, delivery: Delivery): Outgoing[] {
  const of = { kind: 'chat', name };
  const { others, avatars, title } = chat;
  const bytes = () => chat.bytes();
  const called = fileNameFor(title);
  const members = [...new Set(others.flatMap((one) => avatars.get(one) ?? []))];
  if (members.length < 2) {
    return [{ kind: 'chat', path: delivery.free(folderOf(chat), called, '.jsonl', bytes), bytes, of }];
  }
  const path = delivery.free('group chats', called, '.jsonl', bytes);
  const id = basename(path, '.jsonl');
  const group = { id, name: id, members, ...chat.director(members, []), chat_id: id, chats: [id] };
  const said = () => Buffer.from(`${JSON.stringify(group, null, 4)}\n`);
  return [
    { kind: 'chat', path, bytes, of },
    {
      kind: 'group',
      path: delivery.free('groups', id, '.json', said),
      bytes: said,
      of: { kind: 'group', name: id },
    },
  ];
}
