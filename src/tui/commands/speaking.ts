import { planTable, sentLines } from '../../commands/plan-lines.ts';
import type { CastMember } from '../../play/chat/play-state.ts';
import { listPanel, type Panel, textPanel } from '../panels/state.ts';
import { namesAndText, required, takeNames } from './arguments.ts';
import type { Command } from './command.ts';
import { withPlayer } from './players.ts';
import { showUnlessVeiled } from './veil.ts';

const castPanel = (title: string, cast: readonly CastMember[], command: string, chosen = 0): Panel =>
  listPanel(
    title,
    cast.map(({ name }) => ({ label: name, command: `/${command} ${name}` })),
    chosen,
  );

const as: Command = {
  name: 'as',
  args: '[NAME|*]',
  help: 'write as NAME and see what NAME perceived (F2 opens the list); * looks on',
  async run({ play, show, notify }, args) {
    const state = play.state();
    const { cast, playing } = state;
    if (args === '') {
      const items = cast.map((one) => ({ label: withPlayer(one, state), command: `/as ${one.name}` }));
      const at = cast.findIndex(({ id }) => id === playing.id);
      show(listPanel('Write as', items, at));
      return;
    }
    await play.playAs(takeNames(args, cast).names[0] ?? args);
    const { name } = play.state().playing;
    notify(name === '*' ? 'looking on as everyone; /as NAME goes back' : `writing as ${name}`);
  },
};

const to: Command = {
  name: 'to',
  args: 'NAME[,NAME] TEXT',
  help: 'say TEXT so that only NAME hears it',
  async run({ play }, args) {
    const { names, text } = namesAndText(args, play.state().cast, '/to NAME TEXT');
    await play.say(text, { to: names });
  },
};

const reply: Command = {
  name: 'reply',
  args: '[NAME]',
  help: 'let NAME speak now; alone it opens a list',
  async run({ play, show }, args) {
    const { cast, playing } = play.state();
    const others = cast.filter(({ id }) => id !== playing.id);
    if (args === '') show(castPanel('Who speaks next', others, 'reply'));
    else await play.reply(takeNames(args, cast).names[0] ?? args);
  },
};

const impersonate: Command = {
  name: 'impersonate',
  args: '[NAME]',
  help: 'let the model write for NAME, or for whom you write as',
  run: ({ play }, args) => play.impersonate(args === '' ? play.state().playing.name : args),
};

const regenerate: Command = {
  name: 'regenerate',
  args: '',
  help: 'write the last reply anew; the old one stays as an alternative',
  run: ({ play }) => play.regenerate(),
};

const more: Command = {
  name: 'continue',
  args: '',
  help: 'go on with the last reply',
  run: ({ play }) => play.continueReply(),
};

const swipe: Command = {
  name: 'swipe',
  args: '[next|prev|N]',
  help: 'another alternative of the last reply (Left and Right on an empty line)',
  async run({ play, notify }, args) {
    const number = Number(args);
    const which = args === 'prev' ? 'prev' : args === '' || args === 'next' ? 'next' : number;
    if (typeof which === 'number')
      required(Number.isInteger(which) ? args : '', '/swipe next, prev or a number');
    const { index, of } = await play.swipe(which);
    notify(`alternative ${index} of ${of}`);
  },
};

const prompt: Command = {
  name: 'prompt',
  args: '[NAME]',
  help: 'what would be sent for NAME, block by block, and what is new in it',
  async run(desk, args) {
    const { play, show } = desk;
    if (args === '') {
      show(castPanel('Prompt for', play.state().cast, 'prompt'));
      return;
    }
    const title = (name: string) => `Prompt for ${name}`;
    await showUnlessVeiled(desk, args, {
      ...{ command: '/prompt', title, holds: 'what this character alone has perceived, and its card' },
      open: async (name) => {
        const plan = await play.prompt(name);
        return textPanel(title(plan.speaker), [...planTable(plan), '', ...sentLines(plan)]);
      },
    });
  },
};

const thoughts: Command = {
  name: 'thoughts',
  args: '',
  help: 'show or fold what the model thought for whom you write as',
  run({ toggleThoughts, notify }) {
    notify(toggleThoughts() ? 'thoughts are shown; /thoughts folds them' : 'thoughts are folded');
  },
};

/** Commands about who speaks and what is generated. */
export const speakingCommands: readonly Command[] = [
  as,
  to,
  reply,
  impersonate,
  regenerate,
  more,
  swipe,
  thoughts,
  prompt,
];
