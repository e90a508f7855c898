import fc from 'fast-check';
import { anything, type Command, moves, type Name, names, newcomers, talk } from '../commands.ts';
import { type Reaction, reactions } from './faulty.ts';

/** Whoever may ever be there, by their first names. */
export const everyone = [...names, ...newcomers] as const;
export type Anyone = (typeof everyone)[number];

/** What happens beside talk and moves: somebody comes or goes, is told something, or is called otherwise. */
export type Deed =
  | { type: 'join'; who: Anyone; knowsPast: boolean }
  | { type: 'leave'; who: Anyone }
  | { type: 'call'; who: Anyone; name: string }
  | { type: 'open_up'; by: Anyone; pick: number; to: readonly Anyone[] }
  | { type: 'note'; to: readonly Anyone[]; text: string; depth: number; every: number }
  | { type: 'scenario'; who: Anyone; text: string }
  | { type: 'letter'; from: Anyone | null; to: readonly Anyone[]; text: string }
  | { type: 'direct'; strategy: 'natural' | 'list' | 'pooled'; muted: readonly Anyone[] }
  | { type: 'import'; by: Anyone | null; to: readonly Anyone[]; text: string }
  | { type: 'become'; who: Anyone; persona: string | null }
  | { type: 'answer'; who: Anyone; isAccepted: boolean }
  | { type: 'give_to'; who: Anyone; player: string | null }
  | { type: 'close_scene'; who: Anyone }
  /** Somebody calls a tool before all, alone or for another, plans, or sets a note of a tool for all or for one. */
  | {
      type: 'use';
      what: 'roll' | 'own' | 'pass' | 'plan' | 'note' | 'scenario';
      who: Anyone;
      of: Anyone;
      text: string;
    }
  /** Somebody adds some to a named audience, takes them out, or whispers to it. */
  | {
      type: 'group';
      what: 'add' | 'remove' | 'whisper';
      who: Anyone;
      name: string;
      of: readonly Anyone[];
      text: string;
    }
  | {
      type: 'set_state';
      what: 'place' | 'mood' | 'edge' | 'thread' | 'container' | 'things' | 'where';
      who: Anyone;
      of: Anyone;
    };

/**
 * An occasion is planned, told, begins or ends, or time passes, by one of them, or by the director (null); planned with and told
 * to some where `to` names them.
 */
export type Story = {
  type: 'story';
  what: 'plan' | 'tell' | 'start' | 'close' | 'cancel' | 'skip' | 'clock';
  by: Anyone | null;
  name: string;
  to: readonly Anyone[];
  who: Anyone;
  of: Anyone;
  text: string;
};

/** What a pass may find out about a message, for whoever perceives it alone. */
export type Notice = 'edge' | 'mood' | 'activity' | 'weather' | 'significance' | 'presence';

/**
 * A job about a message that somebody perceives: it waits, or it has told them alone what goes on (nothing = a judgement), or
 * what it noticed, of another.
 */
export type Finding = {
  type: 'find';
  who: Anyone;
  pick: number;
  text: string | null;
  notices: Notice | null;
  of: Anyone;
  isOver: boolean;
};

/**
 * A small model is asked about a message that somebody perceives, from their view or of what all know who perceive it, and
 * once more where it failed.
 */
export type Question = {
  type: 'ask';
  who: Anyone;
  pick: number;
  isOwn: boolean;
  does: Reaction;
  again: Reaction | null;
};

/** A real pass over a message that somebody perceives, by a model that tells all that it is shown. */
export type Passing = { type: 'pass'; who: Anyone; pick: number; isOwn: boolean };

/** What somebody keeps of the last scene that they saw close, by a model that tells all that it is shown. */
export type Summing = { type: 'sum_up'; who: Anyone };

/** Anything that the property does with a chat. */
export type Act = Command | Deed | Story | Finding | Question | Passing | Summing;

const anyone = fc.constantFrom(...everyone);
const some = fc.oneof(fc.constant<Anyone[]>([]), fc.subarray([...everyone], { minLength: 1, maxLength: 3 }));
const text = fc.constantFrom('A secret of the quay.', 'Odile is not who she says.', 'The key is wet.', '');
const pick = fc.oneof(fc.constant(0), fc.nat(5));

const notes = [
  fc.record({
    type: fc.constant('note' as const),
    to: some,
    text,
    depth: fc.nat(5),
    every: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ type: fc.constant('scenario' as const), who: anyone, text }),
  fc.record({
    type: fc.constant('letter' as const),
    from: fc.option(anyone, { freq: 3 }),
    to: fc.subarray([...everyone], { minLength: 1, maxLength: 2 }),
    text,
  }),
] as const;

/** What is told beside the play. */
export const told: fc.Arbitrary<Deed> = fc.oneof(...notes);

const grouping: fc.Arbitrary<Deed> = fc.record({
  type: fc.constant('group' as const),
  what: fc.constantFrom('add', 'add', 'remove', 'whisper', 'whisper' as const),
  who: anyone,
  name: fc.constantFrom('crew', 'crew', 'family'),
  of: fc.subarray([...everyone], { minLength: 1, maxLength: 3 }),
  text: fc.constantFrom('Meet at the boat.', 'Say nothing of the oar.'),
});

const using: fc.Arbitrary<Deed> = fc.record({
  type: fc.constant('use' as const),
  what: fc.constantFrom('roll', 'own', 'pass', 'plan', 'note', 'scenario' as const),
  who: anyone,
  of: anyone,
  text: fc.constantFrom('The key is under the plank.', 'Row before dawn.'),
});

