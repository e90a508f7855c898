import { createHash } from 'node:crypto';
import { OpenChat } from '../../src/play/open/open-chat.ts';
import { summaryJob } from '../../src/play/story/closing/summary-job.ts';
import type { Scene } from '../histories.ts';
import { doNow, over, telling } from './telling.ts';

/** What one who was there keeps of the scene that this event closed, asked of a model. */
export interface Summed {
  readonly type: 'summed';
  readonly about: string;
  readonly owner: string;
}

const longest = 1500;

/** JSON in which all comes out that a question about a scene was shown: its end as the summary, and the whole as a hash. */
export function echoOfScene(prompt: string): string {
  const shown = prompt.slice(0, Math.max(0, prompt.lastIndexOf('Beside the play:'))).slice(-longest);
  const summary = `${createHash('sha256').update(prompt).digest('hex')} ${shown}`;
  const names = /by name \((.*?)\)/.exec(prompt)?.[1] ?? '';
  const [other] = JSON.parse(`[${names}]`) as string[];
  return JSON.stringify({ summary, ...(other && { others: { [other]: { summary } } }) });
}

/** Lets them tell it now, by a model that tells whatever it is shown, and keeps what was found. */
export async function sumUp(scene: Scene, { about, owner }: Summed): Promise<void> {
  const chat = new OpenChat({ ...scene.parts, classifier: () => over(telling(echoOfScene)) }, scene.id, '*');
  await doNow(scene, chat, summaryJob({ over, hard: () => 1200 }), { about, owner });
}
