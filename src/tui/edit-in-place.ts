import { toldHere } from '../commands/all/on-screen.ts';
import { messageOf } from '../domain/errors.ts';
import type { MessageId } from '../domain/message.ts';
import type { Play } from '../play/play.ts';
import { expanded, rewritten } from './composer/state.ts';
import type { InteractionParts } from './screen-parts.ts';
import { editDropped, notified, type ScreenState } from './state/state.ts';

/** Writes a text in the place of a message: whether that is done, and what a person is told. */
export async function editKept(
  { app, play, commands }: Pick<InteractionParts, 'app' | 'play' | 'commands'>,
  message: MessageId,
  text: string,
): Promise<{ readonly isDone: boolean; readonly says: string }> {
  try {
    await play.edit(message, text);
    return { isDone: true, says: 'edited; /undo reverts it' };
  } catch (error) {
    return { isDone: false, says: toldHere(messageOf(app.explain(error)), commands) };
  }
}

/** The state as the chat reads now: of a message that is gone what was written stays in the composer, where nothing else stands. */
export function whileThere(state: ScreenState, play: Play): ScreenState {
  const { editing, composer } = state;
  if (editing === null || play.view().find(editing.message.id)) return state;
  const dropped = editDropped(state);
  const own =
    dropped.composer.text === '' ? rewritten(dropped.composer, expanded(composer)) : dropped.composer;
  return notified({ ...dropped, composer: own }, 'the message that you edited is no longer here').state;
}
