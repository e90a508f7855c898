import { inCharacter, type OocStyle } from '../../../domain/audience/ooc.ts';
import type { AnyKnown, Known, Moment } from '../../../domain/known/known.ts';
import type { Position } from '../../../domain/lineage.ts';
import type { CharacterId, Message, MessageId } from '../../../domain/message.ts';
import { significanceKey } from '../../../domain/rows/records.ts';
import type { AnyView } from '../../../domain/view.ts';
import { foldName, type Member, memberOf } from '../../../domain/world/world.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { memoryIdOf } from '../../story/memories/memory-id.ts';
import { namedIds } from '../lines/state-lines.ts';
import type { Passing } from './facts.ts';

const linesBefore = 8;
const mostOthers = 12;

/** A pass as it stands before anybody is asked. */
export interface Prepared<Who = unknown> extends Passing {
  readonly speaker: Member<Who>;
  /** The last lines through those that are asked about. */
  readonly script: readonly Message[];
  readonly moment: Moment;
  readonly known: Known<Who>;
  readonly place: Position;
}

const hasPassed = (view: AnyView, owner: CharacterId, { id }: Message): boolean =>
  view.record(significanceKey(owner, id)) !== undefined;

/** Whether a model reads anything of a message. */
export const isReadable = ({ hidden, text }: Message, ooc: OocStyle): boolean =>
  !hidden && inCharacter(text, ooc).trim() !== '';

/** The rows at the end of a view from the first to the last of some messages, with what stands between them that nobody said. */
function endOf(
  view: AnyView,
  wanted: ReadonlySet<MessageId>,
  isRead: (message: Message) => boolean,
): Message[] {
  const rows: Message[] = [];
  for (const row of view.last(2 * wanted.size + linesBefore).toReversed()) {
    if (!isRead(row)) continue;
    if (!wanted.has(row.id) && row.role === 'character') break;
    rows.unshift(row);
  }
  const first = rows.findIndex(({ id }) => wanted.has(id));
  return first < 0 ? [] : rows.slice(first);
}

/** The others who are there, each name once, as somebody knows them. */
export function othersFor({ cast, viewer }: AnyKnown): Member[] {
  const names = new Set<string>();
  const isFirst = ({ name }: Member) => !names.has(foldName(name)) && names.add(foldName(name));
  return cast
    .filter((member) => member.present && member.id !== viewer && isFirst(member))
    .slice(0, mostOthers);
}

/**
 * What a pass is made from: the view and the mind of its owner where the last of these messages stood, and nothing else. Null
 * where the owner has left the cast, perceives none of them or nothing is said in them.
 */
export function prepared<Who>(
  chat: OpenChat,
  { owner, abouts }: { readonly owner: CharacterId | null; readonly abouts: readonly string[] },
  at: Position,
  pinsMost: number,
): Prepared<Who> | null {
  const { store, settings } = chat.parts;
  const moment = chat.at(at);
  const speaker = memberOf(moment.stage, owner) as Member<Who> | undefined;
  if (!speaker) return null;
  const known: Known<Who> = moment.known<CharacterId<Who>>(speaker.id);
  const { view } = known;
  const isRead = (message: Message) => isReadable(message, settings.ooc);
  const ids = new Set(abouts.flatMap((about) => store.log.messageOf(chat.id, about) ?? []));
  const wanted = [...ids].flatMap((id) => view.find(id) ?? []).filter(isRead);
  const again = new Set(wanted.filter((one) => hasPassed(view, speaker.id, one)).map(({ id }) => id));
  const fresh = new Set(wanted.map(({ id }) => id).filter((id) => !again.has(id)));
  const news = endOf(view, fresh, isRead);
  const reread = wanted.filter((one) => !news.some(({ id }) => id === one.id));
  const [first = reread[0]] = news;
  if (!first) return null;
  return {
    ...{ speaker, moment, known, place: at, pinsMost, news, reread, again, owner: speaker.id },
    scored: new Set(wanted.map(({ id }) => id)),
    memory: (about) => memoryIdOf(chat, speaker.id, about),
    thread: namedIds(chat.parts.idFor, chat.id).thread,
    others: othersFor(known),
    script: [...view.last(linesBefore, first.id), ...(news.length > 0 ? news : [first])],
    mind: known.mind,
  };
}
