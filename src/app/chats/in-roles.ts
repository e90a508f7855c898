import type { LoadedConfig } from '../../config/load.ts';
import type { Config } from '../../config/schema.ts';
import type { View } from '../../domain/view.ts';
import { knownBy, memberNamed, type World } from '../../domain/world/world.ts';
import { viewerIn } from '../../play/chat/human.ts';
import type { PlayParts } from '../../play/chat/parts.ts';
import { openPlay } from '../../play/open-play.ts';
import type { Play } from '../../play/play.ts';
import type { Store } from '../../store/store.ts';

/**
 * What somebody perceives of a chat that is not opened for play: who is called so there, else as whom the next message is written,
 * else who is played. Throws SottoError `unknown_name`.
 */
export function viewInRoles(
  { store, loaded }: { readonly store: Store; readonly loaded: LoadedConfig },
  id: string,
  as?: string,
): View {
  const state = store.chats.read(id);
  const { WriteNextMsgAs: writer } = loaded.config;
  const viewer = viewerIn(store, state, as ?? memberNamed(state.world, writer)?.name);
  return store.view(id, viewer, state.head);
}

type Roles = Pick<Config, 'WriteNextMsgAs' | 'WriteNextMsgAsCompletionAgent'>;

/**
 * A chat open for play, by whom the settings say: as whom the next message is written unless `as` says so, and who answers
 * it. A name that nobody there bears means nothing.
 */
export function openInRoles(parts: PlayParts, chat: string, as: string | undefined, roles: Roles): Play {
  const { WriteNextMsgAs: writer, WriteNextMsgAsCompletionAgent: agent } = roles;
  if (writer === '' && agent === '') return openPlay(parts, chat, as);
  const { world }: { world: World } = parts.store.chats.read(chat);
  const play = openPlay(parts, chat, as ?? memberNamed(world, writer)?.name);
  const { playing } = play.state();
  const answers = knownBy(world, playing.id).find(({ name }) => name === memberNamed(world, agent)?.name);
  if (answers && answers.id !== playing.id) play.chooseNext(answers.name);
  return play;
}
