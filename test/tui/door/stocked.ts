import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { keepOwn } from '../../../src/app/cards/own-cards.ts';
import { App } from '../../../src/app/run/app.ts';
import type { AppOptions } from '../../../src/app/run/options.ts';
import { startChat } from '../../../src/play/new-chat.ts';
import { authoredCard, blankCharacter } from '../../../src/play/texts/authoring.ts';
import type { ScreenOptions } from '../../../src/tui/screen-parts.ts';
import { type Emulator, openScreen } from '../emulator.ts';

/** An app on a store of its own with cards of Alice, Bob and Carl, and a chat of theirs of each title, the last the newest. */
export const chatsOf = (...titles: string[]) => chatsAt({ backend: 'understudy' }, ...titles);

/** The same on a model server. */
export function chatsAt(server: Partial<AppOptions>, ...titles: string[]): { app: App; ids: string[] } {
  const data = mkdtempSync(join(tmpdir(), 'sotto-door-'));
  const app = new App({ data, ...server });
  onTestFinished(() => {
    app.close();
    rmSync(data, { recursive: true, force: true });
  });
  const cards = ['Alice', 'Bob', 'Carl'].map((name) => {
    const character = {
      ...blankCharacter(name),
      description: `${name} is tall.`,
      greetings: [`I am ${name}.`],
    };
    return keepOwn(app, authoredCard(character, 0), null);
  });
  const ids = titles.map((title) => startChat(app.newChatParts, { cards, title, as: 'Alice' }));
  return { app, ids };
}

/** The screen on a chat of a store, left after the test. */
export async function screenOn(
  app: App,
  chat: string,
  as?: string,
  {
    looks,
    now,
    ...size
  }: Parameters<typeof openScreen>[1] & Partial<Pick<ScreenOptions, 'looks' | 'now'>> = {},
): Promise<Emulator> {
  const play = app.play(chat, as);
  play.attend();
  const { emulator, ended } = await openScreen(play, size, {
    app,
    ...(looks && { looks }),
    ...(now && { now }),
  });
  onTestFinished(async () => {
    emulator.type('\x03\x03');
    await ended;
  });
  return emulator;
}
