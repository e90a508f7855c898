import { SottoError } from '../../domain/errors.ts';
import { timeInWords, wayOf } from '../../domain/world/world-time.ts';
import { beginMeanwhile, comeBack } from '../../play/story/meanwhile.ts';
import { foreseeSkip, type Skip, type SkipOptions, skipTime } from '../../play/story/time/skipping.ts';
import { type Command, define } from '../command.ts';
import { argument, flag, names, onlyIn, option, positive, usually, word } from '../parameters.ts';
import { notice } from '../shown/show.ts';

const optionsOf = ({
  jump,
  elide,
  to,
  stop = false,
}: {
  jump?: boolean;
  elide?: boolean;
  to?: string | undefined;
  stop?: boolean;
}): SkipOptions => {
  if (jump && elide)
    throw new SottoError(
      'usage',
      'jump_and_elide',
      '--elide skips the dull middle and --jump goes to a later time; choose one',
    );
  return {
    ...(jump && { way: 'jump' }),
    ...(elide && { way: 'elide' }),
    ...(to !== undefined && { to }),
    stop,
  };
};

const ways = { elide: 'the dull middle is skipped', jump: 'time jumps, and the scene ends' };
const becomes: Readonly<Record<string, string>> = {
  completed: 'ends by then',
  expired: 'is missed',
  active: 'begins',
};

const skipLines = ({ way, to, due }: Skip): string[] => [
  ways[way],
  to === '' ? 'world time stays as it is' : `until ${timeInWords(to)}`,
  ...due.map(({ name, state }) => `${name} ${becomes[state] ?? state}`),
];

const skip = define({
  name: 'skip',
  group: 'the story',
  synonyms: ['time skip', 'timeskip', 'later'],
  summary: 'skip time that is not played: "the rest of the drive", "the next morning"',
  chat: 'option',
  parameters: {
    text: argument('<text>', word),
    jump: flag('--jump', 'jump to a later time: the scene and all activities end'),
    elide: flag('--elide', 'skip the dull middle: everyone stays where they are'),
    to: option('--to <time>', word, 'world time afterwards, such as 2026-01-31T18:00'),
    stop: flag('--stop', 'stop at the first occasion that starts on the way'),
  },
  run: ({ play }, { text: said, ...options }) => skipTime(play.chat, said, optionsOf(options)),
  json: (skipped) => ({ type: 'skipped', ...skipped }),
  text: (skipped) => skipLines(skipped).join('\n'),
  screen: {
    ask({ play }, { text: said, jump = false, elide = false, stop = false, to }, again) {
      if (said === undefined || jump || elide || stop) return null;
      const way = wayOf(said) ?? 'jump';
      const other = way === 'jump' ? 'elide' : 'jump';
      const foreseen = foreseeSkip(play.chat, said, { way, to });
      const first = foreseeSkip(play.chat, said, { way, to, stop: true });
      const stops = first.due.find(({ state }) => state === 'active');
      return {
        ...{ type: 'question', tone: 'calm', title: said.trim(), lines: skipLines(foreseen) },
        answers: [
          { key: 'y', label: `yes, ${way}`, call: again({ [way]: true }, true) },
          { key: other.slice(0, 1), label: `${other}: ${ways[other]}`, call: again({ [other]: true }, true) },
          ...(first.to !== foreseen.to && stops
            ? [
                {
                  key: 's',
                  label: `stop at ${stops.name}`,
                  call: again({ [way]: true, stop: true }, true),
                },
              ]
            : []),
        ],
      };
    },
    show: ([skipped]) => (skipped ? notice(`${skipLines(skipped).join(' · ')}; /undo reverts it`) : null),
  },
});

const meanwhile = define({
  name: 'meanwhile',
  group: 'the story',
  synonyms: ['cutscene', 'elsewhere'],
  summary:
    'play a scene of NAMES without your own character: you look on as the first of them; --back ends it',
  chat: 'option',
  isTalk: true,
  parameters: {
    isAll: flag('--all', 'look on as everyone'),
    turns: onlyIn('script', usually('--turns <n>', positive, '2', 'number of turns to play')),
    isBack: flag('--back', 'end the scene: your character is back with those who were present before'),
    names: argument('[names]', names),
  },
  async run({ app, play, side }, { names: wanted = [], turns, isAll, isBack }) {
    if (isBack) return comeBack(play.chat);
    if (side === 'script') await app.checkBackend();
    const there = beginMeanwhile(play.chat, wanted, isAll);
    if (side === 'script')
      for (let turn = 0; turn < turns; turn += 1)
        if (!(await play.goOn())) await play.reply(there[turn % there.length] ?? '');
    return there;
  },
  json: (there, _, { isBack }) => (isBack ? { type: 'scene', present: there } : null),
  text: (there, _, { isBack }) => (isBack ? `here: ${there.join(', ')}` : null),
  screen: {
    show: ([there = []], _, { isAll, isBack }) =>
      notice(
        isBack
          ? `you are back: ${there.join(', ')}; /undo reverts it`
          : `meanwhile: looking on as ${isAll ? 'everyone' : there[0]}; /auto lets them talk; Esc returns`,
      ),
  },
});

/** Commands about time that is not played, and scenes that the human does not play. */
export const timeCommands: readonly Command[] = [skip, meanwhile];
