import { type Command, decide } from '../../src/domain/decide/decide.ts';
import { isSottoError } from '../../src/domain/errors.ts';
import type { NewEvent } from '../../src/domain/events/events.ts';
import type { StateChange } from '../../src/domain/events/state-kinds.ts';
import type { Position } from '../../src/domain/lineage.ts';
import { mindOf } from '../../src/domain/world/mind.ts';
import { knownBy, memberOf, opened, presentIn } from '../../src/domain/world/world.ts';
import type { PlayParts } from '../../src/play/chat/parts.ts';
import {
  addOccasion,
  startOccasion,
  tellOccasion,
  turnOccasion,
} from '../../src/play/story/occasion-acts.ts';
import { skipTime } from '../../src/play/story/time/skipping.ts';
import { setWorld } from '../../src/play/world/edits.ts';
import type { Store } from '../../src/store/store.ts';
import { carryOut, type Name, newcomers } from '../commands.ts';
import { Scene, type SceneOptions } from '../histories.ts';
import { ask, type Questioned } from './asked.ts';
import type { Act, Anyone, Deed, Finding, Passing, Question, Story, Summing } from './deeds.ts';
import { type Passed, pass } from './passed.ts';
import { type Summed, sumUp } from './summed.ts';

const window = 30;

/**
 * What the log says of a reply that its speaker alone knows: what it answers, where the window of its prompt begins, the
 * seed that the prompt gave, what the model wrote besides, the letters that it has read.
 */
export function ofItsSpeaker(scene: Scene, speaker: string, { text, at }: { text: string; at: Position }) {
  const { store, id, parts } = scene;
  const seen = store.view(id, speaker, at).last(window);
  const { letters } = opened(store.moment(id, at).whole);
  return {
    raw: `<think>${seen.length} seen</think>${text}`,
    answers: seen.at(-1)?.id ?? null,
    windowFrom: seen[0]?.id ?? null,
    seed: parts.seedFor(seen.map((message) => message.id).join(), 0),
    lettersRead: (letters[speaker] ?? []).map((letter) => letter.id),
  };
}

/** The quay, where everybody is found by their first name whatever they are called now. */
export class Quay extends Scene {
  readonly #ids: ReadonlyMap<string, string>;

  constructor(store: Store, options: SceneOptions, parts: Partial<PlayParts> = {}) {
    super(store, options);
    Object.assign(this.parts, parts);
    const world = opened(this.state.world);
    this.#ids = new Map([
      ...world.cast.map(({ name, id }): [string, string] => [name, id]),
      ...newcomers.map((name): [string, string] => [name, `${name} of ${this.id}`]),
    ]);
  }

  override who(name: string): string {
    return (#ids in this && this.#ids.get(name)) || super.who(name);
  }

  override playing(as?: string) {
    const name = as === undefined ? undefined : this.calledNow(as);
    return super.playing(name);
  }

  /** What somebody is now called by. */
  calledNow(name: string): string {
    return memberOf(opened(this.state.world), this.who(name))?.name ?? name;
  }

  override given(fact: NewEvent, actor?: 'human' | 'model'): string {
    if (fact.kind !== 'reply_received' && fact.kind !== 'reply_cut_short') return super.given(fact, actor);
    const { speaker, text } = fact.payload;
    const own = ofItsSpeaker(this, speaker, { text, at: this.state.head });
    return super.given({ ...fact, payload: { ...fact.payload, ...own } } as NewEvent, actor);
  }

  isInCast(name: string): boolean {
    return memberOf(opened(this.state.world), this.who(name)) !== undefined;
  }

  isThere(name: string): boolean {
    return presentIn(opened(this.state.world)).includes(this.who(name));
  }

  /** Those among the named whom somebody there can speak to. */
  withinEarshot(by: string, to: readonly string[]): Anyone[] {
    const known = knownBy(opened(this.state.world), this.who(by)).filter(({ present }) => present);
    return to.filter((name): name is Anyone => known.some(({ id }) => id === this.who(name)));
  }
}