const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ type: fc.constant('join' as const), who: anyone, knowsPast: fc.boolean() }),
  fc.record({
    type: fc.constant('join' as const),
    who: fc.constantFrom(...newcomers),
    knowsPast: fc.boolean(),
  }),
  fc.record({ type: fc.constant('leave' as const), who: anyone }),
  fc.record({
    type: fc.constant('call' as const),
    who: anyone,
    name: fc.constantFrom('Sable', 'Mr. Grey', 'Ida'),
  }),
  fc.record({ type: fc.constant('open_up' as const), by: anyone, pick, to: some }),
  ...notes,
  fc.record({
    type: fc.constant('direct' as const),
    strategy: fc.constantFrom('natural', 'list', 'pooled' as const),
    muted: some,
  }),
  fc.record({ type: fc.constant('import' as const), by: fc.option(anyone, { freq: 4 }), to: some, text }),
  fc.record({
    type: fc.constant('set_state' as const),
    what: fc.constantFrom('place', 'mood', 'edge', 'thread', 'container', 'things', 'where' as const),
    who: anyone,
    of: anyone,
  }),
  fc.record({ type: fc.constant('close_scene' as const), who: anyone }),
  using,
  using,
  fc.record({ type: fc.constant('answer' as const), who: anyone, isAccepted: fc.boolean() }),
  grouping,
  grouping,
  fc.record({
    type: fc.constant('give_to' as const),
    who: anyone,
    player: fc.option(fc.constantFrom('Ann', 'Ben')),
  }),
);

/** Lets newcomers act as well, now and then. */
const byAnyone = (command: fc.Arbitrary<Command>): fc.Arbitrary<Command> =>
  fc
    .tuple(command, fc.option(fc.constantFrom(...newcomers), { freq: 3 }))
    .map(([made, other]) =>
      other !== null && 'by' in made ? { ...made, by: other as string as Name } : made,
    );

const become = fc.record({
  type: fc.constant('become' as const),
  who: anyone,
  persona: fc.option(fc.constantFrom('Wanda', 'The Duke')),
});

const finding: fc.Arbitrary<Finding> = fc.record({
  type: fc.constant('find' as const),
  who: anyone,
  pick,
  text: fc.option(fc.constantFrom('It is getting dark.', 'The tide turns.')),
  notices: fc.option(fc.constantFrom('edge', 'mood', 'activity', 'weather', 'significance' as const)),
  of: anyone,
  isOver: fc.boolean(),
});

/** What is proposed of a message that all perceived. */
const proposal = finding.map((one): Finding => ({ ...one, text: null, notices: 'presence', isOver: true }));

const reaction = fc.constantFrom(...reactions);

const question: fc.Arbitrary<Question> = fc.record({
  type: fc.constant('ask' as const),
  who: anyone,
  pick,
  isOwn: fc.boolean(),
  does: reaction,
  again: fc.option(reaction),
});

const goesBack = moves.filter(({ type }) => type !== 'switch');

const story: fc.Arbitrary<Story> = fc.record({
  type: fc.constant('story' as const),
  what: fc.constantFrom('plan', 'plan', 'tell', 'start', 'close', 'cancel', 'skip', 'clock' as const),
  by: fc.option(anyone, { freq: 3 }),
  name: fc.constantFrom('regatta', 'regatta', 'duel'),
  to: some,
  who: anyone,
  of: anyone,
  text: fc.constantFrom('An hour later.', 'The next day.'),
});

const passing: fc.Arbitrary<Passing> = fc.record({
  type: fc.constant('pass' as const),
  who: anyone,
  pick,
  isOwn: fc.boolean(),
});

const summing: fc.Arbitrary<Summing> = fc.record({ type: fc.constant('sum_up' as const), who: anyone });

/** A history of everything that can happen. */
export const history: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    { arbitrary: byAnyone(talk), weight: 14 },
    { arbitrary: deed, weight: 6 },
    { arbitrary: story, weight: 6 },
    { arbitrary: become, weight: 1 },
    { arbitrary: finding, weight: 4 },
    { arbitrary: proposal, weight: 3 },
    { arbitrary: question, weight: 3 },
    { arbitrary: summing, weight: 1 },
    { arbitrary: moves, weight: 1 },
    { arbitrary: anything, weight: 1 },
  ),
  { minLength: 10, maxLength: 30, size: 'max' },
);

const goings = fc.oneof(
  fc.record({ type: fc.constantFrom('undo', 'undo', 'redo' as const) }),
  fc.record({ type: fc.constant('rewind' as const), turns: fc.integer({ min: 1, max: 3 }) }),
);

/** A history of coming back: moves of all kinds among lines and acts, through many eyes. */
export const wandering: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    { arbitrary: byAnyone(talk), weight: 8 },
    { arbitrary: deed, weight: 6 },
    { arbitrary: moves, weight: 6 },
    { arbitrary: goings, weight: 6 },
    { arbitrary: fc.record({ type: fc.constant('as' as const), by: fc.constantFrom(...names) }), weight: 3 },
    { arbitrary: story, weight: 2 },
    { arbitrary: finding, weight: 1 },
  ),
  { minLength: 10, maxLength: 30, size: 'max' },
);

/** A history of talk and deeds, many passes among them. */
export const passedOver: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    { arbitrary: byAnyone(talk), weight: 12 },
    { arbitrary: deed, weight: 4 },
    { arbitrary: passing, weight: 8 },
    { arbitrary: fc.record({ type: fc.constant('close_scene' as const), who: anyone }), weight: 2 },
    { arbitrary: summing, weight: 3 },
    { arbitrary: goesBack, weight: 1 },
  ),
  { minLength: 10, maxLength: 25, size: 'max' },
);
