import { groupOf } from '../../../domain/decide/decide-state.ts';
import { SottoError } from '../../../domain/errors.ts';
import type { Known } from '../../../domain/known/known.ts';
import type { CharacterId } from '../../../domain/message.ts';
import type { AtTheTerminal } from '../../../domain/view.ts';
import {
  type Activity,
  type Container,
  type Edge,
  type EntityState,
  entityIn,
  type Mind,
  noContainer,
  type Thread,
} from '../../../domain/world/mind.ts';
import { castList } from '../../../domain/world/names.ts';
import type { OpenChat } from '../../open/open-chat.ts';

/** The world's time, weather and place; empty = unknown. */
export type WorldSeen = Mind['world'];

/** What somebody is doing, its container by name. */
export interface ActivitySeen {
  readonly container: string;
  readonly slot: string;
  readonly posture: string;
  readonly action: Pick<Activity, 'verb' | 'duration' | 'interruptible'> & { readonly attention: string };
  readonly holding: readonly string[];
  readonly attention: string;
  readonly status: string;
}

/** One of the cast as the viewer knows it. */
export interface EntitySeen extends Omit<EntityState, 'activity'> {
  readonly id: CharacterId;
  readonly name: string;
  readonly activity: ActivitySeen;
}

/** A place with slots, and who the viewer takes to be there. */
export interface ContainerSeen extends Container {
  readonly id: string;
  readonly holds: readonly { readonly entity: string; readonly slot: string }[];
}

/** What one feels about another, both by name. */
export interface EdgeSeen extends Omit<Edge, 'changedBy'> {
  readonly from: string;
  readonly to: string;
}

/** The group as those know it who belong to it. */
export interface GroupSeen {
  readonly members: readonly string[];
  readonly summary: string;
  readonly dynamic: string;
  /** Texts of the threads that are open. */
  readonly threads: readonly string[];
}

/** An unresolved tension, or one that was. */
export interface ThreadSeen extends Thread {
  readonly id: string;
}

/** What the one at this terminal knows: what panels and lists of the fiction are made of, and of nothing else. */
type Own = Known<AtTheTerminal>;

const activitySeen = ({ containers }: Mind, activity: Activity): ActivitySeen => {
  const { container, slot, posture, verb, duration, interruptible, demands, ...rest } = activity;
  const { holding, attention, status } = rest;
  return {
    ...{ container: containers[container]?.name ?? '', slot, posture },
    action: { verb, duration, interruptible, attention: demands },
    ...{ holding, attention, status },
  };
};

/** Those whom somebody knows of, as it knows them. */
export const entitiesIn = ({ mind, cast }: Own): EntitySeen[] =>
  cast.map(({ id, name }) => {
    const { activity, ...state } = entityIn(mind, id);
    return { id, name, ...state, activity: activitySeen(mind, activity) };
  });

/** One of the cast, as far as the one at this terminal knows them. Throws SottoError `unknown_name`. */
export function entityNamed(chat: OpenChat, name: string): EntitySeen {
  const { id } = chat.perspective.member(name);
  const found = entitiesIn(chat.known()).find((one) => one.id === id);
  if (found) return found;
  const message = `nobody here is called "${name}"; there is ${castList(chat.stage, chat.viewer)}`;
  throw new SottoError('not_found', 'unknown_name', message);
}

/** The places that somebody knows of, in the order of their names. */
export const containersIn = ({ mind, cast }: Own): ContainerSeen[] =>
  Object.entries(mind.containers)
    .map(([id, container]) => ({
      ...{ id, ...noContainer, ...container },
      holds: cast.flatMap((member) => {
        const { activity } = entityIn(mind, member.id);
        return activity.container === id ? [{ entity: member.name, slot: activity.slot }] : [];
      }),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

/** The edges that a mind holds, in the order of the cast; `of` = those of one owner. */
export function edgesIn({ mind, cast }: Own, of?: CharacterId): EdgeSeen[] {
  const owners = cast.filter(({ id }) => of === undefined || id === of);
  return owners.flatMap((from) =>
    cast.flatMap((to) => {
      const edge = mind.edges[from.id]?.[to.id];
      if (!edge) return [];
      const { changedBy: _, ...felt } = edge;
      return [{ from: from.name, to: to.name, ...felt }];
    }),
  );
}

/** The edges of the one at this terminal, or those of one of the cast as far as that one knows them: none of another's. */
export const edgesSeen = (chat: OpenChat, of?: string): EdgeSeen[] =>
  edgesIn(chat.known(), of === undefined ? undefined : chat.perspective.member(of).id);

/** The threads that somebody knows of: open ones first, then in the order of opening. */
export const threadsIn = ({ mind }: Own): ThreadSeen[] =>
  Object.entries(mind.threads)
    .filter(([, { text }]) => text !== '')
    .map(([id, thread]) => ({ id, ...thread }))
    .sort((a, b) => Number(a.state !== 'open') - Number(b.state !== 'open'));

/** The group as somebody knows it; of its members those of whom it knows. */
export function groupIn(own: Own): GroupSeen {
  const { mind, cast } = own;
  const ids = groupOf(own);
  const members = cast.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const open = threadsIn(own).filter(({ state }) => state === 'open');
  return { members, ...mind.group, threads: open.map(({ text }) => text) };
}
