import type { PastScope } from '../../domain/world/chat-facts.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { scopeHere } from '../story/memories/past.ts';
import type { Surfaced } from './sieve.ts';
import { surfacedFor } from './surface.ts';

/** How far the past of somebody reaches here. */
export interface ScopeSeen {
  /** Null stands for all of whom nothing else is said. */
  readonly name: string | null;
  readonly scope: PastScope;
}

/** What comes back to mind for the next line of one of the cast (the played character), oldest first. */
export function surfacedNext(chat: OpenChat, of?: string): Surfaced[] {
  const speaker = of === undefined ? chat.played : chat.perspective.member(of);
  return surfacedFor(chat, { speaker, known: chat.known(speaker.id), head: chat.state.head });
}

/** How far the past reaches: for all, and for those of whom something else was said, as far as the viewer knows of them. */
export function scopesSeen(chat: OpenChat): ScopeSeen[] {
  const { pasts } = chat.state.facts;
  const usual = pasts.everyone ?? chat.parts.settings.memory.scope;
  const own = chat.known().cast.filter(({ id }) => pasts[id] !== undefined);
  const named = own.map((member) => ({ name: member.name, scope: scopeHere(chat, member) }));
  return [{ name: null, scope: usual }, ...named];
}

/** Says how far it reaches, of one of the cast or of all; null = as the settings say. Throws SottoError `unknown_name`. */
export function setScope(chat: OpenChat, name: string | null, scope: PastScope | null): void {
  const character = name === null ? null : chat.perspective.member(name).id;
  chat.record('human', () => [{ kind: 'past_set', payload: { character, scope } }]);
}
