import { SottoError } from '../../domain/errors.ts';
import { type Member, memberOf, stageOf } from '../../domain/world/world.ts';
import type { Play } from '../../play/play.ts';
import { resetIn, type Traces, tracesOf } from '../../play/story/reset.ts';
import type { App } from '../run/app.ts';
import { listedChats } from './listed-chats.ts';

/** A chat in which a character begins anew: what of it goes there. */
export interface ResetIn extends Traces {
  readonly chat: string;
  readonly title: string;
  /** Its own chat is out of the list as a whole; in another's it leaves, and its traces go. */
  readonly isHost: boolean;
}

/** The character of this name in a chat, and who is the same in every other one. */
function membersOf(app: App, play: Play, name: string): { chat: string; title: string; member: Member }[] {
  const here = play.state().chat.id;
  const cast = stageOf(app.store.chats.read(here).world).cast;
  const named = play.state().cast.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  const wanted = cast.find(({ id }) => id === named?.id);
  if (!wanted) {
    const message = `nobody here is called "${name}"; see \`sotto entities\``;
    throw new SottoError('not_found', 'unknown_name', message);
  }
  const identity = app.store.identities.reader();
  const who = wanted.card && identity(wanted.card);
  return listedChats(app).flatMap(({ id: chat, title }) => {
    const stage = stageOf(app.store.chats.read(chat).world);
    const member =
      chat === here
        ? memberOf(stage, wanted.id)
        : stage.cast.find(({ card }) => card !== null && identity(card) === who);
    return member ? [{ chat, title, member }] : [];
  });
}

const fact = (app: App, chat: string, kind: 'chat_deleted' | 'chat_restored'): void =>
  void app.store.chats.append(chat, { actor: 'human', at: app.now() }, () => [{ kind, payload: {} }]);

/**
 * Lets a character begin anew: its own chats go out of the list, in those of others it leaves and all its traces go. Nothing is
 * lost: `isDry` says what would go, as far as whoever is played there knows; undo in each chat and `chat restore` bring it back. Rejects with SottoError
 * `unknown_name`, and `is_open` for its own chat on the screen.
 */
export async function resetCharacter(
  app: App,
  play: Play,
  name: string,
  { isDry, isOpen }: { readonly isDry: boolean; readonly isOpen: boolean },
): Promise<ResetIn[]> {
  const open = play.state().chat.id;
  const found = membersOf(app, play, name).map((one) => {
    const isHost = stageOf(app.store.chats.read(one.chat).world).cast[0]?.id === one.member.id;
    const seenBy = one.chat === open ? play : app.play(one.chat);
    return { ...one, isHost, seenBy, in: one.chat === open && isOpen ? play : app.play(one.chat, '*') };
  });
  if (!isDry && isOpen && found.some(({ chat, isHost }) => isHost && chat === open)) {
    const message = `this is a chat of ${name}'s own, and open here; open another with /chat first`;
    throw new SottoError('usage', 'is_open', message);
  }
  return found.map(({ chat, title, member, isHost, seenBy, in: there }) => {
    const traces = tracesOf(seenBy.chat, member.id);
    if (!isDry) {
      resetIn(there.chat, member.id);
      if (isHost) fact(app, chat, 'chat_deleted');
    }
    return { chat, title, isHost, ...traces };
  });
}
