import type { ManualTurn, Turn } from '../../domain/decide/decide-story.ts';
import { unmet } from '../../domain/decide/occasion-events.ts';
import { SottoError } from '../../domain/errors.ts';
import type { Effects } from '../../domain/events/state-kinds.ts';
import { oneLine } from '../../domain/one-line.ts';
import type { Mind, Occasion } from '../../domain/world/mind.ts';
import { foldName } from '../../domain/world/world.ts';
import { minutesIn } from '../../domain/world/world-time.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { carryOut } from '../tree/changes.ts';
import { ownMind } from '../world/editing.ts';
import { occasionId } from './occasions/occasion-id.ts';

/** An occasion as the viewer knows it; `when`: its time or its condition, empty for neither. */
export interface OccasionSeen
  extends Pick<Occasion, 'name' | 'state' | 'until' | 'props' | 'needs' | 'significance' | 'gist'> {
  readonly id: string;
  readonly when: string;
}

/** Who gets what, learns what about whom, comes to stand how to whom: all of them by name. */
export interface NamedEffects {
  readonly gives?: readonly { readonly who: string; readonly object: string }[];
  readonly teaches?: readonly { readonly who: string; readonly about: string; readonly fact: string }[];
  readonly relates?: readonly { readonly from: string; readonly to: string; readonly text: string }[];
}

/** What an occasion is made of when it is planned; absent: nothing of it. */
export interface OccasionPlan {
  readonly props?: readonly string[];
  readonly needs?: readonly string[];
  /** The world's time, ISO 8601 without a zone. */
  readonly at?: string;
  /** The world's time at which it is over by itself. */
  readonly until?: string;
  /** In words. */
  readonly condition?: string;
  readonly significance?: number;
  readonly gist?: string;
  readonly onStart?: NamedEffects;
  readonly onComplete?: NamedEffects;
  /** Names of those who know of it beside whoever plans it; absent: all who are there. */
  readonly to?: readonly string[];
}

/** What a person tells of an occasion as it begins or ends. */
export interface OccasionTurn extends NamedEffects {
  readonly gist?: string | undefined;
}

const order: readonly Occasion['state'][] = ['active', 'planned', 'completed', 'cancelled', 'expired'];

/** An occasion as somebody sees it. */
export const occasionSeen = (id: string, occasion: Occasion): OccasionSeen => {
  const { name, state, props, needs, at, until, condition, significance, gist } = occasion;
  return { id, name, state, props, needs, when: at || condition, until, significance, gist };
};

/** The occasions that a mind knows of: what goes on first, then what is planned, then what has been. */
export const occasionsIn = ({ occasions }: Mind): OccasionSeen[] =>
  Object.entries(occasions)
    .map(([id, occasion]) => occasionSeen(id, occasion))
    .sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state));

/** The one that is meant by a name, an id or a beginning of either: of several of a name the one that is planned or goes on, else the last. */
function find(chat: OpenChat, wanted: string): string {
  const all = Object.entries(ownMind(chat).occasions);
  const name = foldName(wanted);
  const same = all.filter(([id, one]) => id === wanted || foldName(one.name) === name);
  const open = same.filter(([, { state }]) => state === 'planned' || state === 'active');
  const exact = (open[0] ?? same.at(-1))?.[0];
  if (exact !== undefined) return exact;
  const begun =
    name === ''
      ? []
      : all.filter(([id, one]) => id.startsWith(wanted) || foldName(one.name).startsWith(name));
  const [only] = begun;
  if (only && begun.length === 1) return only[0];
  const [code, what] = only
    ? [
        'ambiguous_occasion',
        `"${wanted}" could be several occasions: ${begun.map(([, one]) => one.name).join(', ')}`,
      ]
    : ['no_such_occasion', `no occasion is called "${wanted}"`];
  throw new SottoError('not_found', code, `${what}; see \`sotto occasions\``);
}

const lines = (texts: readonly string[] = []): string[] => [
  ...new Set(texts.map(oneLine).filter((one) => one !== '')),
];

const effectsOf = (
  chat: OpenChat,
  { gives = [], teaches = [], relates = [] }: NamedEffects = {},
): Effects => {
  const who = (name: string) => chat.perspective.member(name).id;
  return {
    gives: gives.map((one) => ({ who: who(one.who), object: oneLine(one.object) })),
    teaches: teaches.map((one) => ({ who: who(one.who), about: who(one.about), fact: oneLine(one.fact) })),
    relates: relates.map((one) => ({ from: who(one.from), to: who(one.to), text: oneLine(one.text) })),
  };
};

/** Plans one. Throws SottoError `occasion_exists`, `bad_time`, `names_prop`, `out_of_bounds`, `unknown_name`. */
export function addOccasion(chat: OpenChat, wanted: string, { to, ...plan }: OccasionPlan): OccasionSeen {
  const name = oneLine(wanted);
  const { props, needs, at = '', until = '', condition = '', significance = 1, gist = '' } = plan;
  const occasion = occasionId(chat, name, to);
  const fields = {
    ...{ name, props: lines(props), needs: lines(needs), at: at.trim(), until: until.trim() },
    ...{ condition: oneLine(condition), significance, gist: oneLine(gist) },
    onStart: effectsOf(chat, plan.onStart),
    onComplete: effectsOf(chat, plan.onComplete),
  };
  const { viewer: by, parts } = chat;
  carryOut(chat, { type: 'add_occasion', by, idFor: parts.idFor, occasion, fields, to });
  return seen(chat, occasion);
}

/** Tells these by name what the viewer knows of one. Throws SottoError `unknown_name`, `empty_audience`, `no_such_occasion`. */
export function tellOccasion(chat: OpenChat, wanted: string, to: readonly string[]): OccasionSeen {
  const occasion = find(chat, wanted);
  carryOut(chat, { type: 'tell_occasion', by: chat.viewer, idFor: chat.parts.idFor, occasion, to });
  return seen(chat, occasion);
}

function seen(chat: OpenChat, id: string): OccasionSeen {
  const occasion = ownMind(chat).occasions[id];
  if (occasion) return occasionSeen(id, occasion);
  throw new SottoError('not_found', 'no_such_occasion', 'there is no such occasion; see `sotto occasions`');
}

/** Lets one begin, be over, or never be, in one act that undo takes back. Throws SottoError `bad_transition`, `no_such_occasion`, `ambiguous_occasion`. */
export function turnOccasion(chat: OpenChat, wanted: string, to: Turn, how: OccasionTurn = {}): OccasionSeen {
  const occasion = find(chat, wanted);
  const gist = how.gist === undefined ? undefined : oneLine(how.gist);
  const told: ManualTurn = { gist, effects: effectsOf(chat, how) };
  carryOut(chat, { type: 'turn_occasion', by: chat.viewer, idFor: chat.parts.idFor, occasion, to, ...told });
  return seen(chat, occasion);
}

/** The time of the world as a mind has it, where a time is before that; null where it is not, or nobody can tell. */
export function laterThan({ world: { time } }: Mind, at: string): string | null {
  const [then, now] = [minutesIn(at), minutesIn(time)];
  return then !== null && now !== null && then < now ? time : null;
}

/** Begins one; `unmet`: what it needs and has not, as far as the viewer knows. Throws as `turnOccasion`. */
export function startOccasion(chat: OpenChat, name: string, how?: OccasionTurn) {
  const occasion = ownMind(chat).occasions[find(chat, name)];
  const missing = occasion ? unmet(chat.known(), occasion) : [];
  return { occasion: turnOccasion(chat, name, 'active', how), unmet: missing };
}
