import { foldName } from '../../domain/world/world.ts';
import { readPlayer } from '../../play/turn/scenario-form.ts';
import { type ScenarioSet, setUpScenario } from '../../play/turn/scenario-setup.ts';
import { type Command, define } from '../command.ts';
import { argument, choice, flag, name, option, positive, text, usually } from '../parameters.ts';
import { list, notice, plural } from '../shown/show.ts';
import { modes, setupForm } from './setup-form.ts';

const lines = (given: string | undefined): string[] =>
  (given ?? '')
    .split('|')
    .map((line) => line.trim())
    .filter(Boolean);

const told = ({ acts, refused }: ScenarioSet): string => {
  const thrown = refused === 0 ? '' : `; ${plural(refused, 'outline')} discarded as played before`;
  return `ready: a story in ${acts} acts that the game master keeps to itself${thrown}`;
};

const setup = define({
  name: 'setup',
  group: 'the story',
  synonyms: ['narrator', 'game master', 'gm'],
  summary: 'set up a story led by a character: form, outline, check against earlier stories, start',
  notes:
    'Players are separated by |, each like "Ann: a thief; climbing 6, lying 5": at most 20 points over six skills, none above 8.',
  chat: 'option',
  asksModel: true,
  parameters: {
    master: argument('<character>', name),
    mode: option('--mode <mode>', choice(modes), 'who carries the story on; default story'),
    wish: option('--wish <text>', text, 'what kind of story; default a surprise'),
    acts: usually('--acts <n>', positive, '3', 'how many acts'),
    players: option('--players <list>', text, 'who plays whom, with skills'),
    adjust: option('--adjust <text>', text, 'what should differ from the usual'),
    start: flag('--start', 'let the first act begin at once'),
  },
  async run({ app, play, side }, { master, mode = 'story', wish = '', acts, players, adjust = '', start }) {
    const form = {
      mode,
      wish: wish.trim(),
      acts,
      players: lines(players).map(readPlayer),
      adjust: adjust.trim(),
    };
    if (side === 'script') await app.checkBackend();
    const set = await setUpScenario(play.chat, play, { master, form });
    if (start)
      await play.direct(
        master,
        'Open the first act: where and when it is, who is there, the first sign of trouble.',
      );
    return set;
  },
  json: (set) => ({ type: 'scenario_set', ...set }),
  text: told,
  screen: {
    usage: '[NAME] [--mode MODE] [--wish TEXT] [--players LIST] [--start]',
    ask({ play }, given, again) {
      const { cast, playing } = play.state();
      const others = cast.filter(({ id }) => id !== playing.id);
      const leads = given.master ?? others.find(({ name: called }) => /master|narrator/i.test(called))?.name;
      const isKnown = cast.some(
        ({ id, name: called }) => id === leads || foldName(called) === foldName(leads ?? ''),
      );
      if (leads !== undefined)
        return given.start === true || !isKnown
          ? null
          : setupForm({ ...given, master: leads }, others, again);
      const rows = others.map((one) => ({ label: one.name, call: again({ ...given, master: one.name }) }));
      return list('Who leads the story', rows);
    },
    show: ([set]) => (set ? notice(told(set)) : null),
  },
});

/** The command that prepares a story. */
export const setupCommands: readonly Command[] = [setup];
