import type { Known } from '../domain/known/known.ts';
import { givenName } from '../domain/lineage.ts';
import type { AtTheTerminal } from '../domain/view.ts';
import { directorName } from '../domain/world/names.ts';
import { memberOf } from '../domain/world/world.ts';
import { timeInShort } from '../domain/world/world-time.ts';
import { personaOf } from './chat/human.ts';
import type { CastMember, PlayState } from './chat/play-state.ts';
import { Remembered } from './chat/remembered.ts';
import { nextSpeakers } from './director/next-speakers.ts';
import { costFor } from './jobs/costs.ts';
import type { OpenChat } from './open/open-chat.ts';
import type { KnownBackend } from './server/known-backend.ts';
import { spokenTo } from './turn/other-player.ts';
import { entitiesIn } from './world/lines/known.ts';
import { proposalsIn } from './world/proposals/proposals.ts';

/** Of a member what all may know who know of it: not whom it knows. */
/** What is said in the place of its model while a server does not answer, or not yet. */
const standingOf = (server: KnownBackend | null): string | null => {
  if (server?.probe?.isLoading && server.isOffline) return 'loads its model';
  return server?.isOffline ? 'does not answer' : null;
};

const asCastMember = ({ id, name }: CastMember): CastMember => ({ id, name });

const nobody: CastMember = { id: directorName, name: directorName };

/** How those of the cast feel, of whom that is known. */
const moodsIn = (known: Known<AtTheTerminal>): PlayState['moods'] =>
  Object.fromEntries(entitiesIn(known).flatMap(({ id, mood }) => (mood === '' ? [] : [[id, mood]])));

const settingIn = ({ mind: { world } }: Known<AtTheTerminal>): PlayState['setting'] => ({
  ...{ place: world.place, time: timeInShort(world.time), weather: world.weather },
});

type Seldom =
  | 'persona'
  | 'branch'
  | 'unperceived'
  | 'unperceivedNames'
  | 'canRedo'
  | 'next'
  | 'bookkeeping'
  | 'proposals'
  | 'setting'
  | 'moods'
  | 'spokenTo';

/** What costs reading the store, which a script or a streamed token does not need: found when it is first asked for. */
function askedOf(chat: OpenChat): Pick<PlayState, Seldom> {
  const { perspective, parts, id } = chat;
  const { head } = chat.state;
  const finders: { readonly [Key in Seldom]: () => PlayState[Key] } = {
    persona: () => (chat.viewer === 'everyone' ? null : (personaOf(chat, chat.viewer).persona?.name ?? null)),
    branch: () => givenName(parts.store.tree.branches(id).get(head.branch)?.name ?? ''),
    unperceived: () => (perspective.isToldOfHidden ? perspective.unheard : null),
    unperceivedNames: () => perspective.unheardNames,
    canRedo: () => perspective.canRedo,
    next: () => nextSpeakers(chat),
    bookkeeping: () => chat.session.costs.of([chat.state, perspective], () => costFor(chat, perspective)),
    proposals: () => proposalsIn(chat),
    setting: () => settingIn(chat.known()),
    moods: () => moodsIn(chat.known()),
    spokenTo: () => spokenTo(chat),
  };
  const getters = Object.entries<() => unknown>(finders).map(([key, find]) => {
    const found = new Remembered<unknown>();
    return [key, { get: () => found.of([], find), enumerable: true }];
  });
  return Object.defineProperties({} as Pick<PlayState, Seldom>, Object.fromEntries(getters));
}

/** What is true of the chat right now, filtered for whom this terminal plays. */
export function stateOf(chat: OpenChat): PlayState {
  const { viewer, perspective, session } = chat;
  const known = chat.known();
  const server = chat.server.known;
  const elsewhere = session.mirror?.writing ?? null;
  const coming = chat.parts.coming?.text;
  const state: Omit<PlayState, Seldom> = {
    chat: { id: chat.id, title: chat.state.facts.title },
    cast: known.cast.map(asCastMember),
    groups: perspective.groups,
    present: perspective.present,
    playing:
      viewer === 'everyone'
        ? nobody
        : asCastMember(memberOf(known, viewer) ?? { id: viewer, name: 'nobody yet' }),
    ...(session.onlooker !== null && { isOnlooker: true as const }),
    pinned: new Set(known.pins.map(({ message }) => message)),
    generating: perspective.generating(session.generating) ?? elsewhere,
    call: perspective.running(session.call),
    isElsewhere: session.generating === null && session.waiting === null && elsewhere !== null,
    typing: (session.mirror?.typing ?? []).map(asCastMember),
    backend: {
      kind: server?.backend.kind ?? '',
      model: standingOf(server) ?? server?.probe?.model ?? '',
      isModel: server?.backend.isModel ?? true,
      context: server?.probe?.contextSize || null,
      ...(coming && { coming }),
    },
    players: Object.fromEntries(
      known.cast.flatMap(({ id }) => {
        const player = chat.state.facts.players[id];
        return player === undefined ? [] : [[id, player]];
      }),
    ),
    auto: session.auto.seconds,
  };
  return Object.assign(askedOf(chat), state);
}
