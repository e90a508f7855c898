import { statSync } from 'node:fs';
import { lintCard } from '../../cards/lint/lint.ts';
import type { App } from '../app.ts';
import { EachFile, filesAt } from './card-import.ts';
import { inflate, lookUpCard } from './cards.ts';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Tells each departure of one card from its specification. Returns how many of them are errors. */
function lintOne(app: App, wanted: string): number {
  const { card, bytes } = lookUpCard(app, wanted);
  const findings = lintCard(card, bytes, { inflate });
  for (const { id, level, message } of findings) {
    const line = { type: 'departure', card: wanted, id, level, message };
    app.out.result(line, `${wanted}: ${level} ${id}: ${message}`);
  }
  if (findings.length === 0 && !app.out.isJson) app.out.text(`${wanted}: no departure`);
  return findings.filter(({ level }) => level === 'error').length;
}

/** Tells the findings of cards: files, folders, names or ids. The exit code is 1 when there are errors. */
export function lintCards(app: App, wanted: readonly string[]): void {
  const each = new EachFile(app);
  const all = wanted.flatMap((one) => (isFolder(one) ? (each.attempt(() => filesAt(one)) ?? []) : [one]));
  const errors = all.map((one) => each.attempt(() => lintOne(app, one)) ?? 0);
  each.finish();
  if (errors.some((count) => count > 0)) process.exitCode = 1;
}
