import type { Command } from 'commander';
import type { App } from '../../../app/app.ts';
import { newcomerFrom } from '../../../app/cards/newcomer.ts';
import { SottoError } from '../../../domain/errors.ts';
import type { Play } from '../../../play/play.ts';
import type { Joining } from '../../../play/turn/presence.ts';
import { run } from '../../run.ts';
import { namesKnownTo } from './talk.ts';
import { type ChatOption, withChat } from './tree.ts';

interface JoinOptions extends ChatOption {
  card?: string;
  new?: boolean;
  knowsPast?: boolean;
}

function joiningOf(app: App, name: string, options: JoinOptions): Joining {
  const { card, new: isNew = false, knowsPast = false } = options;
  if (card !== undefined && isNew) {
    const message = '--new is somebody without a card and --card says which; choose one of them';
    throw new SottoError('usage', 'new_and_card', message);
  }
  return { knowsPast, newcomer: () => (isNew ? { name, card: null } : newcomerFrom(app, name, card)) };
}

const registerComing = (program: Command): void => {
  withChat(program.command('join <name>'))
    .description('bring somebody into the scene: one of the cast who is away, or somebody of the library')
    .option('--card <card>', 'their card, by file, name or id; default the one that is called like them')
    .option('--new', 'somebody without a card')
    .option('--knows-past', 'they know what was said in public before')
    .action(
      run<JoinOptions>(async (app, [wanted = ''], options) => {
        const play = app.play(options.chat);
        const name = await play.join(wanted, joiningOf(app, wanted, options));
        app.out.result({ type: 'joined', name }, `${name} is here`);
      }),
    );
  withChat(program.command('leave <name>'))
    .description('send somebody out of the scene: they perceive nothing until they come back')
    .action(
      run<ChatOption>(async (app, [wanted = ''], { chat }) => {
        const name = await app.play(chat).leave(wanted);
        app.out.result({ type: 'left', name }, `${name} is away`);
      }),
    );
  withChat(program.command('scene [names]'))
    .description('who is there; NAMES, separated by commas, sets exactly who is, "" nobody')
    .action(
      run<ChatOption>(async (app, [names], { chat }) => {
        const play = app.play(chat);
        const { present, away } = await play.scene(
          names === undefined ? undefined : namesKnownTo(play, names),
        );
        const rows = [
          `here: ${present.join(', ')}`,
          ...(away.length > 0 ? [`away: ${away.join(', ')}`] : []),
        ];
        app.out.result({ type: 'scene', present, away }, rows.join('\n'));
      }),
    );
};

interface AudienceOptions extends ChatOption {
  through?: string;
  to?: string;
  public?: boolean;
}

function wantedAudience(
  play: Play,
  { to, public: isPublic = false }: AudienceOptions,
): readonly string[] | 'everyone' {
  if (isPublic !== (to === undefined)) {
    const message = 'say who has heard it with --to Bob,Carl, or --public for all who were there';
    throw new SottoError('usage', 'which_audience', message);
  }
  return to === undefined ? 'everyone' : namesKnownTo(play, to);
}

/** `sotto join`, `leave`, `scene`, `rename`, `audience`. */
export function registerPresence(program: Command): void {
  registerComing(program);
  withChat(program.command('rename <name> <new>'))
    .description('give a character another name, everywhere')
    .action(
      run<ChatOption>(async (app, [from = '', to = ''], { chat }) => {
        const name = await app.play(chat).renameCharacter(from, to);
        app.out.result({ type: 'renamed', name }, `${from} is called ${name} now`);
      }),
    );
  withChat(program.command('audience <message>'))
    .description('change who has heard a message; its speaker always has')
    .option('--through <message>', 'every message from the one to this')
    .option('--to <names>', 'those who have heard it, separated by commas')
    .option('--public', 'all who were there')
    .action(
      run<AudienceOptions>(async (app, [message = ''], options) => {
        const { chat, through } = options;
        const play = app.play(chat);
        const to = wantedAudience(play, options);
        const count = await play.changeAudience(message, { to, ...(through !== undefined && { through }) });
        const what = count === 1 ? '1 message has' : `${count} messages have`;
        const done = `${what} another audience now; \`sotto undo\` takes it back`;
        const text = count === 0 ? 'that is who has heard it already; nothing changes' : done;
        app.out.result({ type: 'audience', count }, text);
      }),
    );
}
