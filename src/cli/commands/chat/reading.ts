import type { Command } from 'commander';
import type { App } from '../../../app/app.ts';
import { planTable } from '../../../commands/plan-lines.ts';
import { eventLine, messageLine, messageText, planLine } from '../../../commands/shapes.ts';
import { SottoError } from '../../../domain/errors.ts';
import type { Message } from '../../../domain/message.ts';
import type { View } from '../../../domain/view.ts';
import { directorName, requireMember } from '../../../domain/world/names.ts';
import { playedIn } from '../../../play/chat/human.ts';
import { run } from '../../run.ts';
import { positive } from './talk.ts';

const pageSize = 500;

/** Every message of a view, oldest first, a page at a time. */
export function* messagesOf(view: View): Iterable<Message> {
  let [next] = view.first(1);
  while (next) {
    const page: Message[] = view.from(next.id, pageSize + 1);
    yield* page.slice(0, pageSize);
    next = page[pageSize];
  }
}

interface LogOptions {
  as?: string;
  all?: boolean;
  tail?: string;
}

function log(app: App, address: string | undefined, options: LogOptions): void {
  if (options.all && options.as !== undefined) {
    throw new SottoError(
      'usage',
      'as_and_all',
      '--all shows everything and --as one view; choose one of them',
    );
  }
  const tail = positive('--tail', options.tail);
  const state = app.store.chats.read(app.chatId(address));
  const { id, world, head } = state;
  const isAll = options.all || options.as?.trim() === directorName;
  const playing = playedIn(app.store, state)?.member.id ?? null;
  const character =
    options.as === undefined || isAll ? playing : requireMember(world, options.as, playing ?? 'everyone').id;
  const viewer = isAll ? 'everyone' : (character ?? 'everyone');
  const view = app.store.view(id, viewer, head);
  const page = tail === undefined ? null : view.last(tail);
  const play = app.play(id);
  let depth = app.out.isJson ? 0 : (page?.length ?? view.count());
  for (const message of page ?? messagesOf(view)) {
    depth -= 1;
    const line = messageLine(message, world, isAll ? null : character);
    app.out.result(line, () => messageText(play.shown(message, depth), world));
  }
}

interface PromptOptions {
  for: string;
  blocks?: boolean;
}

async function prompt(app: App, address: string | undefined, options: PromptOptions): Promise<void> {
  const plan = await app.play(address).prompt(options.for);
  if (app.out.isJson || options.blocks) app.out.result(planLine(plan), planTable(plan).join('\n'));
  else app.out.raw(plan.prompt);
}

function events(app: App, address: string | undefined, branchName: string | undefined): void {
  const { store } = app;
  const chat = app.chatId(address);
  const branches = store.tree.playBranches(chat);
  const wanted = branches.find(({ name }) => name === branchName);
  if (branchName !== undefined && !wanted) {
    const names = branches.map(({ name }) => name).join(', ');
    throw new SottoError(
      'not_found',
      'no_such_branch',
      `there is no branch "${branchName}"; there is ${names}`,
    );
  }
  const nameOf = (id: number) => branches.find((branch) => branch.id === id)?.name ?? '';
  for (const event of store.log.all({ chat, ...(wanted && { branch: wanted.id }) })) {
    const line = eventLine(event, nameOf(event.branch));
    app.out.result(
      line,
      () => `${event.seq} ${event.at} ${line.branch} ${event.kind} ${JSON.stringify(event.payload)}`,
    );
  }
}

function verify(app: App, address: string | undefined): void {
  const { store, out } = app;
  store.requireSound();
  const chats =
    address === undefined
      ? [...store.chats.list(), ...store.chats.list({ deleted: true })].map(({ id }) => id)
      : [app.chatId(address)];
  let isSame = true;
  for (const id of chats) {
    const state = store.chats.read(id);
    const found = store.verify(state);
    const ok = found.differences.length === 0;
    isSame &&= ok;
    const { title } = state.facts;
    out.result({ type: 'verify', chat: id, title, ok, ...found }, () =>
      [
        `${title}: ${found.events} events, ${ok ? 'replay and store agree' : 'replay and store differ'} (${found.hash})`,
        ...found.differences.map((difference) => `  ${difference}`),
        ...Object.entries(found.unreadable).map(([what, n]) => `  left out: ${n} × ${what}`),
      ].join('\n'),
    );
  }
  if (isSame) return;
  throw new SottoError(
    'store',
    'verify_failed',
    'the store differs from its log; keep a copy and restore a backup',
  );
}

/** `sotto log`, `prompt`, `events`, `verify`. */
export function registerReading(program: Command): void {
  program
    .command('log [chat]')
    .description('the transcript as a character perceives it')
    .option('--as <name>', 'as this character; default the played one')
    .option('--all', 'everything')
    .option('--tail <n>', 'the last n messages')
    .action(run<LogOptions>((app, [chat], options) => log(app, chat, options)));
  program
    .command('prompt [chat]')
    .description('exactly what would be sent to the model for a character')
    .requiredOption('--for <name>', 'who would speak')
    .option('--blocks', 'its blocks, what was left out and what is new, instead of the text')
    .action(run<PromptOptions>((app, [chat], options) => prompt(app, chat, options)));
  program
    .command('events [chat]')
    .description('the log')
    .option('--branch <name>', 'only this branch')
    .action(run<{ branch?: string }>((app, [chat], options) => events(app, chat, options.branch)));
  program
    .command('verify [chat]')
    .description('replay the log and compare it with the store')
    .action(run((app, [chat]) => verify(app, chat)));
}
