import type { LoadedConfig } from '../../config/load.ts';
import type { Config } from '../../config/schema.ts';
import type { AnyKnown } from '../../domain/known/known.ts';
import { directorName } from '../../domain/world/names.ts';
import { memberNamed, stageOf } from '../../domain/world/world.ts';
import { viewerIn } from '../../play/chat/human.ts';
import type { PlayParts } from '../../play/chat/parts.ts';
import { openPlay } from '../../play/open-play.ts';
import type { Play } from '../../play/play.ts';
import type { Store } from '../../store/store.ts';

/**
 * What somebody knows of a chat that is not opened for play: who is called so there (`*` everyone together), else as whom the next
 * message is written, else who is played; everyone where nobody is in it. Throws SottoError `unknown_name`.
 */
export function knownInRoles(
  { store, loaded }: { readonly store: Store; readonly loaded: LoadedConfig },
  id: string,
  as?: string,
): AnyKnown {
  const state = store.chats.read(id);
  const stage = stageOf(state.world);
  const { WriteNextMsgAs: writer } = loaded.config;
  const named = as ?? (stage.cast.length === 0 ? directorName : memberNamed(stage, writer)?.name);
  return store.moment(id, state.head, state.world).known(viewerIn(store, state, named));
}

type Roles = Pick<Config, 'WriteNextMsgAs' | 'WriteNextMsgAsCompletionAgent'>;

/**
 * A chat open for play, by whom the settings say: as whom the next message is written unless `as` says so, and who answers
 * it. A name that nobody there bears means nothing.
 */
export function openInRoles(parts: PlayParts, chat: string, as: string | undefined, roles: Roles): Play {
  const { WriteNextMsgAs: writer, WriteNextMsgAsCompletionAgent: agent } = roles;
  if (writer === '' && agent === '') return openPlay(parts, chat, as);
  const stage = stageOf(parts.store.chats.read(chat).world);
  const play = openPlay(parts, chat, as ?? memberNamed(stage, writer)?.name);
  const { playing } = play.state();
  const answers = play.state().cast.find(({ name }) => name === memberNamed(stage, agent)?.name);
  if (answers && answers.id !== playing.id) play.chooseNext(answers.name);
  return play;
}
