import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundledCard } from '../../app/cards/cards.ts';
import { messageLine } from '../../app/chats/message-line.ts';
import { App } from '../../app/run/app.ts';
import { knownInRoles } from '../../app/run/in-roles.ts';
import type { AnyKnown } from '../../domain/known/known.ts';
import type { Message } from '../../domain/message.ts';
import { messagesOf } from '../../domain/view.ts';
import { directorName } from '../../domain/world/names.ts';
import type { Member } from '../../domain/world/world.ts';
import { startChat } from '../../play/new-chat.ts';
import { define, type JsonLine } from '../command.ts';
import { messageText } from '../shown/shapes.ts';

const demoSeed = '1';

/** What the human says in the demo, as the card's role. */
const scene: readonly { text: string; to?: string[]; reply: string[] }[] = [
  { text: 'Fog is only weather sitting down. Ansel, will you pour?', reply: ['Ansel'] },
  { text: 'Keep that case on your knees. *softly* I know what is in it.', to: ['Odile'], reply: ['Odile'] },
  { text: 'Well. Does anybody know a song?', reply: ['Ansel'] },
];

/** A message of the demo as one of its cast perceives it. */
export interface Perceived {
  readonly message: Message;
  readonly known: AnyKnown;
  readonly viewer: Member;
}

/** Plays the scene in a store of its own, which is gone afterwards, and yields every view of it, with headings. */
export async function* playDemo(outer: App): AsyncGenerator<string | Perceived> {
  const data = mkdtempSync(join(tmpdir(), 'sotto-demo-'));
  const seed = outer.options.seed ?? demoSeed;
  const app = new App({ ...outer.options, data, backend: 'understudy', seed }, outer.person);
  try {
    const id = startChat(app.newChatParts, { cards: [bundledCard(app)] });
    const play = app.play(id);
    for (const { text, ...how } of scene) await play.say(text, how);
    await play.close();
    yield* views(app, id);
  } finally {
    app.close();
    rmSync(data, { recursive: true, force: true });
  }
}

function* views(app: App, id: string): Generator<string | Perceived> {
  yield 'One scene, played by the understudy (no model), as each character perceived it.';
  for (const viewer of knownInRoles(app, id, directorName).cast) {
    yield `\n── as ${viewer.name} ${'─'.repeat(60 - viewer.name.length)}`;
    const known = knownInRoles(app, id, viewer.name);
    for (const message of messagesOf(known.view)) yield { message, known, viewer };
  }
}

/** What the demo yields, for JSON and for people. */
export const demoShape = {
  json: (found: string | Perceived): JsonLine | null =>
    typeof found === 'string'
      ? null
      : { ...messageLine(found.message, found.known), viewer: found.viewer.name },
  text: (found: string | Perceived): string =>
    typeof found === 'string' ? found : messageText(found.message, found.known),
};

/** `demo`: what a stranger sees first. */
export const demo = define({
  name: 'demo',
  group: 'upkeep',
  summary: 'print a scene with a whisper, as each character perceived it',
  parameters: {},
  run: ({ app }) => playDemo(app),
  ...demoShape,
  only: { side: 'script', why: 'it is for terminals without the screen' },
});
