import { SottoError } from '../../domain/errors.ts';
import type { DomainEvent, NewEvent } from '../../domain/events/events.ts';
import type { Position } from '../../domain/lineage.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import { lastLine, messageAt } from '../open/address.ts';
import { requireIdle } from '../open/idle.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { edit } from './changes.ts';
import { goTo, tellReturning } from './going.ts';
import { endOfVersion, isSamePlace, swipesOf, type Version, versionsOf } from './versions.ts';

/** What a message says or said: a text of the line that it is, older ones before edits among them, or another line in its place. */
export interface MessageVersion {
  readonly kind: 'text' | 'line';
  /** Whether it is how the message reads now. */
  readonly current: boolean;
  readonly text: string;
}

type Found = MessageVersion & { readonly version: Version };

/** What has been written in the place of a message since its own place, oldest first. */
function editsOf(chat: OpenChat, { id }: Pick<Message, 'id'>, from: Position): readonly DomainEvent[] {
  const { tree, log } = chat.parts.store;
  const { segments } = tree.lineage(chat.id, chat.state.head);
  return segments
    .flatMap((segment) =>
      (['message_edited', 'reply_continued'] as const).flatMap((kind) => [
        ...log.read({ ...segment, after: Math.max(segment.after, from.seq), kind }),
      ]),
    )
    .filter(({ payload }) => 'message' in payload && payload.message === id)
    .sort((one, other) => one.seq - other.seq);
}

/** How often a message has been written, in its own line and in others, as far as its speaker knows. */
export const writtenTimes = (chat: OpenChat, message: Message, speaker: CharacterId): number =>
  versionsOf(chat, message, speaker).length +
  editsOf(chat, message, chat.parts.store.placeOf(message.id)).length;

/** The texts that the viewer could read in this line while it was so, oldest first, each once in a row. */
function textsOf(chat: OpenChat, message: Message, from: Position): string[] {
  const { id, text } = message;
  const edits = editsOf(chat, message, from);
  const read = [from, ...edits].map(
    ({ branch, seq }) => chat.view(chat.viewer, { branch, seq }).find(id)?.text,
  );
  const texts = [...read, text].filter((one) => one !== undefined);
  return texts.filter((one, at) => one !== texts[at + 1]);
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
    const texts = textsOf(chat, message, here);
    return texts.map((text, at) => ({ kind: 'text', current: at === texts.length - 1, text, version }));
  });
}

/** The tip of the branch on which it stands, or its own end where it was deleted later. */
function endOfLine(chat: OpenChat, at: Position): Position {
  const end = endOfVersion(chat, at, chat.viewer);
  const id = lastLine(chat.view(chat.viewer, end))?.id ?? '';
  const tip = chat.perspective.tree.endWith(at);
  return chat.view(chat.viewer, tip).find(id) ? tip : end;
}

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
  const { version, kind, current, text } = wanted;
  if (current) return;
  if (kind === 'text') edit(chat, message.id, text);
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
