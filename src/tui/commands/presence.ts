import { namesIn } from '../../domain/world/names.ts';
import type { PlayState } from '../../play/chat/play-state.ts';
import type { Newcomer, SceneNow } from '../../play/turn/presence.ts';
import { textPanel } from '../panels/state.ts';
import { firstWord, required, takeNames } from './arguments.ts';
import type { Command } from './command.ts';

/** Finds a character of the library by name. Throws SottoError when there is none, or several. */
export type FindNewcomer = (name: string) => Newcomer;

/** The name that is all of the arguments, without flags, and which of these were among them. */
const nameAndFlags = (args: string, flags: readonly string[]): { name: string; given: readonly string[] } => {
  const words = args.split(/\s+/);
  const given = flags.filter((flag) => words.includes(flag));
  const name = words.filter((word) => !given.includes(word)).join(' ');
  return { name: name.replace(/^@/, ''), given };
};

const joinWith = (find: FindNewcomer): Command => ({
  name: 'join',
  args: 'NAME [--knows-past] [--new]',
  help: 'bring NAME in: of the cast, of your cards, or --new without a card',
  async run({ play, notify }, args) {
    const { name, given } = nameAndFlags(args, ['--knows-past', '--new']);
    const wanted = required(name, '/join NAME');
    const joined = await play.join(wanted, {
      knowsPast: given.includes('--knows-past'),
      newcomer: () => (given.includes('--new') ? { name: wanted, card: null } : find(wanted)),
    });
    notify(`${joined} is here; /leave ${joined} sends them away`);
  },
});

const leave: Command = {
  name: 'leave',
  args: 'NAME',
  help: 'send NAME away: they perceive nothing until /join NAME',
  async run({ play, notify }, args) {
    const name = await play.leave(required(args.replace(/^@/, ''), '/leave NAME'));
    notify(`${name} is away; /join ${name} brings them back`);
  },
};

const sceneLines = ({ present, away }: SceneNow): string[] => [
  present.length === 0 ? 'You are not there to see who is.' : `Here: ${present.join(', ')}`,
  ...(away.length === 0 ? [] : [`Away: ${away.join(', ')}`]),
];

const castNames = ({ cast }: PlayState): string[] => cast.map(({ name }) => name);

const scene: Command = {
  name: 'scene',
  args: '[NAME,NAME]',
  help: 'who is there; with names, exactly these are',
  async run({ play, show, notify }, args) {
    const names = args === '' ? undefined : namesIn(args.replace(/@/g, ''), castNames(play.state()));
    const lines = sceneLines(await play.scene(names));
    if (names) notify(lines.join(' · '));
    else show(textPanel('The scene', lines));
  },
};

const cast: Command = {
  name: 'cast',
  args: '',
  help: 'whom you know of, who is there, who plays them',
  run({ play, show }) {
    const { cast: known, present, playing, players } = play.state();
    const { muted } = play.director();
    const isSeen = present.length > 0;
    const lines = known.map(({ id, name }) => {
      const where = present.includes(id) ? 'here' : isSeen || id === playing.id ? 'away' : 'elsewhere';
      const by = players[id] ?? (id === playing.id ? 'you' : 'the model');
      const voice = muted.includes(name) ? ' · muted' : '';
      return `${name} · ${where} · played by ${by}${voice}`;
    });
    show(textPanel('Cast', lines));
  },
};

const rename: Command = {
  name: 'rename',
  args: 'NAME = NEW',
  help: 'call NAME otherwise, everywhere',
  async run({ play, notify }, args) {
    const usage = '/rename NAME = NEW';
    const [from = '', to] = required(args, usage).split(/\s*=\s*/, 2);
    const taken = takeNames(from, play.state().cast);
    const [old, wanted] = to === undefined ? [taken.names[0] ?? '', taken.rest] : [from, to];
    const name = await play.renameCharacter(old.replace(/^@/, ''), required(wanted, usage));
    notify(`${old} is called ${name} now`);
  },
};

/** Whether a word can only be meant for a message, or for all from one to another. */
const isAddress = (word: string): boolean => /^(?:last|-\d+|\S+\.\.\S+)$/.test(word);

const audience: Command = {
  name: 'audience',
  args: '[MESSAGE|FROM..TO] NAME,NAME|all',
  help: 'change who has heard a message, or all from one to another',
  async run({ play, notify }, args) {
    const known = castNames(play.state());
    const usage = '/audience [MESSAGE] NAME,NAME or all';
    const line = required(args, usage).replace(/@/g, '');
    const [word, rest] = firstWord(line);
    const [one = ''] = namesIn(line, known);
    if (isAddress(line) && !known.includes(one)) required(rest, usage);
    const isAddressed = rest !== '' && !known.includes(one) && !word.endsWith(',');
    const [address, names] = isAddressed ? [word, rest] : ['last', line];
    const [from = 'last', through] = address.split('..', 2);
    const to = names === 'all' ? 'everyone' : namesIn(names, known);
    const count = await play.changeAudience(from, { to, ...(through !== undefined && { through }) });
    const what = count === 1 ? '1 message has' : `${count} messages have`;
    if (count === 0) notify('that is who has heard it already; nothing changes');
    else notify(`${what} another audience now; /undo takes it back`);
  },
};

/** Commands about who is there, what they are called, and who has heard what. */
export const presenceCommands = (find: FindNewcomer): Command[] => [
  joinWith(find),
  leave,
  scene,
  cast,
  rename,
  audience,
];
