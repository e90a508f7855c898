import { createHash } from 'node:crypto';
import { OpenChat } from '../../src/play/open/open-chat.ts';
import { statePass } from '../../src/play/world/pass/state-pass.ts';
import type { Scene } from '../histories.ts';
import { doNow, over, telling } from './telling.ts';

/** A pass over a message for one who perceives it, asked of a small model or behind their own prompt. */
export interface Passed {
  readonly type: 'pass';
  readonly about: string;
  readonly owner: string;
  readonly isOwn: boolean;
}

const longestFact = 200;

/** Whose pass it is, by the name in the question; empty where it is none. */
export const askedFor = (prompt: string): string =>
  /what has changed for (.+?) with /.exec(prompt)?.[1] ?? '';

/** JSON in which all comes out that a question was shown: the end of it as facts, and the whole as a hash. */
export function echoOf(prompt: string): string {
  const shown = prompt.slice(0, Math.max(0, prompt.lastIndexOf('Beside the play:')));
  const facts = Array.from({ length: 6 }, (_, n) =>
    shown.slice(-longestFact * (n + 1), -longestFact * n || undefined),
  );
  const names = /by name \((.*?)\)/.exec(prompt)?.[1] ?? '';
  const other = (JSON.parse(`[${names}]`) as string[])[0];
  const mood = createHash('sha256').update(prompt).digest('hex');
  const said = { facts, affinity: 1, verb: `seen ${facts.length}` };
  return JSON.stringify({
    significance: 3,
    mood,
    place: facts[0],
    ...(other && { others: { [other]: said } }),
  });
}

const echo = telling(echoOf);

/** Passes over it now, by a model that tells whatever it is shown, and keeps what was found. */
export async function pass(scene: Scene, { about, owner, isOwn }: Passed): Promise<void> {
  const classifier = isOwn ? undefined : () => over(echo);
  const chat = new OpenChat({ ...scene.parts, backend: async () => echo, classifier }, scene.id, '*');
  await doNow(scene, chat, statePass({ pinsMost: () => 2, over }), { about, owner });
}
