import { SottoError } from '../../domain/errors.ts';
import type { NewEvent } from '../../domain/events/events.ts';
import type { Position } from '../../domain/lineage.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import { lastLine, messageAt } from '../open/address.ts';
import { requireIdle } from '../open/idle.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { edit } from './changes.ts';
import { goTo, tellReturning } from './going.ts';
import { type AsRead, readingsOf, revisionsOf } from './own-versions.ts';
import { endOfVersion, isSamePlace, swipesOf, type Version, versionsOf } from './versions.ts';

/** What a message says or said: a text of the line that it is, older ones before edits among them, or another line in its place. */
export interface MessageVersion {
  readonly kind: 'text' | 'line';
  /** Whether it is how the message reads now. */
  readonly current: boolean;
  readonly text: string;
}

type Found = MessageVersion & { readonly version: Version; readonly own?: AsRead };

/** How often a message has been written, in its own line and in others, as far as its speaker knows. */
export const writtenTimes = (chat: OpenChat, message: Message, speaker: CharacterId): number =>
  versionsOf(chat, message, speaker).length +
  revisionsOf(chat, message, chat.parts.store.placeOf(message.id)).length;

/** How the viewer could read this line while it was so, oldest first, each text once in a row. */
function readingsHere(chat: OpenChat, message: Message, from: Position): AsRead[] {
  const read = readingsOf(chat, message, [from, ...revisionsOf(chat, message, from)]);
  const all = [...read, message].filter((one) => one !== undefined);
  return all.filter(({ text }, at) => text !== all[at + 1]?.text);
}

const openingText = ({ kind, payload }: NewEvent): string => (kind === 'opening_given' ? payload.text : '');

function lineText(chat: OpenChat, version: Version): string {
  if ('opening' in version) return openingText(version.opening);
  return lastLine(chat.view(chat.viewer, endOfVersion(chat, version.at, chat.viewer)))?.text ?? '';
}

function foundOf(chat: OpenChat, message: Message): Found[] {
  const here = chat.parts.store.placeOf(message.id);
  return swipesOf(chat, message).flatMap((version): Found[] => {
    const isHere = 'at' in version && isSamePlace(version.at, here);
    if (!isHere) return [{ kind: 'line', current: false, text: lineText(chat, version), version }];
    const all = readingsHere(chat, message, here);
    const newest = all.length - 1;
    return all.map((own, at) => ({ kind: 'text', current: at === newest, text: own.text, version, own }));
  });
}

/** The tip of the branch on which it stands, or its own end where it was deleted later. */
function endOfLine(chat: OpenChat, at: Position): Position {
  const end = endOfVersion(chat, at, chat.viewer);
  const id = lastLine(chat.view(chat.viewer, end))?.id ?? '';
  const tip = chat.perspective.tree.endWith(at);
  return chat.view(chat.viewer, tip).find(id) ? tip : end;
}

/** Lets a message read as it did, to those who could read it then. */
export const writeAgain = (chat: OpenChat, message: Message, { text, knownTo, edited }: AsRead): void =>
  edit(chat, { ...message, knownTo }, text, edited !== true);

/**
 * Goes to one of them, from 1: an older text is written again, as an edit; another line is gone to with all that came after
 * it there. Throws SottoError `no_such_version`, `busy`.
 */
export function pickVersion(chat: OpenChat, address: string, which: number): void {
  requireIdle(chat);
  const message = messageAt(chat, address);
  const all = foundOf(chat, message);
  const wanted = all[which - 1];
  if (!wanted) {
    const count = all.length === 1 ? 'is one version' : `are ${all.length} versions`;
    throw new SottoError(
      'usage',
      'no_such_version',
      `there ${count} of this message; \`edit\` makes another`,
    );
  }
  const { version, own, current } = wanted;
  if (current) return;
  if (own) writeAgain(chat, message, own);
  else if ('opening' in version)
    chat.publish(chat.write('sotto', () => [version.opening], { place: version.place }));
  else {
    const { at } = version;
    const place = endOfLine(chat, at);
    tellReturning(chat, place);
    goTo(chat, 'swipe', place);
  }
}

/** All of a message, as the viewer may know them: lines in the order of `swipe`, texts of its own line oldest first. */
export const messageVersions = (chat: OpenChat, address: string): MessageVersion[] =>
  foundOf(chat, messageAt(chat, address)).map(({ kind, current, text }) => ({ kind, current, text }));
