import { SottoError } from '../../domain/errors.ts';
import { timeInWords } from '../../domain/world/world-time.ts';
import {
  addOccasion,
  laterThan,
  type NamedEffects,
  type OccasionSeen,
  occasionsIn,
  startOccasion,
  tellOccasion,
  turnOccasion,
} from '../../play/story/occasion-acts.ts';
import { type Command, define } from '../command.ts';
import { argument, level, names, needed, option, word } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { list, notice, question } from '../shown/show.ts';
import { eyes, playThrough, rows } from '../world/eyes.ts';

/** The parts of `WHO:OBJECT` and the like, as many as have names here. */
function partsOf(given: string, names: readonly string[]): string[] {
  const parts = given.split(':');
  const all = [...parts.slice(0, names.length - 1), parts.slice(names.length - 1).join(':')];
  if (parts.length >= names.length && all.every((one) => one.trim() !== ''))
    return all.map((one) => one.trim());
  throw new SottoError('usage', 'bad_argument', `"${given}" is not ${names.join(':')}`);
}

type Lists = Readonly<Record<'gives' | 'teaches' | 'relates', readonly string[] | undefined>>;

/** What options say of what an occasion brings about. Throws SottoError `bad_argument`. */
const effectsIn = ({ gives = [], teaches = [], relates = [] }: Lists): NamedEffects => ({
  gives: gives.map((given) => {
    const [who = '', object = ''] = partsOf(given, ['WHO', 'OBJECT']);
    return { who, object };
  }),
  teaches: teaches.map((given) => {
    const [who = '', about = '', fact = ''] = partsOf(given, ['WHO', 'ABOUT', 'FACT']);
    return { who, about, fact };
  }),
  relates: relates.map((given) => {
    const [from = '', to = '', said = ''] = partsOf(given, ['FROM', 'TO', 'TEXT']);
    return { from, to, text: said };
  }),
});

const occasionText = ({ id, name, state, props, needs, when, until, gist }: OccasionSeen): string =>
  [
    `${id} ${state}: ${name}`,
    ...rows([
      ['when', timeInWords(when)],
      ['until', timeInWords(until)],
      ['props', props.join(', ')],
      ['needs', needs.join(', ')],
      ['gist', gist],
    ]),
  ].join('\n');

const shape = {
  json: (occasion: OccasionSeen) => ({ type: 'occasion', ...occasion }),
  text: occasionText,
};

const occasions = define({
  name: 'occasions',
  group: 'the story',
  summary: 'list planned, active and past occasions: picnics, duels',
  empty:
    'no occasions yet: planned and active ones would be listed here, with their conditions and effects; `sotto occasion add NAME` plans one',
  chat: 'option',
  parameters: eyes,
  *run(scope, through): Generator<OccasionSeen> {
    yield* occasionsIn(playThrough(scope, through).known().mind);
  },
  ...shape,
  screen: {
    show(found) {
      const open = found.filter(({ state }) => state === 'planned' || state === 'active');
      if (open.length === 0) return notice('no occasion is planned or active; /occasion add NAME plans one');
      return list(
        'Occasions: Enter starts a planned one and closes an active one',
        open.map(({ id, name, state, when, props }) => ({
          label: `${name} · ${state}`,
          detail: [timeInWords(when), props.join(', ')].filter((one) => one !== '').join(' · '),
          call: { command: state === 'planned' ? start : close, values: { name: id } },
        })),
      );
    },
  },
});

const gist = option('--gist <text>', word, 'what those present remember of it');

/** What an occasion brings about, as options. */
const brings = {
  gives: option('--gives <who:object...>', word, 'who has which object from then on'),
  teaches: option('--teaches <who:about:fact...>', word, 'who learns what about whom'),
  relates: option('--relates <from:to:text...>', word, 'how one character feels about another from then on'),
};

const pastText = (now: string): string =>
  `it is ${timeInWords(now)} already; name a later time, or start it by hand`;

