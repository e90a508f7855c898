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

/**
 * What is planned, goes on and has been, as far as the viewer knows. What a person does with it is one act that undo takes back. An
 * occasion is meant by its name, its id or a beginning of either (SottoError `no_such_occasion`, `ambiguous_occasion`).
 */
export interface OccasionsPlay {
  list(): OccasionSeen[];
  /** The time of the world as the viewer knows it, where a time is before that; null where it is not, or nobody can tell. */
  laterThan(at: string): string | null;
  /** Plans one. Rejects with SottoError `occasion_exists`, `bad_time`, `names_prop`, `out_of_bounds`, `unknown_name`. */
  add(name: string, plan: OccasionPlan): Promise<OccasionSeen>;
  /** Tells these by name what the viewer knows of one. Rejects with SottoError `unknown_name`, `empty_audience`. */
  tell(name: string, to: readonly string[]): Promise<OccasionSeen>;
  /** Begins one; `unmet`: what it needs and has not, as far as the viewer knows. Rejects with SottoError `bad_transition`. */
  start(name: string, how?: OccasionTurn): Promise<{ occasion: OccasionSeen; unmet: readonly string[] }>;
  /** It is over: what it brings about stays, its props are nowhere any more. */
  close(name: string, how?: OccasionTurn): Promise<OccasionSeen>;
  /** It will never be, or ends without what was planned for its end. */
  cancel(name: string, how?: OccasionTurn): Promise<OccasionSeen>;
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

const ownMind = (chat: OpenChat): Mind => chat.known().mind;

/** The one that is meant: of several of a name the one that is planned or goes on, else the last. */
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

function add(chat: OpenChat, wanted: string, { to, ...plan }: OccasionPlan): OccasionSeen {
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

function tell(chat: OpenChat, wanted: string, to: readonly string[]): OccasionSeen {
  const occasion = find(chat, wanted);
  carryOut(chat, { type: 'tell_occasion', by: chat.viewer, idFor: chat.parts.idFor, occasion, to });
  return seen(chat, occasion);
}

function seen(chat: OpenChat, id: string): OccasionSeen {
  const occasion = ownMind(chat).occasions[id];
  if (occasion) return occasionSeen(id, occasion);
  throw new SottoError('not_found', 'no_such_occasion', 'there is no such occasion; see `sotto occasions`');
}

function turn(chat: OpenChat, wanted: string, to: Turn, how: OccasionTurn = {}): OccasionSeen {
  const occasion = find(chat, wanted);
  const gist = how.gist === undefined ? undefined : oneLine(how.gist);
  const told: ManualTurn = { gist, effects: effectsOf(chat, how) };
  carryOut(chat, { type: 'turn_occasion', by: chat.viewer, idFor: chat.parts.idFor, occasion, to, ...told });
  return seen(chat, occasion);
}

/** The occasions of an open chat. */
export const occasionsOf = (chat: OpenChat): OccasionsPlay => ({
  list: () => occasionsIn(ownMind(chat)),
  laterThan(at) {
    const { time } = ownMind(chat).world;
    const [then, now] = [minutesIn(at), minutesIn(time)];
    return then !== null && now !== null && then < now ? time : null;
  },
  add: async (name, plan) => add(chat, name, plan),
  tell: async (name, to) => tell(chat, name, to),
  async start(name, how) {
    const known = ownMind(chat);
    const occasion = known.occasions[find(chat, name)];
    const missing = occasion ? unmet(chat.known(), occasion) : [];
    return { occasion: turn(chat, name, 'active', how), unmet: missing };
  },
  close: async (name, how) => turn(chat, name, 'completed', how),
  cancel: async (name, how) => turn(chat, name, 'cancelled', how),
});
