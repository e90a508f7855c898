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
  summary: 'what is planned, goes on and has been: picnics, duels',
  empty: 'nothing is planned or goes on: occasions would stand here, with what they need and bring about',
  chat: 'option',
  parameters: eyes,
  *run(scope, through): Generator<OccasionSeen> {
    yield* occasionsIn(playThrough(scope, through).known().mind);
  },
  ...shape,
  screen: {
    show(found) {
      const open = found.filter(({ state }) => state === 'planned' || state === 'active');
      if (open.length === 0)
        return notice('nothing is planned or goes on; /occasion add NAME plans something');
      return list(
        'Occasions: Enter begins what is planned and closes what goes on',
        open.map(({ id, name, state, when, props }) => ({
          label: `${name} · ${state}`,
          detail: [timeInWords(when), props.join(', ')].filter((one) => one !== '').join(' · '),
          call: { command: state === 'planned' ? start : close, values: { name: id } },
        })),
      );
    },
  },
});

const gist = option('--gist <text>', word, 'what those who are there remember of it');

/** What an occasion brings about, as options. */
const brings = {
  gives: option('--gives <who:object...>', word, 'who carries what from then on'),
  teaches: option('--teaches <who:about:fact...>', word, 'who learns what about whom'),
  relates: option('--relates <from:to:text...>', word, 'how one stands to another from then on'),
};

const pastText = (now: string): string =>
  `it is ${timeInWords(now)} already; name a later time, or start it by hand`;

const add = define({
  name: 'occasion add',
  group: 'the story',
  summary: 'plan an occasion: its props are at hand while it goes on, and nowhere else',
  chat: 'option',
  parameters: {
    name: argument('<name>', word),
    prop: option('--prop <prop...>', word, 'something that is at hand while it goes on'),
    at: option('--at <time>', word, "the world's time at which it begins, such as 2026-01-31T18:00"),
    until: option('--until <time>', word, "the world's time at which it is over by itself"),
    condition: option('--if <text>', word, 'in words, what it begins after'),
    needs: option(
      '--needs <what...>',
      word,
      'an occasion that is over, an object or somebody that must be there first',
    ),
    significance: option('--significance <0-3>', level, 'how much it matters: 0 routine to 3 pivotal'),
    gist,
    to: option('--to <names>', names, 'who else knows of it, separated by commas; default all who are there'),
    startGives: option('--start-gives <who:object...>', word, 'who carries what once it begins'),
    startTeaches: option(
      '--start-teaches <who:about:fact...>',
      word,
      'who learns what about whom as it begins',
    ),
    startRelates: option(
      '--start-relates <from:to:text...>',
      word,
      'how one stands to another once it begins',
    ),
    endGives: option('--end-gives <who:object...>', word, 'who carries what once it is over'),
    endTeaches: option('--end-teaches <who:about:fact...>', word, 'who learns what about whom by its end'),
    endRelates: option('--end-relates <from:to:text...>', word, 'how one stands to another once it is over'),
  },
  run(
    { play, side },
    { name: wanted, prop: props = [], needs = [], at, until, condition, significance, ...more },
  ) {
    if (at !== undefined && condition !== undefined)
      throw new SottoError(
        'usage',
        'at_and_if',
        '--at is a time and --if is what it begins after; choose one',
      );
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
      return now === null ? null : question('Plan it all the same?', [pastText(now)], again(values, true));
    },
    show: ([found]) => notice(`planned: ${found?.name}; /occasion start ${found?.name} begins it`),
  },
});

const tell = define({
  name: 'occasion tell',
  group: 'the story',
  summary: 'let others know of an occasion what the played character knows',
  chat: 'option',
  parameters: {
    name: argument('<name>', word),
    to: needed('--to <names>', names, 'who is told, separated by commas'),
  },
  run: ({ play }, { name: wanted, to }) => tellOccasion(play.chat, wanted, to),
  ...shape,
  screen: {
    show: ([found], _, { to }) => notice(`told ${to.join(', ')}: ${found?.name}; /undo takes it back`),
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
    screen: { show: ([found]) => notice(`${found?.state}: ${found?.name}; /undo takes it back`) },
  });

const start = define({
  name: 'occasion start',
  group: 'the story',
  summary: 'begin an occasion, whether or not all is there that it needs',
  chat: 'option',
  parameters: { name: argument('<name>', word), gist, ...brings },
  run: ({ play }, { name: wanted, gist: told, ...effects }) =>
    startOccasion(play.chat, wanted, { ...effectsIn(effects), gist: told }),
  json: ({ occasion }) => shape.json(occasion),
  text: ({ occasion }) => shape.text(occasion),
  warnings: ({ occasion, unmet }) =>
    unmet.length === 0 ? [] : [`${occasion.name} begins without ${unmet.join(', ')}`],
  screen: {
    show([found]) {
      const without = found?.unmet.length ? ` without ${found.unmet.join(', ')}` : '';
      return notice(
        `it begins${without}: ${found?.occasion.name}; /occasion close ${found?.occasion.name} ends it`,
      );
    },
  },
});

const close = turnOf(
  'close',
  'completed',
  'end an occasion: what it gives, teaches and leaves to tell stays, its props go',
);
const cancel = turnOf(
  'cancel',
  'cancelled',
  'call an occasion off: its props go, and what was planned for its end',
);

/** Commands about what is planned, goes on and has been. */
export const occasionCommands: readonly Command[] = [occasions, add, tell, start, close, cancel];
