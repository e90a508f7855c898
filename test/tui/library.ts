import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { keepOwn } from '../../src/app/cards/own-cards.ts';
import { App } from '../../src/app/run/app.ts';
import { authoredCard, blankCharacter } from '../../src/play/texts/authoring.ts';

/** An app on a store of its own whose library holds a card for each of these names; gone after the test. */
export function libraryOf(...names: string[]): App {
  const data = mkdtempSync(join(tmpdir(), 'sotto-screen-'));
  const app = new App({ data });
  onTestFinished(() => {
    app.close();
    rmSync(data, { recursive: true, force: true });
  });
  for (const name of names) keepOwn(app, authoredCard(blankCharacter(name), 0), null);
  return app;
}