const ofCast = (scene: Quay, who: readonly string[]): string[] =>
  who.map((name) => scene.who(name)).filter((id) => memberOf(opened(scene.state.world), id));

function audienceOf(scene: Quay, { by, pick, to }: Extract<Deed, { type: 'open_up' }>): NewEvent | null {
  if (!scene.isInCast(by)) return null;
  const target = scene
    .playing(by)
    .view()
    .last(pick + 1)[0];
  if (!target) return null;
  const named = ofCast(scene, to);
  const { id: message, speaker } = target;
  const knownTo = named.length === 0 ? [] : [...new Set([...named, ...(speaker === null ? [] : [speaker])])];
  return { kind: 'audience_changed', payload: { message, speaker, knownTo } };
}

function letterOf(scene: Quay, { from, to, text }: Extract<Deed, { type: 'letter' }>): NewEvent | null {
  const named = ofCast(scene, to);
  if (named.length === 0 || text === '' || (from !== null && !scene.isInCast(from))) return null;
  const sender = from === null ? null : scene.who(from);
  return { kind: 'letter_sent', payload: { from: sender, to: named, subject: 'The key', text } };
}

function importedOf(scene: Quay, { by, to, text }: Extract<Deed, { type: 'import' }>): NewEvent | null {
  if (text === '' || (by !== null && !scene.isThere(by))) return null;
  const heard = ofCast(
    scene,
    by === null ? to.filter((name) => scene.isThere(name)) : scene.withinEarshot(by, to),
  );
  const speaker = by === null ? null : scene.who(by);
  const knownTo = heard.length > 0 && speaker !== null ? [...new Set([...heard, speaker])] : heard;
  const role = by === null ? 'system' : 'character';
  return { kind: 'message_imported', payload: { speaker, role, raw: text, text, knownTo } };
}

/** What a person sets of the state: public, or of a mind. */
function stateSet(scene: Quay, { what, who, of }: Extract<Deed, { type: 'set_state' }>): NewEvent | null {
  if (!scene.isInCast(who) || !scene.isInCast(of)) return null;
  const [one, other] = [scene.who(who), scene.who(of)];
  const edits = {
    place: { target: 'world', change: { what: 'world', place: `where ${who} is` }, knownTo: [] },
    thread: { target: 'thread', change: { what: 'thread', thread: `t ${who}`, text: 'Why?' }, knownTo: [] },
    container: {
      target: 'container',
      change: { what: 'container', container: 'c', name: 'the shed' },
      knownTo: [],
    },
    things: {
      target: 'container',
      change: { what: 'container', container: 'c', things: [`what ${who} left`] },
      knownTo: [one, other],
    },
    where: { target: 'activity', change: { what: 'activity', entity: one, container: 'c' }, knownTo: [] },
    mood: { target: 'mood', change: { what: 'entity', entity: one, mood: 'grim' }, knownTo: [one] },
    edge: {
      target: 'edge_trust',
      change: { what: 'edge', from: one, to: other, trust: 40 },
      knownTo: [one],
    },
  } as const;
  const { target, change, knownTo } = structuredClone(edits[what]);
  return { kind: 'manual_edit', payload: { target, change: change as StateChange, knownTo: [...knownTo] } };
}

/** That somebody seems to have left, as a message tells all who were there; null where it is not for all of them. */
function proposed(scene: Quay, who: string, message: string): NewEvent | null {
  const { store, id, state } = scene;
  const place = store.placeOf(message);
  const there = presentIn(opened(store.moment(id, place).whole));
  const said = store.view(id, 'everyone', state.head).find(message);
  if (!said || said.knownTo.length > 0 || !there.every((one) => said.perceived.includes(one))) return null;
  return { kind: 'proposal_made', payload: { message, what: 'leaves', who, knownTo: there } };
}

