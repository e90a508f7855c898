import type { Command } from 'commander';
import type { App } from '../../../app/app.ts';
import { messageLine, messageText } from '../../../commands/shapes.ts';
import { SottoError } from '../../../domain/errors.ts';
import type { Undone } from '../../../play/chat/play-state.ts';
import type { Play } from '../../../play/play.ts';
import { run } from '../../run.ts';
import { positive } from './talk.ts';

/** Option of commands whose first argument is not CHAT. */
export interface ChatOption {
  chat?: string;
}

/** Adds `--chat`. */
export const withChat = (command: Command): Command =>
  command.option('--chat <chat>', 'chat; default the latest');

function printUndone(app: App, play: Play, undone: Undone, isDone: boolean): void {
  const { out } = app;
  const { world } = app.store.chats.read(play.state().chat.id);
  for (const message of undone.messages) {
    out.result(messageLine(message, world, play.state().playing.id), () => messageText(message, world));
  }
  const { unperceived } = undone;
  const count = undone.messages.length + unperceived;
  const hidden = unperceived > 0 ? ` (${unperceived} of them unheard)` : '';
  const text = `${isDone ? 'took back' : 'would take back'} ${count} ${count === 1 ? 'message' : 'messages'}${hidden}`;
  out.result({ type: 'rewind', dryRun: !isDone, undone: count, unperceived }, text);
}

interface RewindOptions {
  turns?: string;
  to?: string;
  dryRun?: boolean;
}

async function rewind(
  app: App,
  chat: string | undefined,
  { turns, to, dryRun }: RewindOptions,
): Promise<void> {
  if ((turns === undefined) === (to === undefined)) {
    throw new SottoError('usage', 'turns_or_to', 'say how far to go back: either --turns N or --to MESSAGE');
  }
  const play = app.play(chat);
  const target = to === undefined ? { turns: positive('--turns', turns) ?? 0 } : { message: to };
  const undone = await play.rewind(target, { dryRun: dryRun === true });
  printUndone(app, play, undone, dryRun !== true);
}

/** Prints where the head is after a move. */
function printHead(app: App, play: Play): void {
  const { chat, branch } = play.state();
  const last = play.view().last(1)[0];
  const { world } = app.store.chats.read(chat.id);
  const head = last ? messageText(last, world) : 'nothing was said yet';
  const { type: _, ...message } = last
    ? messageLine(last, world, play.state().playing.id)
    : { type: 'message' };
  app.out.result(
    { type: 'head', chat: chat.id, branch, last: last ? message : null },
    `on ${branch}: ${head}`,
  );
}

const registerBack = (program: Command): void => {
  program
    .command('rewind [chat]')
    .description('go back; what came after stays in the tree')
    .option('--turns <n>', 'by this many messages')
    .option('--to <message>', 'to the end of this message')
    .option('--dry-run', 'only list what would be taken back')
    .action(run<RewindOptions>((app, [chat], options) => rewind(app, chat, options)));
  for (const [name, description] of [
    ['undo', 'take back the last thing that happened'],
    ['redo', 'go back to where you last rewound from'],
  ] as const) {
    program
      .command(`${name} [chat]`)
      .description(description)
      .action(
        run(async (app, [chat]) => {
          const play = app.play(chat);
          await play[name]();
          printHead(app, play);
        }),
      );
  }
};

const registerBranches = (program: Command): void => {
  withChat(program.command('branch [name]'))
    .description('a branch at a message, or here')
    .option('--at <message>', 'message where it forks')
    .action(
      run<ChatOption & { at?: string }>(async (app, [name], { chat, at }) => {
        const made = await app.play(chat).branch(name, at);
        app.out.result({ type: 'branch', name: made, current: true }, `on branch ${made}`);
      }),
    );
  program
    .command('branches [chat]')
    .description('every branch of a chat')
    .action(
      run((app, [chat]) => {
        for (const branch of app.play(chat).branches()) {
          const mark = branch.current ? '*' : ' ';
          app.out.result({ type: 'branch', ...branch }, `${mark} ${branch.name}  ${branch.preview}`);
        }
      }),
    );
  withChat(program.command('switch <name>'))
    .description('go to the tip of a branch')
    .action(
      run<ChatOption>(async (app, [name], { chat }) => {
        const play = app.play(chat);
        await play.switchTo(name ?? '');
        printHead(app, play);
      }),
    );
};

const registerSwipe = (program: Command): void => {
  withChat(program.command('swipe <which>'))
    .description('another version of the last message: next, prev or its number from 1')
    .action(
      run<ChatOption>(async (app, [which], { chat }) => {
        const play = app.play(chat);
        const wanted = which === 'next' || which === 'prev' ? which : positive('swipe', which);
        const { index, of } = await play.swipe(wanted ?? 'next');
        app.out.result({ type: 'swipe', index, of }, `version ${index} of ${of}`);
        printHead(app, play);
      }),
    );
};

/** `sotto rewind`, `undo`, `redo`, `branch`, `branches`, `switch`, `swipe`. */
export function registerTree(program: Command): void {
  registerBack(program);
  registerBranches(program);
  registerSwipe(program);
}
