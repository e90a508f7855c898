import { isInPlay, namedAudience, nobodyOf, unheardName } from '../audience/groups.ts';
import type { NewEvent } from '../events/events.ts';
import type { StateChange } from '../events/state-kinds.ts';
import type { CharacterId, Message } from '../message.ts';
import { entityIn } from '../world/mind.ts';
import { stateEvent } from '../world/minds.ts';
import { directorName, isListed, tooLongName } from '../world/names.ts';
import { knownBy, type Member, memberNamed, memberOf, presentIn, type World } from '../world/world.ts';
import { decideGroup, type GroupCommand } from './decide-groups.ts';
import { audienceOf } from './decide-words.ts';
import { type Decision, isRefusal, type Refusal, refuse } from './decision.ts';
import { after } from './occasion-events.ts';
import { perceivedAt, placeOf } from './places.ts';

/** Somebody comes or goes, said at the screen of `by`; absent: at nobody's. */
type Coming = { readonly by?: CharacterId | 'everyone' } & (
  | {
      type: 'join';
      character: CharacterId;
      knowsPast: boolean;
      /** The name by which they were asked for, by somebody who may never have met them; absent: all know them. */
      called?: string;
    }
  | { type: 'leave'; character: CharacterId }
  /** These are there, and nobody else. */
  | { type: 'set_scene'; present: readonly CharacterId[] }
);

/** Who is in the scene, what they are called, and who has heard what was said. */
export type CastCommand =
  | GroupCommand
  | Coming
  /** Somebody new; the cast may have `most` members. */
  | { type: 'enlist'; newcomer: Pick<Member, 'id' | 'name' | 'card'>; knowsPast: boolean; most: number }
  | { type: 'rename_character'; character: CharacterId; name: string }
  /** `viewer`: whose knowledge of the cast the names are read with. */
  | {
      type: 'change_audience';
      messages: readonly Message[];
      to: readonly string[] | 'everyone';
      viewer: CharacterId | 'everyone';
    };

/** Whether the name and another one of the cast would read as a list and a name in it. */
const isMixedUp = ({ cast }: World, name: string, who: CharacterId): boolean =>
  cast.some((other) => other.id !== who && (isListed(other.name, name) || isListed(name, other.name)));

/**
 * Why a name cannot be borne by somebody who is, or is to be, `who` in the cast; null when it can. It tells of the others
 * nothing but that: the viewer may not know of them.
 */
function nameProblem(world: World, name: string, who: CharacterId): Refusal | null {
  if (name.trim() === '') return { code: 'empty_name', message: 'the name is empty; give them one' };
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)) {
    const message =
      'the name contains a line break or a control character; write it in one line of plain text';
    return { code: 'bad_name', message };
  }
  if (name.trim() === directorName) {
    return { code: 'bad_name', message: `nobody can be called ${directorName}: it means everyone together` };
  }
  const tooLong = tooLongName(name.trim());
  if (tooLong !== null) return { code: 'bad_name', message: `the name ${tooLong}` };
  if (isMixedUp(world, name, who)) {
    const message = `"${name}" would read as several names separated by a comma, or as one of them; choose another`;
    return { code: 'ambiguous_name', message };
  }
  const bearer = memberNamed(world, name);
  return !bearer || bearer.id === who ? null : taken(name);
}

/** That a name is borne, and nothing of who bears it. */
const taken = (name: string): Refusal => ({
  code: 'duplicate_name',
  message: `that name is taken; choose another than "${name.trim()}"`,
});

/** Somebody comes in. */
export const joined = (
  { id, name, card }: Pick<Member, 'id' | 'name' | 'card'>,
  knowsPast: boolean,
): NewEvent => ({
  kind: 'character_joined',
  payload: { character: id, name, card, knowsPast },
});

/** Somebody goes: from the scene, or from the play. */
export const left = (character: CharacterId, isGone?: true): NewEvent => ({
  kind: 'character_left',
  payload: { character, ...(isGone && { isGone }) },
});

/** Somebody comes in, to where all who are there are; and perceives what is so there. */
function comingIn(
  world: World,
  member: Pick<Member, 'id' | 'name' | 'card'>,
  knowsPast: boolean,
): NewEvent[] {
  const { all } = world.state;
  const [place = '', ...others] = new Set(presentIn(world).map((id) => placeOf(all, id)));
  const come = [joined(member, knowsPast)];
  if (place === '' || others.length > 0) return come;
  const isElsewhere = !['', place].includes(entityIn(all, member.id).activity.container);
  const there: StateChange = { what: 'activity', entity: member.id, container: place };
  const moved = isElsewhere ? [...come, stateEvent(there, [])] : come;
  return [...moved, ...perceivedAt(after(world, moved), member.id, place)];
}

