import type { StateEdit } from '../../domain/decide/decide-state.ts';
import { SottoError } from '../../domain/errors.ts';
import type { StateChange } from '../../domain/events/state-kinds.ts';
import type { Field } from '../../domain/fiction/kinds.ts';
import { fiction } from '../../domain/fiction/table.ts';
import { listIn, valueIn } from '../../domain/fiction/text.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import { oneLine } from '../../domain/one-line.ts';
import { memoryKey } from '../../domain/rows/records.ts';
import { type Edge, entityIn } from '../../domain/world/mind.ts';
import { foldName } from '../../domain/world/world.ts';
import { messageAt } from '../open/address.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { memoryIdOf } from '../story/memories/memory-id.ts';
import { endedBySetting } from '../story/scenes/set-elsewhere.ts';
import { carryOut } from '../tree/changes.ts';
import { containerNamed } from './container-edits.ts';
import { edit, editAll, idOf, ownMind, refuse } from './editing.ts';
import { namedIds } from './lines/state-lines.ts';
import { memoryOfLine } from './pass/facts.ts';
import { othersFor } from './pass/passing.ts';

const felt = ['affinity', 'trust', 'summary'] as const;

/** What is set of an edge; absent fields stay. */
export type EdgeEdit = { readonly [Name in (typeof felt)[number]]?: Edge[Name] | undefined };

/** Sets the world's time, weather or place for everyone present; another place, or days later, ends the scene. */
export function setWorld(chat: OpenChat, field: 'time' | 'weather' | 'place', value: string): void {
  const set: { readonly [Field in typeof field]?: string } = { [field]: oneLine(value) };
  const ends = endedBySetting(chat, set);
  editAll(chat, [{ target: 'world', change: { what: 'world', ...set } }], ends);
  if (ends) chat.emit({ type: 'notice', message: 'this also ends the scene; `sotto undo` reverts both' });
}

/** A field of somebody as a person names it: `mood`, `activity.verb`. */
interface NamedField {
  readonly subject: 'entity' | 'activity';
  readonly name: string;
  readonly field: Field;
}

const namedIn = (subject: NamedField['subject'], lead: string): [string, NamedField][] =>
  Object.entries<Field>(fiction[subject]).map(([name, field]) => [
    `${lead}${field.named ?? name}`,
    { subject, name, field },
  ]);

const fieldsNamed: ReadonlyMap<string, NamedField> = new Map([
  ...namedIn('entity', ''),
  ...namedIn('activity', 'activity.'),
]);

/** What may be set of somebody, by the names that a person gives it. */
export const entityFields: readonly string[] = [
  ...Object.keys(fiction.entity),
  'inventory',
  ...[...fieldsNamed.keys()].filter((name) => name.startsWith('activity.')),
];

/** Sets what is so of somebody: `mood`, `goals`, `status`, `traits`, `inventory`, or `activity.FIELD`. */
export function setEntity(chat: OpenChat, who: string, wanted: string, value: string): void {
  const entity = idOf(chat, who);
  if (wanted === 'inventory') {
    const loses = [...entityIn(ownMind(chat), entity).inventory];
    edit(chat, 'inventory', { what: 'entity', entity, gains: listIn(value), loses });
    return;
  }
  const found = fieldsNamed.get(wanted);
  const { subject, name, field } =
    found ?? refuse('bad_field', `there is no field ${wanted}; it is one of ${entityFields.join(', ')}`);
  const isPlace = field.kind === 'place' && value.trim() !== '';
  const said = isPlace ? containerNamed(chat, value) : valueIn(field, value);
  const change = { what: subject, entity, [name]: said } as StateChange;
  edit(chat, subject === 'activity' ? 'activity' : (name as StateEdit['target']), change);
}

/** Sets what one feels about another. */
export function setEdge(chat: OpenChat, from: string, to: string, fields: EdgeEdit): void {
  const between = { what: 'edge', from: idOf(chat, from), to: idOf(chat, to) } as const;
  if (between.from === between.to) refuse('same_character', 'these are the same character; name two');
  const edits = felt.flatMap((name): StateEdit[] => {
    const value = typeof fields[name] === 'string' ? fields[name].trim() : fields[name];
    return value === undefined ? [] : [{ target: `edge_${name}`, change: { ...between, [name]: value } }];
  });
  editAll(chat, edits);
}

