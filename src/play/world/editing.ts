import type { SceneEnd, StateEdit } from '../../domain/decide/decide-state.ts';
import { SottoError } from '../../domain/errors.ts';
import type { Mind } from '../../domain/world/mind.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { carryOut } from '../tree/changes.ts';

/** Sets these by hand, as one act. */
export const editAll = (chat: OpenChat, edits: readonly StateEdit[], ends?: SceneEnd): void =>
  carryOut(chat, {
    type: 'edit_state',
    by: chat.viewer,
    edits,
    idFor: chat.parts.idFor,
    ...(ends && { ends }),
  });

/** Sets one thing by hand. */
export const edit = (chat: OpenChat, target: StateEdit['target'], change: StateEdit['change']): void =>
  editAll(chat, [{ target, change }]);

/** What the one at this terminal knows. */
export const ownMind = (chat: OpenChat): Mind => chat.known().mind;

/** The id of one of the cast. Throws SottoError `unknown_name`. */
export const idOf = (chat: OpenChat, name: string): string => chat.perspective.member(name).id;

/** Throws SottoError: what was given is wrong. */
export const refuse = (code: string, message: string): never => {
  throw new SottoError('usage', code, message);
};
