import { givenName } from '../domain/lineage.ts';
import type { CharacterId } from '../domain/message.ts';
import { directorName } from '../domain/names.ts';
import { knownBy, memberOf, presentIn } from '../domain/world.ts';
import { asGenerating } from './line/in-progress.ts';
import type { OpenChat } from './open-chat.ts';
import type { CastMember, PlayState } from './play.ts';
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

/** What is true of the chat right now, filtered for whom this terminal plays. */
export function stateOf(chat: OpenChat): PlayState {
  const { world, head } = chat.state;
  const { store, settings } = chat.parts;
  const { viewer, generating } = chat;
  const server = chat.server.known;
  const elsewhere = chat.mirror?.writing ?? null;
  const hint = settings.hint === 'none' ? null : chat.unperceived;
  return {
    chat: { id: chat.id, title: chat.state.facts.title },
    cast: knownBy(world, viewer).map(asCastMember),
    present: presentTo(chat),
    playing:
      viewer === 'everyone'
        ? nobody
        : asCastMember(memberOf(world, viewer) ?? { id: viewer, name: 'nobody yet' }),
    branch: givenName(store.tree.branches(chat.id).get(head.branch)?.name ?? ''),
    pinned: new Set(
      world.pins
        .filter(({ owner }) => owner === viewer || viewer === 'everyone')
        .map(({ message }) => message),
    ),
    unperceived: hint,
    unperceivedNames: settings.hint === 'names' && hint ? unperceivedNames(chat) : [],
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
    canRedo: canRedo(chat),
    next: chat.standing.next(chat),
    auto: chat.standing.auto.seconds,
  };
}
