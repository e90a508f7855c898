import type { CharacterId } from '../../../src/domain/message.ts';
import { summaryKey } from '../../../src/domain/rows/records.ts';
import type { PlayParts } from '../../../src/play/chat/parts.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import type { Play } from '../../../src/play/play.ts';
import { scene } from '../scene.ts';
import { closers } from '../scenes.ts';
import { tellings } from './telling-jobs.ts';

export { tellings, toldFor } from './telling-jobs.ts';

/** The scene played with what is kept of scenes told by this model, as somebody. */
export function tellingPlay(parts: Partial<PlayParts>, as?: string): Play {
  const play = openPlay({ ...scene.parts, jobs: tellings(), ...parts }, scene.id, as);
  closers.push(() => play.close());
  return play;
}

/** What somebody keeps of their `n`-th scene. */
export const summaryOf = (name: string, n: number): string | undefined => {
  const who: CharacterId = scene.who(name);
  const value = scene.store.view(scene.id, who, scene.state.head).record(summaryKey(who, n))?.value;
  return (value as { text?: string } | undefined)?.text;
};

/** All that somebody remembers. */
export const memoriesOf = (name: string) => {
  const who = scene.who(name);
  return scene.store
    .view(scene.id, who, scene.state.head)
    .records(`memory:${who}:`)
    .map(({ value }) => value as Record<string, unknown>);
};
