import { groupsSeen } from '../../domain/audience/groups.ts';
import { type AnyKnown, isOwn, type Known } from '../../domain/known/known.ts';
import type { Position } from '../../domain/lineage.ts';
import type { Message, MessageId } from '../../domain/message.ts';
import { oneLine } from '../../domain/one-line.ts';
import type { AtTheTerminal } from '../../domain/view.ts';
import type { Stage } from '../../domain/world/world.ts';
import { type UndoneFact, undoneKinds } from '../chat/play-state.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { containersIn, edgesIn, entitiesIn, groupIn, threadsIn } from '../world/lines/known.ts';

const quotedLength = 40;

/** The first words of a message in quotation marks, in one line. */
export const quoted = ({ text }: Message): string => `"${oneLine(text).slice(0, quotedLength)}"`;

/** Who hears a message, in words. */
export const hearers = ({ cast }: Stage, { knownTo }: Message): string =>
  knownTo.length === 0
    ? 'everyone present'
    : cast.flatMap(({ id, name }) => (knownTo.includes(id) ? [name] : [])).join(', ');

type What = UndoneFact['what'];

const ofSomebody: ReadonlySet<What> = new Set(['edge', 'entity', 'activity', 'audience']);

/** Whether it is told whose it is; its `id` is their name then. */
export const isOfSomebody = ({ what }: UndoneFact): boolean => ofSomebody.has(what);
type Fields = ReadonlyMap<string, string>;
/** What a viewer knows under a head, by what it is and its id; each as the texts of its fields. */
type Facts = Map<string, Fields>;

const plain = (value: unknown): string => {
  if (value === null || value === undefined || value === '' || value === false) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(plain).filter(Boolean).join('; ');
  if (typeof value !== 'object') return `${value}`;
  const parts = Object.entries(value).map(([name, part]) => [name, plain(part)]);
  return parts.flatMap(([name, part]) => (part === '' ? [] : [`${name} ${part}`])).join(', ');
};

const key = (what: What, id: string): string => `${what}\n${id}`;
const fields = (of: object): Fields =>
  new Map(Object.entries(of).map(([name, value]) => [name, plain(value)]));

/** What a mind holds of the world. */
function* stateFacts(known: Known<AtTheTerminal>): Iterable<[string, Fields]> {
  const { mind } = known;
  for (const { from, to, shift: _, lastInteraction: __, ...edge } of edgesIn(known))
    yield [key('edge', `${from} → ${to}`), fields(edge)];
  for (const { name, id: _, activity: seen, ...state } of entitiesIn(known)) {
    const { action, ...activity } = seen;
    yield [key('entity', name), fields(state)];
    yield [key('activity', name), fields({ ...activity, ...action })];
  }
  for (const { id, holds: _, ...container } of containersIn(known))
    yield [key('container', id), fields(container)];
  yield [key('world', 'world'), fields(mind.world)];
  const { summary, dynamic } = groupIn(known);
  yield [key('group', 'group'), fields({ summary, dynamic })];
  for (const { id, ...thread } of threadsIn(known)) yield [key('thread', id), fields(thread)];
  for (const [id, { name, state, props, gist }] of Object.entries(mind.occasions))
    yield [key('occasion', id), fields({ text: name, state, props, gist })];
}

/** What is kept beside the world: pins, letters, notes, memories, scenes. */
function* keptFacts(known: AnyKnown): Iterable<[string, Fields]> {
  const { viewer, view } = known;
  for (const { message } of known.pins) {
    const text = view.find(message)?.text;
    if (text !== undefined) yield [key('pin', message), fields({ text })];
  }
  for (const letters of Object.values(known.letters))
    for (const { id, subject, text } of letters) yield [key('letter', id), fields({ subject, text })];
  for (const [owner, { title, acts }] of Object.entries(known.plans))
    yield [
      key('plan', owner),
      fields({ text: title, acts: acts.map(({ text, isDone }) => `${isDone ? '✓ ' : ''}${text}`) }),
    ];
  for (const [whose, { text }] of Object.entries(known.toolNotes))
    yield [key('note', `tool ${whose}`), fields({ text })];
  const note = view.record('note')?.value;
  if (typeof note === 'object' && 'text' in note) yield [key('note', 'note'), fields({ text: note.text })];
  for (const { key: at, value, owner } of view.records('memory:')) {
    const { text, pinned } = value as { readonly text: string; readonly pinned: boolean };
    if (isOwn(known, owner ?? ''))
      yield [key('memory', at.split(':')[2] ?? at), fields({ text, pinned: pinned && 'pinned' })];
  }
  for (const { value } of view.records(`scene:${viewer}:`)) {
    const { scene, place, time } = value as {
      readonly scene: string;
      readonly place: string;
      readonly time: string;
    };
    yield [key('scene', scene), fields({ closed: 'closed', place, time })];
  }
}

/** Of facts on both sides the fields that differ, in words; null where nothing is said. */
function saidOf(one: Fields | undefined, other: Fields | undefined): string | null {
  const said = [...(one ?? [])].filter(([name, text]) => text !== '' && other?.get(name) !== text);
  if (said.length === 0) return null;
  return said.map(([name, text]) => (name === 'text' || text === name ? text : `${name} ${text}`)).join(', ');
}

function differences(was: Facts, becomes: Facts): UndoneFact[] {
  return [...new Set([...was.keys(), ...becomes.keys()])].flatMap((at) => {
    const [what = '', id = ''] = at.split('\n');
    const [before, after] = [was.get(at), becomes.get(at)];
    const fact = { what: what as What, id, was: saidOf(before, after), becomes: saidOf(after, before) };
    return fact.was === null && fact.becomes === null ? [] : [fact];
  });
}

const messageFields = (stage: Stage, message: Message | undefined): Fields =>
  fields(message ? { text: message.text, 'known to': hearers(stage, message) } : {});

/**
 * What else the viewer sees go when the head goes back to a place in its history: messages that read otherwise there, are back
 * there or known to others, but for those that are kept as they are, and all that is kept beside messages; grouped by what it is.
 */
export function undoneBetween(
  chat: OpenChat,
  to: Position,
  kept: ReadonlySet<MessageId> = new Set(),
): UndoneFact[] {
  const { state, viewer, parts } = chat;
  const { store } = parts;
  const there = chat.view(viewer, to);
  const revised = store
    .revisedSince(chat.id, state.head, to.seq)
    .filter((id) => !kept.has(id) && there.find(id));
  const factsAt = (known: Known<AtTheTerminal>): Facts => {
    const messages = revised.map((id): [string, Fields] => [
      key('message', id),
      messageFields(chat.stage, known.view.find(id)),
    ]);
    const groups = groupsSeen(known, viewer).map(({ name, members }): [string, Fields] => [
      key('audience', `@${name}`),
      fields({ text: members.join(', ') }),
    ]);
    return new Map([...messages, ...keptFacts(known), ...stateFacts(known), ...groups]);
  };
  const facts = differences(factsAt(chat.known()), factsAt(chat.known(viewer, to)));
  const named = (fact: UndoneFact): UndoneFact => {
    const line = fact.what === 'message' && fact.was?.startsWith('known to ') && there.find(fact.id);
    return line ? { ...fact, was: `${quoted(line)} ${fact.was}` } : fact;
  };
  return undoneKinds.flatMap((kind) => facts.filter(({ what }) => what === kind).map(named));
}
