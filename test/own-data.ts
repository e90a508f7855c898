import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { quickest } from './folders.ts';

/** Gives the run a data directory of its own and takes it away at the end: no test opens the chats of whoever runs it. */
export default function ownData(): () => void {
  const folder = mkdtempSync(join(quickest(), 'sotto-run-'));
  process.env.XDG_DATA_HOME = folder;
  process.env.LOCALAPPDATA = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
