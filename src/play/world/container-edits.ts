import { SottoError } from '../../domain/errors.ts';
import type { StateChange } from '../../domain/events/state-kinds.ts';
import { saidOf } from '../../domain/fiction/kinds.ts';
import { fiction } from '../../domain/fiction/table.ts';
import { oneLine } from '../../domain/one-line.ts';
import type { Container } from '../../domain/world/mind.ts';
import { foldName } from '../../domain/world/world.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { carryOut } from '../tree/changes.ts';
import { editAll, idOf, ownMind, refuse } from './editing.ts';
import { namedIds } from './lines/state-lines.ts';

/** What is set of a place, by its fields; absent ones stay. What lies there is seen by whoever is there, or comes in. */
export type ContainerEdit = { readonly [Name in keyof Container]?: Container[Name] | undefined };

/** The id of a place that the viewer knows. Throws SottoError `no_such_container`. */
export function containerNamed(chat: OpenChat, name: string): string {
  const { containers } = ownMind(chat);
  const found = Object.entries(containers).find(
    ([id, one]) => id === name || foldName(one.name) === foldName(name),
  );
  if (found) return found[0];
  const known = Object.values(containers).map((one) => one.name);
  const there = known.length === 0 ? 'there are none yet' : `there is ${known.join(', ')}`;
  throw new SottoError(
    'not_found',
    'no_such_container',
    `no place is called "${name}": ${there}; \`sotto container add "${name}"\` makes one`,
  );
}

/** Throws SottoError `name_taken` where the viewer knows another place of this name. */
function refuseTaken(chat: OpenChat, name: string, own?: string): void {
  const isTaken = Object.entries(ownMind(chat).containers).some(
    ([id, one]) => id !== own && foldName(one.name) === foldName(name),
  );
  if (isTaken) {
    refuse(
      'name_taken',
      `there is a place called "${name}"; \`sotto container set "${name}" FIELD VALUE\` changes it, or choose another name`,
    );
  }
}

/** What all see of a place is one change, what lies there another: only whoever is there sees that. */
function editPlace(chat: OpenChat, container: string, { things, ...seen }: ContainerEdit): void {
  const fields = saidOf(fiction.container, seen);
  const changes = [
    ...(Object.keys(fields).length > 0 ? [{ what: 'container', container, ...fields } as const] : []),
    ...(things ? [{ what: 'container', container, things: things.map(oneLine) } as const] : []),
  ];
  editAll(
    chat,
    changes.map((change) => ({ target: 'container', change: change as StateChange })),
  );
}

/** The id of a place of this name, and another where a place that bears another name now has it. */
function freeId(chat: OpenChat, name: string): string {
  const { container } = namedIds(chat.parts.idFor, chat.id);
  const { containers } = ownMind(chat);
  let [id, n] = [container(name), 1];
  while (containers[id] !== undefined) {
    n += 1;
    id = container(`${name}\n${n}`);
  }
  return id;
}

/** Adds a place. Returns its id. Throws SottoError `name_taken` where the viewer knows one of this name. */
export function addContainer(chat: OpenChat, wanted: string, fields: ContainerEdit): string {
  const name = oneLine(wanted);
  if (name === '') refuse('empty_name', 'the name is empty; give the place a name');
  refuseTaken(chat, name);
  const container = freeId(chat, name);
  editPlace(chat, container, { ...fields, name });
  return container;
}

/** Changes a place. Throws SottoError `no_such_container`, and `name_taken` where the viewer knows another of the new name. */
export function setContainer(chat: OpenChat, name: string, fields: ContainerEdit): void {
  const container = containerNamed(chat, name);
  if (fields.name !== undefined) refuseTaken(chat, fields.name, container);
  editPlace(chat, container, fields);
}

/** Throws SottoError `slot_taken` where the viewer takes somebody else to be in this slot of a place. */
function refuseTakenSlot(chat: OpenChat, who: string, container: string, slot: string): void {
  const mind = ownMind(chat);
  const place = mind.containers[container];
  const isSlot = (one: string): boolean => foldName(one) === foldName(slot);
  if (!place?.slots.some(isSlot)) return;
  const isTaken = Object.entries(mind.entities).some(
    ([id, { activity }]) => id !== who && activity.container === container && isSlot(activity.slot),
  );
  if (isTaken) refuse('slot_taken', `"${slot}" in ${place.name} is taken; name another slot, or none`);
}

/**
 * Moves somebody to a place; whoever is out of earshot then is away, whoever comes into it is there. Throws SottoError
 * `slot_taken`: a slot that the place is said to have holds one.
 */
export function moveTo(chat: OpenChat, who: string, name: string, wanted = ''): void {
  const character = idOf(chat, who);
  const container = containerNamed(chat, name);
  const slot = oneLine(wanted);
  refuseTakenSlot(chat, character, container, slot);
  carryOut(chat, { type: 'move', by: chat.viewer, character, container, slot });
}