/** What a pass finds out about a message for one who perceives it. */
function noticed(scene: Quay, { who, of, notices }: Finding, message: string): NewEvent | null {
  const [owner, other] = [scene.who(who), scene.who(of)];
  const knownTo = [owner];
  switch (notices) {
    case null:
      return null;
    case 'edge':
      return { kind: 'edge_update', payload: { from: owner, to: other, affinityDelta: 2, knownTo } };
    case 'mood':
      return { kind: 'entity_state_change', payload: { entity: owner, mood: 'glad', knownTo } };
    case 'activity':
      return { kind: 'activity_change', payload: { entity: other, verb: 'rowing', knownTo } };
    case 'weather':
      return { kind: 'world_change', payload: { weather: 'fog', knownTo } };
    case 'presence':
      return proposed(scene, other, message);
    case 'significance':
      return { kind: 'significance_scored', payload: { owner, message, significance: 3, pinsMost: 2 } };
  }
}

/** What changes a group, or is whispered to it, as a person would do it; null where that is refused. */
function groupedOf(
  scene: Quay,
  { what, who, name, of, text }: Extract<Deed, { type: 'group' }>,
): NewEvent | null {
  if (!scene.isInCast(who)) return null;
  const by = scene.who(who);
  const names = of.map((one) => scene.calledNow(one));
  const command: Command =
    what === 'whisper'
      ? { type: 'say', speaker: by, raw: text, to: [`@${name}`] }
      : { type: 'change_group', by, what, group: name, names };
  const decision = decide(scene.state.world, command, scene.parts.settings.tag);
  return 'refused' in decision ? null : (decision.events[0] ?? null);
}

/** What a call of a tool writes, or what it does; null where whoever calls is not in the cast. */
function usedOf(scene: Quay, { what, who, of, text }: Extract<Deed, { type: 'use' }>): NewEvent | null {
  if (!scene.isInCast(who) || !scene.isInCast(of)) return null;
  const [by, other] = [scene.who(who), scene.who(of)];
  if (what === 'plan')
    return {
      kind: 'plan_set',
      payload: { owner: by, title: 'The crossing', acts: [{ text, isDone: false }], by },
    };
  if (what === 'note')
    return { kind: 'tool_note_set', payload: { character: null, text, place: 'chat', by } };
  if (what === 'scenario')
    return { kind: 'tool_note_set', payload: { character: other, text, place: 'chat', by } };
  if (!scene.isThere(who)) return null;
  const knownTo = { roll: [], own: [by], pass: [...new Set([by, other])] }[what];
  const tool = what === 'roll' ? 'roll_dice' : 'recall_story';
  return {
    kind: 'tool_called',
    payload: { caller: by, tool, arguments: '{}', result: text, text: `[${text}]`, knownTo, by },
  };
}

/** Whoever plays, where they are away and know of somebody who comes or goes: it is their own act then. */
function awayDoer(scene: Quay, who: string): { by?: string } {
  const { id: by } = scene.playing().state().playing;
  const world = opened(scene.state.world);
  const isTheirs =
    !presentIn(world).includes(by) && knownBy(world, by).some(({ id }) => id === scene.who(who));
  return isTheirs ? { by } : {};
}

type Facts = { readonly [D in Deed as D['type']]: (scene: Quay, deed: D) => NewEvent | null };

