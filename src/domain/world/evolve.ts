import type { DomainEvent, NewEvent, Payload } from '../events/events.ts';
import type { CharacterId, MessageId } from '../message.ts';
import { changed, withArrival, withAudience, withGroup } from './acquaintance.ts';
import { withOccasionsLeft, withOccasionsSeen, withOccasionTold } from './known-occasions.ts';
import { isStateEvent, withChange, withPastTold, withReset, withScenesCounted } from './minds.ts';
import { proposed, withoutProposals } from './proposals.ts';
import { type Epoch, initialWorld, type Letter, opened, type Pin, type Whole, type World } from './world.ts';

const isSame = (one: Pin, { message, owner }: Pin): boolean => one.message === message && one.owner === owner;

/** A message is pinned by hand, also one that was pinned by itself before. */
const withPin = (world: World, { message, owner }: Pin): World => {
  const known = world.pins.find((pin) => isSame(pin, { message, owner }));
  if (known && !known.auto) return world;
  const pins = known
    ? world.pins.map((pin) => (pin === known ? { message, owner } : pin))
    : [...world.pins, { message, owner }];
  return { ...world, pins };
};

/** A message is pinned no more. */
const withoutPin = (world: World, pin: Pin): World => ({
  ...world,
  pins: world.pins.filter((one) => !isSame(one, pin)),
});

const pivotal = 3;

/**
 * A pivotal message is pinned by itself. Of an owner's pins beyond the most, the oldest that nobody set by hand gives way,
 * which may be this one (RP-035, RP-036). One that is scored no more loses the pin that came by itself.
 */
function withSignificance(world: World, payload: Payload<'significance_scored'>): World {
  const { owner, message, significance, pinsMost } = payload;
  const pinned = world.pins.find((pin) => isSame(pin, { message, owner }));
  if (significance === null) return pinned?.auto ? withoutPin(world, pinned) : world;
  if (significance < pivotal || pinned) return world;
  const pins = [...world.pins, { message, owner, auto: true as const }];
  const own = pins.filter((pin) => pin.owner === owner);
  const excess = own.length - pinsMost;
  const gone = excess > 0 ? own.filter(({ auto }) => auto).slice(0, excess) : [];
  return { ...world, pins: pins.filter((pin) => !gone.includes(pin)) };
}

/** Before its line everybody reads the letters that wait; one that came while it was written, before the next. */
const withLettersRead = (world: World, speaker: CharacterId, read?: readonly string[]): World => {
  if (world.letters[speaker] === undefined) return world;
  const { [speaker]: waiting = [], ...others } = world.letters;
  if (waiting.length === 0) return world;
  const left = read ? waiting.filter(({ id }) => !read.includes(id)) : [];
  return { ...world, letters: left.length === 0 ? others : { ...others, [speaker]: left } };
};

const withLetter = (world: World, id: string, { to, by: _, ...said }: Payload<'letter_sent'>): World => {
  const added = (waiting: readonly Letter[] = []) =>
    waiting.some((letter) => letter.id === id) ? waiting : [...waiting, { id, ...said }];
  const waiting = Object.fromEntries(to.map((who) => [who, added(world.letters[who])]));
  const sent = { ...world, letters: { ...world.letters, ...waiting } };
  return to.reduce((after, who) => withAudience(after, said.from, [who]), sent);
};

const withNote = (world: World, { by: _, ...note }: Payload<'author_note_set'>): World => ({
  ...world,
  note: note.text === '' ? null : note,
});

const withRules = (world: World, { rules, untagged }: Payload<'chat_started'>): World => ({
  ...world,
  rules,
  ...(untagged && { untagged }),
});

const withScenario = (
  world: World,
  { character, text, instead: isInstead = false }: Payload<'scenario_set'>,
): World => {
  const { [character]: _, ...others } = world.scenarios;
  return { ...world, scenarios: text === '' ? others : { ...others, [character]: { text, isInstead } } };
};

const withVariables = (world: World, { owner, values }: Payload<'variables_set'>): World => ({
  ...world,
  variables: { ...world.variables, [owner]: { ...world.variables[owner], ...values } },
});

const withPlan = (world: World, { owner, title, acts }: Payload<'plan_set'>): World => {
  const { [owner]: _, ...others } = world.plans;
  return { ...world, plans: acts.length === 0 ? others : { ...others, [owner]: { title, acts } } };
};

const withToolNote = (world: World, { character, text, place }: Payload<'tool_note_set'>): World => {
  const { [character ?? 'everyone']: _, ...others } = world.toolNotes;
  const set = text === '' ? others : { ...others, [character ?? 'everyone']: { text, place } };
  return { ...world, toolNotes: set };
};

