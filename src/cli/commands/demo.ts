import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { App } from '../../app/app.ts';
import { keepCard } from '../../app/cards/cards.ts';
import { messageLine, messageText } from '../../commands/shapes.ts';
import { messagesOf } from '../../domain/view.ts';
import { startChat } from '../../play/chat/new-chat.ts';
import { run } from '../run.ts';

const demoCard = 'the-last-ferry.json';
const demoSeed = '1';

/** What the human says in the demo, as the card's role. */
const scene: readonly { text: string; to?: string[]; reply: string[] }[] = [
  { text: 'Fog is only weather sitting down. Ansel, will you pour?', reply: ['Ansel'] },
  { text: 'Keep that case on your knees. *softly* I know what is in it.', to: ['Odile'], reply: ['Odile'] },
  { text: 'Well. Does anybody know a song?', reply: ['Ansel'] },
];

/** Plays the scene in a store of its own, which is gone afterwards, and prints every view of it. */
export async function playDemo(outer: App): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-demo-'));
  const globals = {
    ...outer.options,
    data: folder,
    backend: 'understudy',
    seed: outer.options.seed ?? demoSeed,
  };
  const app = new App(globals, outer.person);
  app.out = outer.out;
  try {
    const card = keepCard(app, join(app.packageRoot, 'cards', demoCard));
    const id = startChat(app.newChatParts, { cards: [card] });
    const play = app.play(id);
    for (const { text, ...how } of scene) await play.say(text, how);
    await play.close();
    printViews(app, id);
  } finally {
    app.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function printViews(app: App, id: string): void {
  const { out, store } = app;
  const { world, head } = store.chats.read(id);
  if (!out.isJson)
    out.text('One scene, played on the understudy (no model), as each character perceived it.');
  for (const viewer of world.cast) {
    if (!out.isJson) out.text(`\n── as ${viewer.name} ${'─'.repeat(60 - viewer.name.length)}`);
    for (const message of messagesOf(store.view(id, viewer.id, head))) {
      const line = messageLine(message, world, viewer.id);
      out.result({ ...line, viewer: viewer.name }, () => messageText(message, world));
    }
  }
}

/** `sotto demo`. */
export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description('a scene with a whisper, printed as each character perceived it')
    .action(run((app) => playDemo(app)));
}
