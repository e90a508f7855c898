import type { Command } from 'commander';
import { SottoError } from '../../../domain/errors.ts';
import type { Undone } from '../../../play/chat/play-state.ts';
import type { Play } from '../../../play/play.ts';
import { messageLine, messageText } from '../../chats/shapes.ts';
import type { Context } from '../../context.ts';
import { run } from '../../run.ts';
import { positive } from './talk.ts';

/** Option of commands whose first argument is not CHAT. */
export interface ChatOption {
  chat?: string;
}

/** Adds `--chat`. */
export const withChat = (command: Command): Command =>
  command.option('--chat <chat>', 'chat; default the latest');

function printUndone(context: Context, play: Play, undone: Undone, isDone: boolean): void {
  const { out } = context;
  const { world } = context.store.chats.read(play.state().chat.id);
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
  context: Context,
  chat: string | undefined,
  { turns, to, dryRun }: RewindOptions,
): Promise<void> {
  if ((turns === undefined) === (to === undefined)) {
    throw new SottoError('usage', 'turns_or_to', 'say how far to go back: either --turns N or --to MESSAGE');
  }
  const play = context.play(chat);
  const target = to === undefined ? { turns: positive('--turns', turns) ?? 0 } : { message: to };
  const undone = await play.rewind(target, { dryRun: dryRun === true });
  printUndone(context, play, undone, dryRun !== true);
}

/** Prints where the head is after a move. */
function printHead(context: Context, play: Play): void {
  const { chat, branch } = play.state();
  const last = play.view().last(1)[0];
  const { world } = context.store.chats.read(chat.id);
  const head = last ? messageText(last, world) : 'nothing was said yet';
  const { type: _, ...message } = last
    ? messageLine(last, world, play.state().playing.id)
    : { type: 'message' };
  context.out.result(
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
    .action(run<RewindOptions>((context, [chat], options) => rewind(context, chat, options)));
  for (const [name, description] of [
    ['undo', 'take back the last thing that happened'],
    ['redo', 'go back to where you last rewound from'],
  ] as const) {
    program
      .command(`${name} [chat]`)
      .description(description)
      .action(
        run(async (context, [chat]) => {
          const play = context.play(chat);
          await play[name]();
          printHead(context, play);
        }),
      );
  }
};

const registerBranches = (program: Command): void => {
  withChat(program.command('branch [name]'))
    .description('a branch at a message, or here')
    .option('--at <message>', 'message where it forks')
    .action(
      run<ChatOption & { at?: string }>(async (context, [name], { chat, at }) => {
        const made = await context.play(chat).branch(name, at);
        context.out.result({ type: 'branch', name: made, current: true }, `on branch ${made}`);
      }),
    );
  program
    .command('branches [chat]')
    .description('every branch of a chat')
    .action(
      run((context, [chat]) => {
        for (const branch of context.play(chat).branches()) {
          const mark = branch.current ? '*' : ' ';
          context.out.result({ type: 'branch', ...branch }, `${mark} ${branch.name}  ${branch.preview}`);
        }
      }),
    );
  withChat(program.command('switch <name>'))
    .description('go to the tip of a branch')
    .action(
      run<ChatOption>(async (context, [name], { chat }) => {
        const play = context.play(chat);
        await play.switchTo(name ?? '');
        printHead(context, play);
      }),
    );
};

const registerSwipe = (program: Command): void => {
  withChat(program.command('swipe <which>'))
    .description('another version of the last message: next, prev or its number from 1')
    .action(
      run<ChatOption>(async (context, [which], { chat }) => {
        const play = context.play(chat);
        const wanted = which === 'next' || which === 'prev' ? which : positive('swipe', which);
        const { index, of } = await play.swipe(wanted ?? 'next');
        context.out.result({ type: 'swipe', index, of }, `version ${index} of ${of}`);
        printHead(context, play);
      }),
    );
};

/** `sotto rewind`, `undo`, `redo`, `branch`, `branches`, `switch`, `swipe`. */
export function registerTree(program: Command): void {
  registerBack(program);
  registerBranches(program);
  registerSwipe(program);
}
