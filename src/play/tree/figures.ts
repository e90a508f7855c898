import { isThere } from '../../domain/known/known.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import { presentIn } from '../../domain/world/world.ts';
import { estimateTokens } from '../../prompt/tokens.ts';
import { turnOf } from '../open/address.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { allSwipesOf } from './own-versions.ts';

/** What is counted about a message, for its reader. */
export interface MessageFigures {
  /** Which of its versions it is, from 1, in the order in which `swipe` goes through them. */
  readonly version: number;
  readonly of: number;
  /** Tokens of its text by a rough estimate. */
  readonly tokens: number;
  /** Of a private message those who were there when it was said and were not meant to hear it, as far as the viewer was there to see. */
  readonly unheard: readonly CharacterId[];
}

/** Whether a message may have other versions: some line of play forks between it and what the viewer perceived before. */
function mayHaveVersions(chat: OpenChat, message: Message): boolean {
  const { store } = chat.parts;
  const branches = store.tree.playBranches(chat.id);
  if (branches.length === 1) return turnOf(chat, message) === store.firstTurn(chat.id);
  const [previous] = chat.view().last(1, message.id);
  if (!previous) return true;
  const [from, to] = [store.placeOf(previous.id).seq, store.placeOf(message.id).seq];
  return branches.some(({ forkSeq }) => forkSeq >= from && forkSeq < to);
}

function unheardOf(chat: OpenChat, { id, speaker, knownTo }: Message): readonly CharacterId[] {
  if (knownTo.length === 0) return [];
  const known = chat.known(chat.viewer, chat.parts.store.placeOf(id));
  if (!isThere(known)) return [];
  return presentIn(known).filter((one) => one !== speaker && !knownTo.includes(one));
}

/** Figures of a message of the viewer's view. Versions cost a search where lines of play fork before it. */
export function figuresOf(chat: OpenChat, message: Message): MessageFigures {
  const tokens = estimateTokens(message.text);
  const alone = { version: 1, of: 1, tokens, unheard: unheardOf(chat, message) };
  if (!message.rewritten && !mayHaveVersions(chat, message)) return alone;
  const versions = allSwipesOf(chat, message);
  const version = versions.findIndex(({ isCurrent }) => isCurrent) + 1;
  return version === 0 ? alone : { ...alone, version, of: versions.length };
}
