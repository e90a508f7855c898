import { SottoError } from '../../domain/errors.ts';
import type { Member } from '../../domain/world/world.ts';
import { instructionNamed, instructionsFor } from '../lore/guides.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { typedIn } from '../texts/scripts.ts';
import { carryOut } from '../tree/changes.ts';

/** The one whom something is for: who is named, else the only one there beside the played. Throws SottoError `missing_value`. */
export function receiver(chat: OpenChat, to: string | undefined, option = '--to'): Member {
  if (to !== undefined) return chat.perspective.acquaintance(to);
  const others = chat.perspective.known.cast.filter(({ id, present }) => present && id !== chat.played.id);
  const [only] = others;
  if (only && others.length === 1) return only;
  throw new SottoError('usage', 'missing_value', `say who it is for, with ${option} NAME`);
}

/**
 * Calls an entry that is off into the next prompt of one of the cast, once (HC-57); what chance decides in it is decided now. Throws
 * SottoError `no_such_instruction`, `missing_value`, `unknown_name`.
 */
export function invoke(chat: OpenChat, name: string, to?: string): Member {
  const member = receiver(chat, to);
  const text = instructionNamed(chat, member, name);
  if (text === undefined) {
    const known = instructionsFor(chat, member);
    const list = known.length === 0 ? 'its lorebooks have none' : `there are: ${known.join(', ')}`;
    throw new SottoError(
      'not_found',
      'no_such_instruction',
      `there is no instruction "${name}" for ${member.name}; ${list}`,
    );
  }
  const said = typedIn(chat)(text, [member.id]);
  carryOut(chat, {
    type: 'letter',
    by: chat.viewer,
    from: null,
    to: [member.name],
    subject: name,
    text: said,
  });
  return member;
}