type Reply = Pick<DomainEvent, 'id' | 'at'> & { payload: Payload<'reply_received'> };

/**
 * A reply whose prompt sealed something, or whose window begins elsewhere, begins an epoch; so does one that the examples leave. Any
 * other goes on with it, and with what was told.
 */
const withWindow = (world: World, { id: message, at, payload }: Reply): World => {
  const { speaker, windowFrom: from, examplesLeft, told = [], sealed } = payload;
  const epoch = world.epochs[speaker];
  const goesOn = !sealed && epoch?.from === from && epoch?.examplesLeft === examplesLeft;
  if (from === null || (goesOn && told.length === 0)) return world;
  const begun: Epoch = {
    ...{ from, sealed, asOf: { message, at } },
    ...(examplesLeft && { examplesLeft }),
    ...(told.length > 0 && { atFirst: told.length }),
  };
  const before = goesOn && epoch ? epoch : begun;
  const all = [...(before.told ?? []), ...told];
  const after: Epoch = all.length === 0 ? before : { ...before, told: all };
  return { ...world, epochs: { ...world.epochs, [speaker]: after } };
};

const withReply = (world: World, reply: Reply): World => {
  const { speaker, lettersRead } = reply.payload;
  return withLettersRead(withWindow(world, reply), speaker, lettersRead);
};

const arrived = (world: World, arrival: Payload<'character_joined'>): World => {
  const there = withOccasionsSeen(withArrival(world, arrival), arrival.character);
  return arrival.knowsPast ? withPastTold(there, arrival.character) : there;
};

const left = (world: World, { character, isGone }: Payload<'character_left'>): World =>
  withOccasionsLeft(changed(world, character, { present: false, ...(isGone && { isGone }) }), character);

const withoutMessage = (world: World, message: MessageId): World => {
  const pins = world.pins.filter((pin) => pin.message !== message);
  return withoutProposals({ ...world, pins }, message);
};

function afterStory(world: World, event: DomainEvent): World {
  if (event.kind === 'scene_closed') return withScenesCounted(world, event.id);
  if (event.kind === 'audience_group_changed') return withGroup(world, event.payload);
  if (event.kind === 'plan_set') return withPlan(world, event.payload);
  if (event.kind === 'tool_note_set') return withToolNote(world, event.payload);
  if (event.kind === 'occasion_told') return withOccasionTold(world, event.payload);
  if (event.kind === 'character_reset') {
    const { character } = event.payload;
    return changed(withReset(world, character), character, { isReset: true });
  }
  return proposed(world, event);
}

/** The world after one event. Pure; the same event twice changes nothing. */
export function evolve(world: World, event: DomainEvent): World {
  switch (event.kind) {
    case 'chat_started':
      return withRules(world, event.payload);
    case 'character_joined':
      return arrived(world, event.payload);
    case 'character_left':
      return left(world, event.payload);
    case 'character_renamed':
      return changed(world, event.payload.character, { name: event.payload.name });
    case 'variables_set':
      return withVariables(world, event.payload);
    case 'character_changed':
      return changed(world, event.payload.character, { card: event.payload.card });
    case 'opening_given':
      return { ...world, greeting: event.payload.greeting };
    case 'message_pinned':
      return withPin(world, event.payload);
    case 'message_unpinned':
      return withoutPin(world, event.payload);
    case 'message_said':
      return withLettersRead(world, event.payload.speaker);
    case 'reply_received':
    case 'reply_cut_short':
      return withReply(world, event);
    case 'message_edited':
    case 'audience_changed': {
      const { message, speaker = null, knownTo } = event.payload;
      return withoutProposals(withAudience(world, speaker, knownTo), message);
    }
    case 'author_note_set':
      return withNote(world, event.payload);
    case 'scenario_set':
      return withScenario(world, event.payload);
    case 'letter_sent':
      return withLetter(world, event.id, event.payload);
    case 'significance_scored':
      return withSignificance(world, event.payload);
    case 'message_deleted':
      return withoutMessage(world, event.payload.message);
    default:
      return isStateEvent(event) ? withChange(world, event) : afterStory(world, event);
  }
}

/** Whether events of a kind can change a world: what else was folded stays true without them. */
export const changesWorlds = (kind: DomainEvent['kind']): boolean => kind !== 'judged';

/** The state of a chat that begins with these facts. Pure. */
export const stateAfter = (facts: readonly NewEvent[]): Whole =>
  facts.reduce((before, fact) => evolve(before, fact as DomainEvent), initialWorld);

/** The state of a chat once these have happened there as well. Pure. */
export const stateWith = (whole: Whole, facts: readonly NewEvent[]): Whole =>
  facts.reduce((before, fact) => evolve(opened(before), fact as DomainEvent), whole);