/** The fact that a deed is, or null when it cannot be done now. */
const facts: Facts = {
  join: (scene, { who, knowsPast }) => {
    if (scene.isThere(who)) return null;
    const character = scene.who(who);
    const { name, card } = memberOf(opened(scene.state.world), character) ?? { name: who, card: null };
    return {
      kind: 'character_joined',
      payload: { character, name, card, knowsPast, ...awayDoer(scene, who) },
    };
  },
  leave: (scene, { who }) =>
    scene.isThere(who) && presentIn(opened(scene.state.world)).length > 1
      ? { kind: 'character_left', payload: { character: scene.who(who), ...awayDoer(scene, who) } }
      : null,
  call: (scene, { who, name }) =>
    scene.isInCast(who) && !opened(scene.state.world).cast.some((one) => one.name === name)
      ? { kind: 'character_renamed', payload: { character: scene.who(who), name } }
      : null,
  open_up: audienceOf,
  note: (scene, { text, depth, every, to }) => {
    const knownTo = ofCast(scene, to);
    return { kind: 'author_note_set', payload: { text, depth, every, role: 'system', knownTo } };
  },
  scenario: (scene, { who, text }) =>
    scene.isInCast(who) ? { kind: 'scenario_set', payload: { character: scene.who(who), text } } : null,
  letter: letterOf,
  use: usedOf,
  direct: (scene, { strategy, muted }) => {
    return { kind: 'director_set', payload: { strategy, muted: ofCast(scene, muted) } };
  },
  import: importedOf,
  become: (scene, { who, persona: name }) => {
    const persona = name === null ? null : { name, description: `${name} is late.` };
    return scene.isInCast(who)
      ? { kind: 'played_as', payload: { character: scene.who(who), persona } }
      : null;
  },
  close_scene: (scene, { who }) =>
    scene.isThere(who) ? { kind: 'scene_closed', payload: { reason: 'hand', by: scene.who(who) } } : null,
  set_state: stateSet,
  answer: (scene, { who, isAccepted }) => {
    const { proposals } = opened(scene.state.world);
    const open = proposals.findLast((one) => one.knownTo.includes(scene.who(who)));
    if (!open || open.isAccepted !== undefined) return null;
    const { message, what, who: whom } = open;
    const payload = { message, what, who: whom, isAccepted, by: scene.who(who) };
    return { kind: 'proposal_answered', payload };
  },
  group: groupedOf,
  give_to: (scene, { who, player }) =>
    scene.isInCast(who) ? { kind: 'player_set', payload: { character: scene.who(who), player } } : null,
};

/** Whether an act is a deed and no command. */
const isDeed = (act: Act): act is Deed => Object.hasOwn(facts, act.type);

const factOf = (scene: Quay, deed: Deed): NewEvent | null =>
  (facts[deed.type] as (scene: Quay, deed: Deed) => NewEvent | null)(scene, deed);

/** What a job is about, and what it found; null where that is nothing yet. */
export interface Finished {
  readonly type: 'job';
  readonly about: string;
  readonly source: string;
  readonly owner: string | null;
  readonly fact: NewEvent | null;
}

function bookJob(scene: Scene, { about, source, owner, fact }: Finished): void {
  const { store, id: chat } = scene;
  const at = scene.parts.now();
  store.jobs.add({ chat, kind: 'tide', about, source, owner, priority: 1 }, at);
  if (fact) store.chats.conclude(chat, { actor: 'model', at }, { job: 'tide', about, source, facts: [fact] });
}

/** What is to be found out about a message, by a job or at once. */
export type Booked = Finished | Questioned | Passed | Summed;

/** Adds a job about a message, whose outcome may be there already, or asks a model about it. */
export async function book(scene: Scene, booked: Booked): Promise<void> {
  if (booked.type === 'job') return bookJob(scene, booked);
  if (booked.type === 'pass') return pass(scene, booked);
  return booked.type === 'summed' ? sumUp(scene, booked) : ask(scene, booked);
}

/** Acts of which comes what is to be found out. */
export type Booking = Finding | Question | Passing | Summing;

/** Whether something is to be found out by an act. */
export const isBooking = (act: Act): act is Booking => ['find', 'ask', 'pass', 'sum_up'].includes(act.type);

/** The telling of the last scene that somebody saw close; null where they saw none. */
function summed(scene: Quay, { who }: Summing): Booked | null {
  const owner = scene.who(who);
  const about = mindOf(opened(scene.state.world).state, owner).scenes.last;
  return about === '' ? null : { type: 'summed', about, owner };
}

