import type { AnyKnown } from '../../domain/known/known.ts';
import type { Message } from '../../domain/message.ts';
import type { MessageLine } from '../../interop/chat-file.ts';

/** Whose eyes a message is read through: names are those of now, so that a rename reaches every audience. */
export type Reader = Pick<AnyKnown, 'cast' | 'pins'>;

/** The name of a character whom the reader knows, by its id. */
export const nameIn =
  ({ cast }: Reader) =>
  (id: string): string =>
    cast.find((member) => member.id === id)?.name ?? id;

/** A message as `--json` prints it to its reader. `pinned` is true when that one pinned it. */
export function messageLine(message: Message, reader: Reader): MessageLine {
  const name = nameIn(reader);
  const { id, turn, speaker, text, role, at, truncated, branch, reasoning, hidden } = message;
  const isPinned = reader.pins.some((pin) => pin.message === id);
  return {
    type: 'message',
    id,
    turn,
    speaker: speaker === null ? '' : name(speaker),
    text,
    knownTo: message.knownTo.map(name),
    perceived: message.perceived.map(name),
    role,
    at,
    truncated,
    pinned: isPinned,
    branch,
    ...(reasoning !== '' && { reasoning }),
    ...(hidden && { hidden }),
  };
}
