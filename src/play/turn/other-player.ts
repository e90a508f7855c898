import type { SpokenTo } from '../chat/play-state.ts';
import { namedIn } from '../director/addressee.ts';
import { lastLine } from '../open/address.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { Perspective } from '../open/perspective.ts';

/**
 * Whom the newest line spoke to, where several people play at one screen and a line that is written now would be somebody else's
 * (HC-37); null where there is no doubt.
 */
export function spokenTo(chat: OpenChat): SpokenTo | null {
  const { state, viewer } = chat;
  const { players } = state.facts;
  if (viewer === 'everyone' || Object.keys(players).length === 0) return null;
  const before = lastLine(chat.view());
  const isHuman = (id: string) => players[id] !== undefined || id === viewer;
  if (before?.role !== 'character' || before.speaker === null || isHuman(before.speaker)) return null;
  const { known } = new Perspective(chat, viewer);
  const { certain } = namedIn(before.text, known.cast);
  const [only, ...others] = known.cast.filter(({ id }) => certain.includes(id) && isHuman(id));
  if (!only || others.length > 0 || only.id === viewer) return null;
  const nameOf = (wanted: string | null) => known.cast.find(({ id }) => id === wanted)?.name ?? 'somebody';
  return { by: nameOf(before.speaker), to: only.name, as: nameOf(viewer) };
}

/** Says so before a line goes that nobody was asked about. */
export function tellOtherPlayer(chat: OpenChat): void {
  const found = spokenTo(chat);
  if (!found) return;
  const { by, to, as } = found;
  const message = `${by} spoke to ${to}, and this was written as ${as}; \`sotto as "${to}"\` changes who you play`;
  chat.emit({ type: 'notice', message });
}
