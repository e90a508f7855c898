import { keyLabel } from '../commands/keys.ts';
import { isSottoError } from '../domain/errors.ts';
import type { Message, MessageId } from '../domain/message.ts';
import { sanitize } from '../domain/sanitize.ts';
import type { CastMember, PlayState } from '../play/chat/play-state.ts';
import type { Act } from './state/effect.ts';
import type { KeyMap } from './state/key-map.ts';
import type { Foot } from './transcript/foot.ts';

/** What was asked for when something failed: after which line, and who was writing then. */
export interface Asked {
  readonly act: Act;
  readonly last: MessageId | undefined;
  readonly speaker: CastMember | null;
}

/** Another version of the last reply; after one's own words the reply that is missing. */
export const anew: Act = { type: 'command', line: '/regenerate' };

/** What tries it again, `last` being the last line now: the same, or where a line came of it another version of that, or the reply that is missing. */
export function triedAgain({ act, last: before, speaker }: Asked, last: Message | undefined): Act {
  if (act.type !== 'say' && last?.id === before) return act;
  const isMissing = speaker !== null && last?.speaker !== speaker.id;
  return isMissing ? { type: 'command', line: `/reply ${speaker.name}` } : anew;
}

const hint = ({ bindings }: KeyMap, action: 'again' | 'model', does: string): Foot['keys'] => {
  const [key] = bindings[action];
  return key === undefined ? [] : [[keyLabel(key), does]];
};

/** What went wrong as it stands on the page, and the keys that do something about it. */
export const failureFoot = (error: unknown, said: string, keys: KeyMap): Foot => ({
  tone: 'error',
  text: isSottoError(error) ? said : `${sanitize(said)}\nThis is a bug in sotto: please report it.`,
  keys: [
    ...hint(keys, 'again', 'again'),
    ...(isSottoError(error) && error.family === 'server' ? hint(keys, 'model', 'another model') : []),
  ],
});

/** What stands below one's own line that nobody has answered and nobody is about to; null below any other. */
export const unansweredFoot = (
  last: Message | undefined,
  { playing, generating, cast }: Pick<PlayState, 'playing' | 'generating' | 'cast'>,
  keys: KeyMap,
): Foot | null => {
  const isOwn = last?.role === 'character' && last.speaker === playing.id && last.hidden !== true;
  const isTold = generating !== null && generating !== 'untold';
  const isAlone = cast.length < 2 || (last?.knownTo.length ?? 0) === 1;
  if (!isOwn || isAlone || isTold) return null;
  return { tone: 'calm', text: 'not answered yet', keys: hint(keys, 'again', 'have it answered') };
};

/** What stands there with one thing more told above it. */
export const footText = (foot: Foot | null, told: string): string =>
  foot === null ? told : `${told}\n${foot.text}`;
