import type { NewEvent } from '../../domain/events/events.ts';
import type { CharacterId } from '../../domain/message.ts';
import { directorName } from '../../domain/world/names.ts';
import { memberOf, presentIn, stageOf } from '../../domain/world/world.ts';
import { requireIdle } from '../open/idle.ts';
import { lookOn } from '../open/onlooker.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { decided } from '../tree/changes.ts';
import { refuse } from '../world/editing.ts';
import { isUnsaidAmong, ownScenes } from './scenes/own-scenes.ts';

/** That the scene ends for all who are there, by whoever sits at this terminal. */
const ending = ({ viewer }: OpenChat): NewEvent => ({
  kind: 'scene_closed',
  payload: { reason: 'hand', ...(viewer !== 'everyone' && { by: viewer }) },
});

/** The same for those who are there alone: whoever comes cannot tell whether they had a scene. */
const closedUnseen: NewEvent = { kind: 'scene_closed', payload: { reason: 'hand' } };

/** Whom the human plays when they do not look on. */
const ownOf = ({ session: { onlooker }, human }: OpenChat): CharacterId =>
  onlooker === null || onlooker === 'everyone' ? human.member.id : onlooker;

/**
 * Ends the scene and begins one of these alone, in one act that undo takes back; the human looks on as the first of them, or
 * as everyone, and is nobody there. Returns their names. Throws SottoError `unknown_name`, `human_in_scene`.
 */
export function beginMeanwhile(chat: OpenChat, wanted: readonly string[], isAll = false): readonly string[] {
  requireIdle(chat);
  const members = wanted.map((name) => chat.perspective.member(name));
  const [first] = members;
  if (!first) return refuse('empty_scene', 'the scene has no characters; name them, such as Bob,Carl');
  const own = members.find(({ id }) => id === ownOf(chat));
  if (own)
    return refuse(
      'human_in_scene',
      `you play ${own.name}; name others, or set the scene with \`sotto scene\``,
    );
  const closed = ending(chat);
  const scene = decided(chat, { type: 'set_scene', present: members.map(({ id }) => id) });
  chat.record('human', (state) => [closed, ...scene(state)]);
  lookOn(chat, isAll ? directorName : first.name);
  return members.map(({ name }) => name);
}

/** Those who were at the end of the scene that somebody saw close last, and have not left the play since; and that one. */
function companionsOf(chat: OpenChat, own: CharacterId) {
  const last = ownScenes(chat.view(own), own).at(-1);
  const isStill = (id: CharacterId) => memberOf(chat.stage, id)?.isGone !== true;
  return [...new Set([...(last?.present ?? presentIn(chat.stage)).filter(isStill), own])];
}

/**
 * Ends that scene: the human's character is there again with those of the scene that they saw close last, and is played, in one
 * act that undo takes back. Returns the names of all who are there. Throws SottoError `already_here`.
 */
export function comeBack(chat: OpenChat): readonly string[] {
  requireIdle(chat);
  const { store } = chat.parts;
  const own = ownOf(chat);
  const { present, name = '' } = memberOf(chat.stage, own) ?? {};
  if (present)
    return refuse('already_here', `${name} is here; \`sotto meanwhile NAMES\` plays a scene without them`);
  const scene = decided(chat, { type: 'set_scene', present: companionsOf(chat, own) });
  const closed = ({ head, world }: OpenChat['state']) =>
    isUnsaidAmong({ store, chat: chat.id, head }, presentIn(stageOf(world))) ? [] : [closedUnseen];
  chat.record('human', (state) => [...closed(state), ...scene(state)]);
  chat.lookAs(chat.session.onlooker === 'everyone' ? directorName : name);
  return chat
    .known()
    .cast.filter((one) => one.present)
    .map((one) => one.name);
}
