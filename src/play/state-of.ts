import { givenName } from '../domain/lineage.ts';
import type { CharacterId } from '../domain/message.ts';
import { directorName } from '../domain/world/names.ts';
import { knownBy, memberOf, presentIn } from '../domain/world/world.ts';
import { asGenerating } from './chat/in-progress.ts';
import type { OpenChat } from './chat/open-chat.ts';
import type { CastMember, PlayState } from './chat/play-state.ts';
import { nextSpeakers } from './director/next-speakers.ts';
import { canRedo } from './tree/redo.ts';

const recentForNames = 50;

function unperceivedNames(chat: OpenChat): string[] {
  const { viewer, state } = chat;
  const speakers = chat
    .view('everyone')
    .last(recentForNames)
    .flatMap(({ perceived, speaker }) => (perceived.includes(viewer) ? [] : [speaker]));
  return knownBy(state.world, viewer)
    .filter(({ id }) => speakers.includes(id))
    .map(({ name }) => name);
}

/** Who is there, as far as the viewer is there to see it. */
function presentTo({ viewer, state: { world } }: OpenChat): CharacterId[] {
  const present = presentIn(world);
  return viewer === 'everyone' || present.includes(viewer) ? present : [];
}

/** Of a member what all may know who know of it: not whom it knows. */
const asCastMember = ({ id, name }: CastMember): CastMember => ({ id, name });

const nobody: CastMember = { id: directorName, name: directorName };

/** Whom the writer has met is nobody's business here. */
const withoutMet = (writing: PlayState['generating']): PlayState['generating'] =>
  writing === null || writing === 'hidden' ? writing : { ...writing, speaker: asCastMember(writing.speaker) };

/** Found when it is first asked for, and then kept. */
function whenAsked<T>(find: () => T): () => T {
  let found: { readonly value: T } | null = null;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}

type Seldom = 'branch' | 'unperceived' | 'unperceivedNames' | 'canRedo' | 'next';

/** What costs reading the store, which a script or a streamed token does not need. */
function askedOf(chat: OpenChat): Pick<PlayState, Seldom> {
  const { store, settings } = chat.parts;
  const { head } = chat.state;
  const branch = whenAsked(() => givenName(store.tree.branches(chat.id).get(head.branch)?.name ?? ''));
  const unperceived = whenAsked(() => (settings.hint === 'none' ? null : chat.unperceived));
  const names = whenAsked(() => (settings.hint === 'names' && unperceived() ? unperceivedNames(chat) : []));
  const redo = whenAsked(() => canRedo(chat));
  const next = whenAsked(() => nextSpeakers(chat));
  return {
    get branch() {
      return branch();
    },
    get unperceived() {
      return unperceived();
    },
    get unperceivedNames() {
      return names();
    },
    get canRedo() {
      return redo();
    },
    get next() {
      return next();
    },
  };
}

/** What is true of the chat right now, filtered for whom this terminal plays. */
export function stateOf(chat: OpenChat): PlayState {
  const { world } = chat.state;
  const { viewer, generating } = chat;
  const server = chat.server.known;
  const elsewhere = chat.mirror?.writing ?? null;
  const state: Omit<PlayState, Seldom> = {
    chat: { id: chat.id, title: chat.state.facts.title },
    cast: knownBy(world, viewer).map(asCastMember),
    present: presentTo(chat),
    playing:
      viewer === 'everyone'
        ? nobody
        : asCastMember(memberOf(world, viewer) ?? { id: viewer, name: 'nobody yet' }),
    pinned: new Set(
      world.pins
        .filter(({ owner }) => owner === viewer || viewer === 'everyone')
        .map(({ message }) => message),
    ),
    generating: withoutMet(asGenerating(generating) ?? elsewhere),
    isElsewhere: generating === null && chat.waiting === null && elsewhere !== null,
    typing: (chat.mirror?.typing ?? []).map(asCastMember),
    backend: {
      kind: server?.backend.kind ?? '',
      model: server?.isOffline ? 'does not answer' : (server?.probe?.model ?? ''),
      isModel: server?.backend.isModel ?? true,
    },
    players: Object.fromEntries(
      knownBy(world, viewer).flatMap(({ id }) => {
        const player = chat.state.facts.players[id];
        return player === undefined ? [] : [[id, player]];
      }),
    ),
    auto: chat.session.auto.seconds,
  };
  return Object.assign(askedOf(chat), state);
}
