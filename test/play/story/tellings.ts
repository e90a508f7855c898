import { summaryKey } from '../../../src/domain/events/records.ts';
import type { CharacterId } from '../../../src/domain/message.ts';
import type { PlayParts } from '../../../src/play/chat/parts.ts';
import type { JobKind } from '../../../src/play/jobs/job-kind.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import type { Play } from '../../../src/play/play.ts';
import { groupJob } from '../../../src/play/story/scenes/group-job.ts';
import { summaryJob } from '../../../src/play/story/scenes/summary-job.ts';
import { scene } from '../scene.ts';
import { closers } from '../scenes.ts';
import { over } from '../world/passes.ts';

/** What is kept of scenes, asked in questions of at most so many tokens. */
export const tellings = (hard = 100_000): readonly JobKind[] => {
  const options = { over, hard: () => hard };
  return [summaryJob(options), groupJob(options)];
};

/** The scene played with what is kept of scenes told by this model, as somebody. */
export function tellingPlay(parts: Partial<PlayParts>, as?: string): Play {
  const play = openPlay({ ...scene.parts, jobs: tellings(), ...parts }, scene.id, as);
  closers.push(() => play.close());
  return play;
}

/** Whose telling it is, by the name in the question. */
export const toldFor = (prompt: string): string =>
  /what is so for (.+?) as this scene ends/.exec(prompt)?.[1] ?? '';

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
