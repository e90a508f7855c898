import type { Message } from '../../domain/message.ts';
import type { World } from '../../domain/world/world.ts';
import type { MessageLine } from '../../interop/chats/chat-file.ts';

/** What turns ids into names: the cast as of now, so that a rename reaches every audience. */
export type Cast = Pick<World, 'cast' | 'pins'>;

/** The name of a character by its id. */
export const nameIn =
  ({ cast }: Cast) =>
  (id: string): string =>
    cast.find((member) => member.id === id)?.name ?? id;

/** A message as `--json` prints it. `pinned` is true when this viewer pinned it. */
export function messageLine(message: Message, world: Cast, viewer: string | null): MessageLine {
  const name = nameIn(world);
  const { id, turn, speaker, text, role, at, truncated, branch, reasoning, hidden } = message;
  const isPinned = world.pins.some((pin) => pin.message === id && (viewer === null || pin.owner === viewer));
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
