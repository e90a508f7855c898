import { lookUpCard } from '../../app/cards/cards.ts';
import { newcomerFrom } from '../../app/cards/newcomer.ts';
import { SottoError } from '../../domain/errors.ts';
import { namesIn } from '../../domain/world/names.ts';
import { memberNamed } from '../../domain/world/world.ts';
import type { Joining, SceneNow } from '../../play/turn/presence-play.ts';
import { seedRelations, strangersTo } from '../../play/world/seeds/seeding.ts';
import { type Command, define } from '../command.ts';
import { askScripts } from '../library/scripts.ts';
import { firstWord } from '../line.ts';
import { argument, flag, hearers, name, nameOf, names, onlyIn, option, text, word } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { notice, page, plural, writes } from '../shown/show.ts';
import { missing } from '../values.ts';

interface JoinOptions {
  readonly card: string | undefined;
  readonly isNew: boolean;
  readonly knowsPast: boolean;
}

function joiningOf({ app }: Scope, wanted: string, { card, isNew, knowsPast }: JoinOptions): Joining {
  if (card !== undefined && isNew) {
    const message = '--new is for somebody without a card, --card for somebody with one; choose one of them';
    throw new SottoError('usage', 'new_and_card', message);
  }
  return {
    knowsPast,
    newcomer: () => (isNew ? { name: wanted, card: null } : newcomerFrom(app, wanted, card)),
  };
}

const join = define({
  name: 'join',
  group: 'the scene',
  synonyms: ['add member', 'enter', 'group chat'],
  summary: 'bring a character into the scene, from the cast or the library',
  chat: 'option',
  parameters: {
    name: argument('<name>', name),
    card: onlyIn(
      'script',
      option('--card <card>', word, 'their card, by file, name or id; default the card with their name'),
    ),
    isNew: flag('--new', 'somebody without a card'),
    knowsPast: flag('--knows-past', 'they know what was said in public before'),
    met: onlyIn('script', option('--met <prose>', text, 'how they and those present know each other')),
  },
  async run(scope, { name: wanted, met: prose, ...options }) {
    const joined = await scope.play.join(wanted, joiningOf(scope, wanted, options));
    if (prose !== undefined) await seedRelations(scope.play.chat, joined, prose);
    const card = memberNamed(scope.play.chat.stage, joined)?.card;
    if (card) await askScripts(scope.app, [lookUpCard(scope.app, card.id)]);
    return joined;
  },
  json: (joined) => ({ type: 'joined', name: joined }),
  text: (joined) => `${joined} is here`,
  screen: {
    show([joined = ''], { play }) {
      const here = `${joined} is here; /leave ${joined} sends them away`;
      const strangers = strangersTo(play.chat, joined);
      if (strangers.length === 0) return notice(`${here}; they know each other`);
      return {
        ...{ type: 'question', tone: 'calm', title: `Have ${joined} and ${strangers.join(', ')} met?` },
        lines: [here, 'If so, describe how: it sets what they feel about each other.'],
        answers: [{ key: 'y', label: 'yes, and how', call: writes(`/met ${joined} `) }],
      };
    },
  },
});

const leave = define({
  name: 'leave',
  group: 'the scene',
  synonyms: ['remove member', 'exit'],
  summary: 'send a character out of the scene; they perceive nothing until they return',
  chat: 'option',
  parameters: { name: argument('<name>', name) },
  run: ({ play }, { name: wanted }) => play.leave(wanted),
  json: (left) => ({ type: 'left', name: left }),
  text: (left) => `${left} is away`,
  screen: { show: ([left]) => notice(`${left} is away; /join ${left} brings them back`) },
});

const sceneLines = ({ present, away }: SceneNow): string[] => [
  present.length === 0 ? 'You are not present, so you do not see who is.' : `Here: ${present.join(', ')}`,
  ...(away.length === 0 ? [] : [`Away: ${away.join(', ')}`]),
];
const asRow = (line: string): string => line.charAt(0).toLowerCase() + line.slice(1);

const scene = define({
  name: 'scene',
  group: 'the scene',
  synonyms: ['present', 'location', 'group chat'],
  summary: 'show who is present, or set exactly who is: NAMES separated by commas, "" for nobody',
  chat: 'option',
  parameters: { names: argument('[names]', names) },
  run: ({ play }, { names: wanted }) => play.scene(wanted),
  json: (found) => ({ type: 'scene', ...found }),
  text: (found) => sceneLines(found).map(asRow).join('\n'),
  screen: {
    usage: '[NAME,NAME]',
    show([found], _, { names: wanted }) {
      if (!found) return null;
      const lines = sceneLines(found);
      return wanted ? notice(lines.join(' · ')) : page('The scene', lines);
    },
  },
});