function join(world: World, command: Extract<CastCommand, { type: 'join' }>): Decision {
  const { character, knowsPast, called, by = 'everyone' } = command;
  const member = memberOf(world, character);
  if (!member) return refuse('unknown_name', 'nobody in this chat has that name');
  if (called !== undefined && member.present && !knownBy(world, by).includes(member))
    return { refused: taken(called) };
  if (member.present) return refuse('already_here', `${member.name} is here already`);
  return { events: comingIn(world, member, knowsPast) };
}

function enlist(world: World, command: Extract<CastCommand, { type: 'enlist' }>): Decision {
  const { newcomer, knowsPast, most } = command;
  const refused = nameProblem(world, newcomer.name, newcomer.id);
  if (refused) return { refused };
  if (world.cast.length >= most) {
    return refuse(
      'cast_too_large',
      `the cast already has ${most} members, the most it may have; raise cast.max`,
    );
  }
  return { events: comingIn(world, { ...newcomer, name: newcomer.name.trim() }, knowsPast) };
}

function leave(world: World, character: CharacterId): Decision {
  const member = memberOf(world, character);
  if (!member?.present) return refuse('already_away', `${member?.name ?? 'this character'} is away already`);
  return { events: [left(character, true)] };
}

/** Who goes is gone before anybody comes, so that they do not meet. */
const setScene = ({ cast }: World, wanted: readonly CharacterId[]): Decision => ({
  events: [
    ...cast.filter(({ id, present }) => present && !wanted.includes(id)).map(({ id }) => left(id)),
    ...cast
      .filter(({ id, present }) => !present && wanted.includes(id))
      .map((member) => joined(member, false)),
  ],
});

function renamed(world: World, character: CharacterId, name: string): Decision {
  const refused = nameProblem(world, name, character);
  if (refused) return { refused };
  const isSame = memberOf(world, character)?.name === name.trim();
  return {
    events: isSame ? [] : [{ kind: 'character_renamed', payload: { character, name: name.trim() } }],
  };
}

/** Ids of those who are to have perceived messages. */
function wantedAudience(
  world: World,
  { to, viewer }: Extract<CastCommand, { type: 'change_audience' }>,
): readonly CharacterId[] | Refusal {
  if (to === 'everyone') return [];
  if (to.length === 0) return { code: 'empty_audience', message: 'the audience names nobody; name somebody' };
  const { ids, unknown, deserted } = namedAudience(world, viewer, to, { member: isInPlay });
  if (unknown[0] !== undefined) return unheardName(world, viewer, unknown[0]);
  return deserted[0] === undefined ? ids : nobodyOf(deserted[0]);
}

function changeAudience(world: World, command: Extract<CastCommand, { type: 'change_audience' }>): Decision {
  const ids = wantedAudience(world, command);
  if (isRefusal(ids)) return { refused: ids };
  return {
    events: command.messages.flatMap(({ id: message, speaker, knownTo: before }): NewEvent[] => {
      const knownTo = command.to === 'everyone' ? [] : audienceOf(world, ids, speaker);
      const isSame = knownTo.join('\n') === before.join('\n');
      return isSame ? [] : [{ kind: 'audience_changed', payload: { message, speaker, knownTo } }];
    }),
  };
}

function decideComing(world: World, command: Coming): Decision {
  switch (command.type) {
    case 'join':
      return join(world, command);
    case 'leave':
      return leave(world, command.character);
    case 'set_scene':
      return setScene(world, command.present);
  }
}

/** That somebody whom the doer knows comes or goes is the doer's own act, though whoever is away does not see it. */
function ofTheDoer(world: World, by: Coming['by'], decision: Decision): Decision {
  if ('refused' in decision || by === undefined || by === 'everyone') return decision;
  if (presentIn(world).includes(by)) return decision;
  const known = new Set(knownBy(world, by).map(({ id }) => id));
  return {
    events: decision.events.map((event) => {
      const isComing = event.kind === 'character_joined' || event.kind === 'character_left';
      if (!isComing || !known.has(event.payload.character)) return event;
      return { ...event, payload: { ...event.payload, by } } as NewEvent;
    }),
  };
}

/** Decides who is there, what they are called, and who has heard what was said. Pure. */
export function decideCast(world: World, command: CastCommand): Decision {
  switch (command.type) {
    case 'enlist':
      return enlist(world, command);
    case 'rename_character':
      return renamed(world, command.character, command.name);
    case 'change_audience':
      return changeAudience(world, command);
    case 'change_group':
      return decideGroup(world, command);
    default:
      return ofTheDoer(world, command.by, decideComing(world, command));
  }
}
