import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { startChat } from '../../play/chat/new-chat.ts';
import { keepCard } from '../cards/cards.ts';
import { messageLine, messageText } from '../chats/shapes.ts';
import { Context } from '../context.ts';
import { run } from '../run.ts';
import { messagesOf } from './chat/reading.ts';

const demoCard = 'the-last-ferry.json';
const demoSeed = '1';

/** What the human says in the demo, as the card's role. */
const scene: readonly { text: string; to?: string[]; reply: string[] }[] = [
  { text: 'Fog is only weather sitting down. Ansel, will you pour?', reply: ['Ansel'] },
  { text: 'Keep that case on your knees. *softly* I know what is in it.', to: ['Odile'], reply: ['Odile'] },
  { text: 'Well. Does anybody know a song?', reply: ['Ansel'] },
];

/** Plays the scene in a store of its own, which is gone afterwards, and prints every view of it. */
export async function playDemo(outer: Context): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-demo-'));
  const globals = {
    ...outer.globals,
    data: folder,
    backend: 'understudy',
    seed: outer.globals.seed ?? demoSeed,
  };
  const context = new Context(globals, outer.out);
  try {
    const card = keepCard(context, join(context.packageRoot, 'cards', demoCard));
    const id = startChat(context.newChatParts, { cards: [card] });
    const play = context.play(id);
    for (const { text, ...how } of scene) await play.say(text, how);
    await play.close();
    printViews(context, id);
  } finally {
    context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function printViews(context: Context, id: string): void {
  const { out, store } = context;
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
    .action(run((context) => playDemo(context)));
}