const cast = define({
  name: 'cast',
  group: 'the scene',
  synonyms: ['characters', 'members', 'group chat'],
  summary: 'list the characters you know, where they are and who plays them',
  parameters: {},
  run({ play }) {
    const { cast: known, present, playing, players } = play.state();
    const { muted } = play.director();
    const isSeen = present.length > 0;
    return known.map(({ id, name: called }) => {
      const where = present.includes(id) ? 'here' : isSeen || id === playing.id ? 'away' : 'elsewhere';
      const by = players[id] ?? (id === playing.id ? 'you' : 'the model');
      return `${called} · ${where} · played by ${by}${muted.includes(called) ? ' · muted' : ''}`;
    });
  },
  screen: { show: ([lines = []]) => page('Cast', lines) },
  only: { side: 'screen', why: 'a script uses `sotto scene`, `player` and `strategy`' },
});

const rename = define({
  name: 'rename',
  group: 'the scene',
  summary: 'rename a character everywhere',
  chat: 'option',
  parameters: { name: argument('<name>', name), to: argument('<new>', text) },
  run: ({ play }, { name: from, to }) => play.renameCharacter(from, to),
  json: (renamed) => ({ type: 'renamed', name: renamed }),
  text: (renamed, _, { name: from }) => `${from} is now called ${renamed}`,
  screen: {
    usage: 'NAME = NEW',
    read(line) {
      const [from = '', to] = line.split(/\s*=\s*/, 2);
      return to === undefined ? undefined : { name: from.replace(/^@/, ''), to };
    },
  },
});

/** Whether a word can only be meant for a message, or for all from one to another. */
const isAddress = (said: string): boolean => /^(?:last|-\d+|\S+\.\.\S+)$/.test(said);

const audienceUsage = '[MESSAGE|FROM..TO] NAME,NAME|all';

/** `[MESSAGE|FROM..TO] NAMES`, where a name may look like neither. */
function audienceIn(line: string, known: readonly string[]) {
  const said = line.replace(/@/g, '');
  const [first, rest] = firstWord(said);
  const [one = ''] = namesIn(said, known);
  if (said === '' || (isAddress(said) && !known.includes(one))) missing(`/audience ${audienceUsage}`);
  const isAddressed = rest !== '' && !known.includes(one) && !first.endsWith(',');
  const [address, to] = isAddressed ? [first, rest] : ['last', said];
  const [message = 'last', through] = address.split('..', 2);
  return { message, through, ...(to === 'all' ? { isPublic: true } : { to }) };
}

function changedText(count: number, undo: string): string {
  if (count === 0) return 'that is the audience already; nothing changes';
  return `changed the audience of ${plural(count, 'message')}; ${undo} reverts it`;
}

const audience = define({
  name: 'audience',
  group: 'the scene',
  synonyms: ['who heard', 'hide', 'witnesses'],
  summary: 'change who has heard a message; its speaker always has',
  chat: 'option',
  parameters: {
    message: argument('<message>', nameOf('message')),
    through: option('--through <message>', nameOf('message'), 'every message from this one to MESSAGE'),
    to: option('--to <names>', hearers, 'who has heard it, separated by commas'),
    isPublic: flag('--public', 'everyone who was present'),
  },
  run({ play }, { message, through, to, isPublic }) {
    if (isPublic !== (to === undefined)) {
      const why = 'name who has heard it with --to Bob,Carl, or use --public for everyone who was present';
      throw new SottoError('usage', 'which_audience', why);
    }
    return play.changeAudience(message, { to: to ?? 'everyone', ...(through !== undefined && { through }) });
  },
  json: (count) => ({ type: 'audience', count }),
  text: (count) => changedText(count, '`sotto undo`'),
  screen: {
    usage: audienceUsage,
    read: (line, { play }) =>
      audienceIn(
        line,
        play.state().cast.map((one) => one.name),
      ),
    show: ([count = 0]) => notice(changedText(count, '/undo')),
  },
});

/** Commands about who is there, what they are called, and who has heard what. */
export const presence: readonly Command[] = [join, leave, scene, cast, rename, audience];
