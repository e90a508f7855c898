import { foldName } from '../../../domain/world/world.ts';
import type { OpenChat } from '../../open/open-chat.ts';

/**
 * Id of an occasion that is planned now at the screen of the viewer, for those of these names or all who are there: made from what
 * they know who will know of it, and unlike that of any other, whatever others who plan in secret call theirs.
 */
export function occasionId(chat: OpenChat, name: string, to?: readonly string[]): string {
  const { parts, perspective, viewer } = chat;
  const told = (to ?? perspective.present).map(foldName).sort();
  const about = ['occasion', chat.id, foldName(name), viewer, parts.now(), ...told].join('\n');
  const known = chat.known().mind.occasions;
  let id = parts.idFor(about);
  for (let n = 2; known[id]; n += 1) id = parts.idFor(`${about}\n${n}`);
  return id;
}

/** Id of the newest occasion of this name that the viewer knows of and that is not over; of a new one without such. */
export function occasionNamed(chat: OpenChat, name: string): string {
  const known = Object.entries(chat.known().mind.occasions);
  const open = known.findLast(
    ([, one]) => foldName(one.name) === foldName(name) && /^(?:planned|active)$/.test(one.state),
  );
  return open?.[0] ?? occasionId(chat, name);
}