/** What is to be found out about a message that somebody perceives; null where they perceive none. */
export function bookedFor(scene: Quay, act: Booking): Booked | null {
  if (!scene.isInCast(act.who)) return null;
  if (act.type === 'sum_up') return summed(scene, act);
  const { who, pick } = act;
  const [message] = scene
    .playing(who)
    .view()
    .last(pick + 1);
  if (!message) return null;
  const character = scene.who(who);
  if (act.type === 'ask') {
    const { does, again } = act;
    return { type: 'question', about: message.id, owner: act.isOwn ? character : null, does, again };
  }
  if (act.type === 'pass') return { type: 'pass', about: message.id, owner: character, isOwn: act.isOwn };
  const { text, isOver } = act;
  const notice = scene.isInCast(act.of) ? noticed(scene, act, message.id) : null;
  const fact: NewEvent =
    notice ??
    (text === null
      ? { kind: 'judged', payload: { answer: 'no' } }
      : { kind: 'scenario_set', payload: { character, text } });
  const owner = /^(?:judged|proposal_made)$/.test(fact.kind) ? null : character;
  const source = `${who} ${text} ${notice?.kind} ${act.of}`;
  return { type: 'job', about: message.id, source, owner, fact: isOver ? fact : null };
}

/** What an occasion of the quay is made of: a prop, a gift to one and what another learns of them. */
const party = (who: string, of: string) => ({
  ...{ props: ['a hamper', 'a flag'], at: '2026-02-01T08:00', gist: `${who} won.` },
  onComplete: {
    gives: [{ who, object: 'the flag' }],
    ...(who !== of && { teaches: [{ who: of, about: who, fact: `${who} can row.` }] }),
  },
});

/** Lets the story go on, as the director or one of them does. */
async function tell(scene: Quay, { what, by, name, to, who, of, text }: Story): Promise<void> {
  if (![who, of, by ?? who].every((one) => scene.isInCast(one))) return;
  const play = scene.playing(by ?? '*');
  const [one, other] = [scene.who(who), scene.who(of)];
  const named = to.filter((each) => scene.isInCast(each)).map((each) => scene.calledNow(each));
  if (what === 'plan') {
    addOccasion(play.chat, name, { ...party(one, other), ...(named.length > 0 && { to: named }) });
    const director = scene.playing('*');
    if (director.known().mind.world.time === '') setWorld(director.chat, 'time', '2026-01-31T08:00');
  } else if (what === 'skip') skipTime(play.chat, text, { way: text.length > 13 ? 'elide' : 'jump' });
  else if (what === 'clock') setWorld(play.chat, 'time', party(one, other).at);
  else if (what === 'tell') tellOccasion(play.chat, name, named);
  else if (what === 'start') startOccasion(play.chat, name);
  else turnOccasion(play.chat, name, what === 'close' ? 'completed' : 'cancelled');
}

/** Does it a minute later; false when it cannot be done, as a person would have been told. */
export async function perform(scene: Quay, act: Act): Promise<boolean> {
  if (isBooking(act)) {
    scene.at += 60_000;
    const booked = bookedFor(scene, act);
    if (booked) await book(scene, booked);
    return booked !== null;
  }
  if (act.type === 'story') {
    scene.at += 60_000;
    return tell(scene, act).then(
      () => true,
      (error) => {
        if (isSottoError(error)) return false;
        throw error;
      },
    );
  }
  if (isDeed(act)) {
    const fact = factOf(scene, act);
    scene.at += 60_000;
    if (fact) scene.given(fact);
    return fact !== null;
  }
  if (!('by' in act)) return carryOut(scene, act);
  if (!scene.isInCast(act.by)) return false;
  if (act.type !== 'say' && act.type !== 'reply') return carryOut(scene, act);
  if (!scene.isThere(act.by)) return false;
  const to = scene.withinEarshot(act.by, act.to) as readonly string[] as readonly Name[];
  return carryOut(scene, { ...act, to });
}
