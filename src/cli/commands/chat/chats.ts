import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { App } from '../../../app/app.ts';
import { SottoError } from '../../../domain/errors.ts';
import { run } from '../../run.ts';

const registerList = (program: Command): void => {
  program
    .command('chats')
    .description('every chat, the latest first')
    .option('--deleted', 'the deleted ones')
    .action(
      run<{ deleted?: boolean }>((app, _, { deleted }) => {
        for (const { id, title, createdAt, updatedAt } of app.store.chats.list({
          deleted: deleted === true,
        })) {
          const line = { type: 'chat', id, title, createdAt, updatedAt };
          app.out.result(line, `${id}  ${updatedAt.slice(0, 16).replace('T', ' ')}  ${title}`);
        }
      }),
    );
};

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new SottoError(
      'usage',
      'not_confirmed',
      'deleting needs a yes; add --yes where nobody can be asked',
    );
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}

async function remove(app: App, address: string | undefined, isSure: boolean): Promise<void> {
  const { store } = app;
  const id = app.chatId(address);
  const { title } = store.chats.read(id).facts;
  if (!isSure && !(await confirm(`Delete the chat "${title}"?`))) return;
  store.chats.append(id, { actor: 'human', at: app.now() }, () => [{ kind: 'chat_deleted', payload: {} }]);
  app.out.result(
    { type: 'deleted', id, title },
    `deleted "${title}"; \`sotto chat restore ${id}\` brings it back`,
  );
}

function restore(app: App, address: string): void {
  const { store } = app;
  const found = store.chats.list({ deleted: true }).filter((c) => c.id === address || c.title === address);
  const [chat] = found;
  if (!chat || found.length > 1) {
    throw new SottoError(
      'not_found',
      'no_such_chat',
      `no deleted chat is "${address}"; see \`sotto chats --deleted\``,
    );
  }
  store.chats.append(chat.id, { actor: 'human', at: app.now() }, () => [
    { kind: 'chat_restored', payload: {} },
  ]);
  app.out.result({ type: 'chat', id: chat.id, title: chat.title }, `"${chat.title}" is back`);
}

/** `sotto chats`, `sotto chat rename|delete|restore`. */
export function registerChats(program: Command): Command {
  registerList(program);
  const chat = program.command('chat').description('a chat as a whole');
  chat
    .command('rename <chat-and-title...>')
    .description('give a chat another title: rename [CHAT] TITLE')
    .action(
      run(async (app, args) => {
        const [address, title] = args.length > 1 ? args : [undefined, args[0]];
        const play = app.play(address);
        await play.rename(title ?? '');
        const { id, title: renamed } = play.state().chat;
        app.out.result({ type: 'chat', id, title: renamed }, `the chat is called "${renamed}"`);
      }),
    );
  chat
    .command('delete [chat]')
    .description('delete a chat; it can be restored')
    .option('--yes', 'do not ask')
    .action(run<{ yes?: boolean }>((app, [address], { yes }) => remove(app, address, yes === true)));
  chat
    .command('restore <chat>')
    .description('bring a deleted chat back')
    .action(run((app, [address = '']) => restore(app, address)));
  return chat;
}
