import type { Config } from '../../config/schema.ts';
import { knownBy, memberNamed, type World } from '../../domain/world/world.ts';
import type { PlayParts } from '../../play/chat/parts.ts';
import { openPlay } from '../../play/open-play.ts';
import type { Play } from '../../play/play.ts';

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