const add = define({
  name: 'occasion add',
  group: 'the story',
  summary: 'plan an occasion; its props exist only while it is active',
  chat: 'option',
  parameters: {
    name: argument('<name>', word),
    prop: option('--prop <prop...>', word, 'an object that exists while it is active'),
    at: option('--at <time>', word, 'world time at which it starts, such as 2026-01-31T18:00'),
    until: option('--until <time>', word, 'world time at which it ends by itself'),
    condition: option('--if <text>', word, 'condition, in words, after which it starts'),
    needs: option(
      '--needs <what...>',
      word,
      'a finished occasion, an object or a character that it needs first',
    ),
    significance: option('--significance <0-3>', level, 'how much it matters: 0 routine to 3 pivotal'),
    gist,
    to: option('--to <names>', names, 'who else knows of it, separated by commas; default everyone present'),
    startGives: option('--start-gives <who:object...>', word, 'who has which object once it starts'),
    startTeaches: option(
      '--start-teaches <who:about:fact...>',
      word,
      'who learns what about whom as it starts',
    ),
    startRelates: option(
      '--start-relates <from:to:text...>',
      word,
      'how one character feels about another once it starts',
    ),
    endGives: option('--end-gives <who:object...>', word, 'who has which object once it ends'),
    endTeaches: option('--end-teaches <who:about:fact...>', word, 'who learns what about whom by its end'),
    endRelates: option(
      '--end-relates <from:to:text...>',
      word,
      'how one character feels about another once it ends',
    ),
  },
  run(
    { play, side },
    { name: wanted, prop: props = [], needs = [], at, until, condition, significance, ...more },
  ) {
    if (at !== undefined && condition !== undefined)
      throw new SottoError('usage', 'at_and_if', '--at is a time and --if a condition; choose one');
    const now = side === 'script' && at !== undefined ? laterThan(play.known().mind, at) : null;
    if (now !== null) throw new SottoError('usage', 'in_the_past', pastText(now));
    const { startGives, startTeaches, startRelates, endGives, endTeaches, endRelates } = more;
    return addOccasion(play.chat, wanted, {
      ...{ props, needs, gist: more.gist ?? '' },
      ...(at !== undefined && { at }),
      ...(until !== undefined && { until }),
      ...(condition !== undefined && { condition }),
      ...(significance !== undefined && { significance }),
      ...(more.to && { to: more.to }),
      onStart: effectsIn({ gives: startGives, teaches: startTeaches, relates: startRelates }),
      onComplete: effectsIn({ gives: endGives, teaches: endTeaches, relates: endRelates }),
    });
  },
  ...shape,
  screen: {
    ask({ play }, values, again) {
      const now = values.at === undefined ? null : laterThan(play.known().mind, values.at);
      return now === null ? null : question('Plan it anyway?', [pastText(now)], again(values, true));
    },
    show: ([found]) => notice(`planned: ${found?.name}; /occasion start ${found?.name} starts it`),
  },
});

const tell = define({
  name: 'occasion tell',
  group: 'the story',
  summary: 'tell others about an occasion, as far as the played character knows it',
  chat: 'option',
  parameters: {
    name: argument('<name>', word),
    to: needed('--to <names>', names, 'who is told, separated by commas'),
  },
  run: ({ play }, { name: wanted, to }) => tellOccasion(play.chat, wanted, to),
  ...shape,
  screen: {
    show: ([found], _, { to }) => notice(`told ${to.join(', ')}: ${found?.name}; /undo reverts it`),
  },
});

const turnOf = (verb: string, to: 'completed' | 'cancelled', summary: string) =>
  define({
    name: `occasion ${verb}`,
    group: 'the story',
    summary,
    chat: 'option',
    parameters: { name: argument('<name>', word), gist, ...brings },
    run: ({ play }: Scope, { name: wanted, gist: told, ...effects }) =>
      turnOccasion(play.chat, wanted, to, { ...effectsIn(effects), gist: told }),
    ...shape,
    screen: { show: ([found]) => notice(`${found?.state}: ${found?.name}; /undo reverts it`) },
  });

const start = define({
  name: 'occasion start',
  group: 'the story',
  summary: 'start an occasion, even if something it needs is missing',
  chat: 'option',
  parameters: { name: argument('<name>', word), gist, ...brings },
  run: ({ play }, { name: wanted, gist: told, ...effects }) =>
    startOccasion(play.chat, wanted, { ...effectsIn(effects), gist: told }),
  json: ({ occasion }) => shape.json(occasion),
  text: ({ occasion }) => shape.text(occasion),
  warnings: ({ occasion, unmet }) =>
    unmet.length === 0 ? [] : [`${occasion.name} starts without ${unmet.join(', ')}`],
  screen: {
    show([found]) {
      const without = found?.unmet.length ? ` without ${found.unmet.join(', ')}` : '';
      return notice(
        `started${without}: ${found?.occasion.name}; /occasion close ${found?.occasion.name} ends it`,
      );
    },
  },
});

const close = turnOf('close', 'completed', 'end an occasion; its effects stay, its props go');
const cancel = turnOf('cancel', 'cancelled', 'cancel an occasion; its props and planned effects go');

/** Commands about what is planned, goes on and has been. */
export const occasionCommands: readonly Command[] = [occasions, add, tell, start, close, cancel];