/** Adds a fact that one knows about another. */
export function know(chat: OpenChat, from: string, to: string, fact: string): void {
  const said = oneLine(fact);
  if (said === '') refuse('empty_text', 'the fact is empty; write one');
  const between = { from: idOf(chat, from), to: idOf(chat, to) };
  edit(chat, 'knowledge_facts', { what: 'edge', ...between, learns: [said] });
}

/** Takes a fact away, by its text or its number from 1. Throws SottoError `no_such_fact`. */
export function unknow(chat: OpenChat, from: string, to: string, fact: string): void {
  const between = { from: idOf(chat, from), to: idOf(chat, to) };
  const { mind } = chat.known(between.from);
  const known = mind.edges[between.from]?.[between.to]?.knowledge ?? [];
  const found = known.find((one) => foldName(one) === foldName(fact)) ?? known[Number(fact) - 1];
  if (found === undefined) {
    const message = `${from} knows no such fact about ${to}; see \`sotto edges --of "${from}"\``;
    throw new SottoError('not_found', 'no_such_fact', message);
  }
  edit(chat, 'knowledge_facts', { what: 'edge', ...between, forgets: [found] });
}

/** Opens a thread. Returns its id. Throws SottoError `name_taken` where the viewer knows one that is open and says the same. */
export function openThread(chat: OpenChat, text: string): string {
  const said = oneLine(text);
  if (said === '') refuse('empty_text', 'the thread is empty; write what is unresolved');
  const isTaken = Object.values(ownMind(chat).threads).some(
    ({ text: open, state }) => state === 'open' && foldName(open) === foldName(said),
  );
  if (isTaken) refuse('name_taken', 'that thread is open already; see `sotto threads`');
  const thread = namedIds(chat.parts.idFor, chat.id).thread(said);
  edit(chat, 'thread', { what: 'thread', thread, text: said, state: 'open' });
  return thread;
}

/** Closes a thread, by its id, a beginning of it or its text. Throws SottoError `no_such_thread`. */
export function closeThread(chat: OpenChat, wanted: string, isDropped: boolean): void {
  const { threads } = ownMind(chat);
  const found = Object.entries(threads).filter(
    ([id, { text }]) => id.startsWith(wanted) || foldName(text) === foldName(wanted),
  );
  const [only] = found;
  if (!only || found.length > 1) {
    const message = `"${wanted}" matches ${found.length === 0 ? 'no thread' : 'several threads'}; see \`sotto threads\``;
    throw new SottoError('not_found', 'no_such_thread', message);
  }
  edit(chat, 'thread', { what: 'thread', thread: only[0], state: isDropped ? 'dropped' : 'resolved' });
}

/** Sets what those of the group know of it. */
export const setGroup = (chat: OpenChat, field: 'summary' | 'dynamic', value: string): void =>
  edit(chat, 'group', { what: 'group', [field]: value.trim() });

/** What somebody remembers of a message that matters so much, as it was when it was said; undefined where they do already. */
function rememberedOf(chat: OpenChat, owner: CharacterId, { id }: Message, significance: number) {
  const { store } = chat.parts;
  const view = chat.view(owner);
  const line = view.find(id);
  const memory = (about: string) => memoryIdOf(chat, owner, about);
  if (!line || view.record(memoryKey(owner, memory(id)))) return undefined;
  const known = chat.known(owner, store.placeOf(id));
  const passing = { owner, memory, others: othersFor(known), mind: known.mind };
  return memoryOfLine(passing, line, significance);
}

/** Says how much a message matters to somebody who perceived it, from 0 to 3; what matters much they remember. */
export function score(chat: OpenChat, address: string, significance: number, of?: string): void {
  const message = messageAt(chat, address);
  const owner = of === undefined ? chat.played.id : idOf(chat, of);
  const memory = rememberedOf(chat, owner, message, significance);
  const { pinsMost } = chat.parts.settings;
  carryOut(chat, { type: 'score', by: chat.viewer, message, owner, significance, pinsMost, memory });
}
