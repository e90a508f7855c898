import { decideState } from '../../../domain/decide/decide-state.ts';
import { SottoError } from '../../../domain/errors.ts';
import type { NewEvent } from '../../../domain/events/events.ts';
import { stateAfter } from '../../../domain/world/evolve.ts';
import { requireMember } from '../../../domain/world/names.ts';
import { stageOf } from '../../../domain/world/world.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { occasionNamed } from '../../story/occasions/occasion-id.ts';
import { carryOut } from '../../tree/changes.ts';
import { changesOf, namedIds, type StateLine } from '../lines/state-lines.ts';

/** Of a chat that is not there yet: its id, and what it begins with. */
interface Beginning {
  readonly chat: string;
  readonly facts: readonly NewEvent[];
}

/** The facts of what lines say of a chat that begins. Throws SottoError for a name that nobody bears, a value out of bounds. */
export function establishedBy(
  { idFor }: { readonly idFor: (about: string) => string },
  lines: readonly StateLine[],
  { chat, facts }: Beginning,
): NewEvent[] {
  if (lines.length === 0) return [];
  const whole = stateAfter(facts);
  const who = (name: string) => requireMember(stageOf(whole), name, 'everyone').id;
  const changes = changesOf(lines, { who, ...namedIds(idFor, chat) });
  const decision = decideState(whole, { type: 'establish', by: 'everyone', changes, idFor });
  if ('refused' in decision) throw new SottoError('usage', decision.refused.code, decision.refused.message);
  return [...decision.events];
}

/** Lets what lines say be so in an open chat, as one act. Throws like `establishedBy`. */
export function establish(chat: OpenChat, lines: readonly StateLine[]): void {
  const who = (name: string) => chat.perspective.member(name).id;
  const occasion = (name: string) => occasionNamed(chat, name);
  const changes = changesOf(lines, { who, ...namedIds(chat.parts.idFor, chat.id), occasion });
  carryOut(chat, { type: 'establish', by: chat.viewer, changes, idFor: chat.parts.idFor });
}
