import { SottoError } from '../../domain/errors.ts';
import { strategy as strategySchema } from '../../domain/events/event-parts.ts';
import type { Strategy } from '../../domain/events/events.ts';
import type { CastMember } from '../../play/chat/play-state.ts';
import { type DirectorState, noClassifier, strategyNamed } from '../../play/director/directing.ts';
import type { Play } from '../../play/play.ts';
import { listPanel } from '../panels/state.ts';
import { namesAndText, required, takeNames } from './arguments.ts';
import type { Command } from './command.ts';

const strategies: Readonly<Record<Strategy, string>> = {
  natural: 'who is named, else who spoke last',
  list: 'everybody once, in the order of the cast',
  pooled: 'one who was silent, drawn by talkativeness',
  manual: 'nobody, until you say /reply NAME',
  model: 'the classifier picks',
};

const helpFor = (name: Strategy, { hasClassifier }: DirectorState): string =>
  name === 'model' && !hasClassifier ? noClassifier : strategies[name];

const othersIn = (play: Play): CastMember[] => {
  const { cast, playing } = play.state();
  return cast.filter(({ id }) => id !== playing.id);
};

const nameIn = (args: string, play: Play): string => takeNames(args, play.state().cast).names[0] ?? args;

const isOn = (word: string, usage: string): boolean => {
  if (word === 'on' || word === 'off') return word === 'on';
  throw new SottoError('usage', 'bad_argument', `"${word}" is neither on nor off: ${usage}`);
};

const next: Command = {
  name: 'next',
  args: '[NAME]',
  help: 'let NAME answer your next message (F3 opens the list)',
  run({ play, show, notify }, args) {
    const others = othersIn(play);
    if (args !== '') {
      const name = nameIn(args, play);
      play.chooseNext(name === 'nobody' ? null : name);
      return;
    }
    play.chooseNext(null);
    const items = others.map(({ name }) => ({ label: name, command: `/next ${name}` }));
    show(listPanel('Who answers your next message', items));
    notify('the director decides who answers; choose somebody to decide it yourself');
  },
};

const strategy: Command = {
  name: 'strategy',
  args: '[natural|list|pooled|manual|model]',
  help: 'how it is decided who answers',
  async run({ play, show, notify }, args) {
    if (args === '') {
      const director = play.director();
      const all = strategySchema.options;
      const items = all.map((name) => ({
        label: `${name}: ${helpFor(name, director)}`,
        command: `/strategy ${name}`,
      }));
      const at = all.indexOf(director.strategy);
      show(listPanel('Who answers', items, at));
      return;
    }
    const found = strategyNamed(args);
    await play.setDirector({ strategy: found });
    notify(`${found}: ${helpFor(found, play.director())}`);
  },
};

const silence = (what: 'mute' | 'unmute'): Command => ({
  name: what,
  args: 'NAME[,NAME]',
  help: what === 'mute' ? 'NAME answers only to /reply' : 'NAME may answer again',
  async run({ play, notify }, args) {
    const { names } = takeNames(required(args, `/${what} NAME`), play.state().cast);
    await play.setDirector({ [what]: names });
    notify(mutedLine(play.director()));
  },
});

const mutedLine = ({ muted }: DirectorState): string =>
  muted.length === 0 ? 'nobody is muted' : `muted: ${muted.join(', ')}`;

const talkative: Command = {
  name: 'talkative',
  args: 'NAME 0..1',
  help: 'how readily NAME speaks unasked; 0 = only when named',
  async run({ play, notify }, args) {
    const { name, text } = namesAndText(args, play.state().cast, '/talkative NAME 0.3');
    const value = Number(text);
    await play.setDirector({ talkativeness: { [name]: value } });
    notify(`the talkativeness of ${name} is ${value}`);
  },
};

const selfReply: Command = {
  name: 'self-reply',
  args: 'on|off',
  help: 'whether somebody may be chosen right after a line of their own',
  async run({ play, notify }, args) {
    const usage = '/self-reply on or off';
    await play.setDirector({ selfReply: isOn(required(args, usage), usage) });
    notify(`self-reply is ${play.director().selfReply ? 'on' : 'off'}`);
  },
};

const pauseIn = (args: string): number | true | null => {
  if (args === '' || args === 'on') return true;
  if (args === 'off') return null;
  return Number(args.replace(/\s*s(?:econds)?$/i, ''));
};

const auto: Command = {
  name: 'auto',
  args: '[on|off|SECONDS]',
  help: 'let the others go on by themselves after a pause; Esc or /auto off ends it',
  run({ play, notify }, args) {
    play.auto(args === '' && play.state().auto !== null ? null : pauseIn(args));
    const { auto: seconds } = play.state();
    notify(
      seconds === null ? 'auto mode is off' : `the others go on after ${seconds} s of silence; Esc ends it`,
    );
  },
};

/** Commands about who speaks when. */
export const directingCommands: readonly Command[] = [
  next,
  strategy,
  silence('mute'),
  silence('unmute'),
  talkative,
  selfReply,
  auto,
];
