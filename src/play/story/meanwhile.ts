import { directorName } from '../../domain/world/names.ts';
import { requireIdle } from '../chat/idle.ts';
import { lookOn } from '../chat/onlooker.ts';
import type { OpenChat } from '../chat/open-chat.ts';
import { decided } from '../turn/changes.ts';
import { refuse } from '../world/editing.ts';

/** A scene without the human's character. */
export interface MeanwhilePlay {
  /**
   * Ends the scene and begins one of these alone, in one act that undo takes back; the human looks on as the first of them, or
   * as everyone, and is nobody there. Resolves to their names. Rejects with SottoError `unknown_name`, `human_in_scene`.
   */
  meanwhile(names: readonly string[], isAll?: boolean): Promise<readonly string[]>;
}

function begin(chat: OpenChat, wanted: readonly string[], isAll: boolean): readonly string[] {
  requireIdle(chat);
  const members = wanted.map((name) => chat.perspective.member(name));
  const [first] = members;
  const human = chat.session.onlooker ?? chat.human.member.id;
  if (!first) return refuse('empty_scene', 'the scene has nobody; name who is there, such as Bob,Carl');
  const own = members.find(({ id }) => id === human || id === chat.session.onlooker);
  if (own)
    return refuse(
      'human_in_scene',
      `you play ${own.name}; name others, or set the scene with \`sotto scene\``,
    );
  const { viewer } = chat;
  const doer = viewer !== 'everyone' && { by: viewer };
  const scene = decided(chat, { type: 'set_scene', present: members.map(({ id }) => id) });
  chat.record('human', (state) => [
    { kind: 'scene_closed', payload: { reason: 'hand', ...doer } },
    ...scene(state),
  ]);
  lookOn(chat, isAll ? directorName : first.name);
  return members.map(({ name }) => name);
}

/** What is played of an open chat without the human. */
export const meanwhileOf = (chat: OpenChat): MeanwhilePlay => ({
  meanwhile: async (names, isAll = false) => begin(chat, names, isAll),
});
