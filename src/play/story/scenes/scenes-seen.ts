import { SottoError } from '../../../domain/errors.ts';
import type { NewEvent } from '../../../domain/events/events.ts';
import { bounds } from '../../../domain/fiction/kinds.ts';
import type { Message } from '../../../domain/message.ts';
import { sanitize } from '../../../domain/sanitize.ts';
import { type Member, memberOf } from '../../../domain/world/world.ts';
import { requireIdle } from '../../open/idle.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { type EdgeSeen, edgesIn } from '../../world/lines/known.ts';
import {
  endOf,
  isEmptySince,
  messagesOfScene,
  type OwnScene,
  ownScenes,
  perceivedSince,
  type ReadAt,
  sceneClosedBy,
  significanceTo,
  summaryOf,
} from './own-scenes.ts';
import { memoryOfScene } from './scene-memory.ts';

/** A scene that is over, as the viewer knows it, under the viewer's own number of it. */
export interface SceneSeen {
  readonly n: number;
  /** Ids of its first and last message in the viewer's view; null where the viewer perceived none. */
  readonly from: string | null;
  readonly to: string | null;
  /** The world's time and place; empty = unknown. */
  readonly time: string;
  readonly place: string;
  readonly reason: string;
  /** Names of those who were there at its end. */
  readonly present: readonly string[];
  /** By name: the viewer's own, or those of all. */
  readonly summaries: Readonly<Record<string, string>>;
  /** What all of them keep of it; empty = nothing. */
  readonly group: string;
}

/** A scene with all that was said in it, as the viewer perceives it. */
export interface SceneExport extends SceneSeen {
  readonly messages: readonly {
    readonly message: Message;
    readonly significance: Readonly<Record<string, number>>;
  }[];
  /** What the viewer felt about others at its end; of everyone, where everything is looked at. */
  readonly edges: readonly EdgeSeen[];
}

const readAt = (chat: OpenChat): ReadAt => ({
  store: chat.parts.store,
  chat: chat.id,
  head: chat.state.head,
});

const nameOf = (chat: OpenChat, id: string): string => memberOf(chat.stage, id)?.name ?? id;

/** Whose summaries the viewer may read. */
const ownersFor = (chat: OpenChat): readonly Member[] =>
  chat.known().cast.filter(({ id }) => chat.perspective.owns(id));

/** What each of those whose own the viewer may read keeps of a scene, by name. */
function summariesOf(chat: OpenChat, scene: OwnScene): Record<string, string> {
  const said = ownersFor(chat).flatMap(({ id, name }) => {
    const view = chat.view(id);
    const own = sceneClosedBy(view, id, scene.scene);
    const kept = own ? summaryOf(view, id, own.n) : '';
    return kept === '' ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(said);
}

function seen(chat: OpenChat, scene: OwnScene, before: OwnScene | undefined): SceneSeen {
  const { n, time, place, reason, present } = scene;
  const at = readAt(chat);
  const end = endOf(at, scene) ?? at.head;
  const view = chat.view(chat.viewer, end);
  const last = view.last(1)[0];
  const first = firstAfter(chat, end, endOf(at, before));
  const group = chat.view().record(`group:${scene.scene}`)?.value;
  return {
    ...{ n, time, place, reason, present: present.map((id) => nameOf(chat, id)) },
    from: first?.id ?? null,
    to: first ? (last?.id ?? null) : null,
    summaries: summariesOf(chat, scene),
    group: typeof group === 'string' ? group : '',
  };
}

/** The first message that the viewer perceives behind one place, through another. */
function firstAfter(chat: OpenChat, end: OwnPlace, start: OwnPlace | null): Message | undefined {
  const view = chat.view(chat.viewer, end);
  if (start === null) return view.first(1)[0];
  const before = chat.view(chat.viewer, start).last(1)[0];
  if (before && view.find(before.id)) return view.from(before.id, 2)[1];
  return [...perceivedSince({ ...readAt(chat), head: end }, chat.viewer, start)].at(-1);
}

type OwnPlace = ReadAt['head'];

/** The scenes that are over, as the one at this terminal lived through them, the first first. */
export const scenesSeen = (chat: OpenChat): SceneSeen[] =>
  ownScenes(chat.view(), chat.viewer).map((scene, at, all) => seen(chat, scene, all[at - 1]));

/** A scene with what was said in it. Throws SottoError `no_such_scene`. */
export function exportScene(chat: OpenChat, n: number): SceneExport {
  const at = readAt(chat);
  const all = ownScenes(chat.view(), chat.viewer);
  const index = all.findIndex((one) => one.n === n);
  const scene = all[index];
  if (!scene) {
    const message = `there is no scene ${n}; see \`sotto scenes\``;
    throw new SottoError('not_found', 'no_such_scene', message);
  }
  const end = endOf(at, scene) ?? at.head;
  const then = chat.known(chat.viewer, end);
  const messages = messagesOfScene(at, chat.viewer, n, at.head).map((message) => ({
    message,
    significance: scoresOf(chat, message.id),
  }));
  return {
    ...seen(chat, scene, all[index - 1]),
    messages,
    edges: edgesIn({ ...then, cast: chat.known().cast }),
  };
}

const scoresOf = (chat: OpenChat, message: string): Record<string, number> =>
  Object.fromEntries(
    ownersFor(chat).flatMap(({ id, name }) => {
      const score = significanceTo(chat.view(id), id, message);
      return score === undefined ? [] : [[name, score] as const];
    }),
  );

/** What the played character keeps of the scene that ends now, by hand. */
function keptByHand(chat: OpenChat, summary: string): NewEvent[] {
  const { id } = chat.played;
  if (summary.length > bounds.summary) {
    const message = `a summary has at most ${bounds.summary} characters; write less`;
    throw new SottoError('usage', 'out_of_bounds', message);
  }
  const at = readAt(chat);
  const n = chat.known(id).mind.scenes.closed + 1;
  const last = ownScenes(chat.view(id), id).at(-1);
  const messages = [...perceivedSince(at, id, endOf(at, last))];
  const remembered = memoryOfScene(chat, {
    owner: id,
    n,
    text: summary,
    messages,
    known: chat.known(id),
  });
  return [
    { kind: 'scene_summarized', payload: { n, owner: id, text: summary, by: id } },
    { kind: 'memory_written', payload: { ...remembered, by: id } },
  ];
}

/**
 * Ends the scene for all who are there; `summary` is what the played character keeps of it, what the others keep is found
 * out later. Throws SottoError `empty_scene`, `away`, `looking_on`, `out_of_bounds`.
 */
export function closeScene(
  chat: OpenChat,
  { summary: said = '' }: { readonly summary?: string | undefined } = {},
): void {
  const summary = sanitize(said, { newlines: true }).trim();
  requireIdle(chat);
  const at = readAt(chat);
  const { viewer, perspective } = chat;
  if (!perspective.isThere) {
    const message = `${chat.played.name} is away and cannot end the scene; bring them in with \`sotto join "${chat.played.name}"\` first`;
    throw new SottoError('usage', 'away', message);
  }
  const last = ownScenes(chat.view(), viewer).at(-1);
  if (isEmptySince(at, viewer, endOf(at, last))) {
    throw new SottoError('usage', 'empty_scene', 'nothing was said in this scene yet, so it cannot end');
  }
  const kept = summary === '' ? [] : keptByHand(chat, summary);
  const by = viewer !== 'everyone' && { by: viewer };
  chat.record('human', () => [{ kind: 'scene_closed', payload: { reason: 'hand', ...by } }, ...kept]);
}
