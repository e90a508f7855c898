import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { longest } from '../limit.ts';
import { type Measured, quantile } from './report.ts';
import { serving } from './request.ts';
import type { Scene } from './scene.ts';
import { isSmallest, sized } from './size.ts';
import { endOfFrame, type MeasuredTerminal, memory, openedScreen } from './terminal.ts';

const [tokens, single, perSecond] = [sized(20_000, 150), sized(150, 3), 1000];
/** Frames of the reply before which nothing is counted: the screen has not drawn one yet. */
const warming = sized(30, 1);
const patienceMs = sized(90_000, longest);
const longReply = fileURLToPath(new URL('./long-reply.ts', import.meta.url));

/** A frame: milliseconds since the one before, CPU of the process in them, bytes. */
interface FrameCost {
  readonly gap: number;
  readonly cpu: number | null;
  readonly bytes: number;
}

/** Notes each frame of a reply until one has painted its last word. */
class FrameWatch {
  readonly frames: FrameCost[] = [];
  /** The memory when about 1,000 tokens had come: all that a reply needs was loaded. */
  early: readonly Measured[] = [];
  readonly #terminal: MeasuredTerminal;
  #text = '';
  #before: { at: number; cpu: number | null } | null = null;

  constructor(terminal: MeasuredTerminal) {
    this.#terminal = terminal;
  }

  readonly hear = (data: string): boolean => {
    const [first = '', ...others] = data.split(endOfFrame);
    this.#text += first;
    for (const next of others) {
      const frame = this.#text;
      this.#text = next;
      if (this.#before !== null || frame.includes('word')) this.#note(frame);
      if (frame.includes('end.')) return true;
    }
    return false;
  };

  #note(frame: string): void {
    const [now, cpu, before] = [performance.now(), this.#terminal.cpu(), this.#before];
    this.#before = { at: now, cpu };
    if (before === null) return;
    if (this.frames.length === warming) this.early = memory('at 1,000 tokens', this.#terminal);
    const spent = cpu === null || before.cpu === null ? null : cpu - before.cpu;
    this.frames.push({ gap: now - before.at, cpu: spent, bytes: Buffer.byteLength(frame + endOfFrame) });
  }
}

/** What a reply of 20,000 tokens did to the terminal, and the memory before and after it. */
interface Streamed {
  /** Many tokens each, then one token each. */
  readonly full: readonly FrameCost[];
  readonly singles: readonly FrameCost[];
  readonly memory: readonly Measured[];
}

async function streamed(scene: Scene, count: number, perParagraph: number): Promise<Streamed> {
  const server = await serving([longReply, ...[tokens, perSecond, perParagraph, single].map(String)]);
  const data = scene.copyOf(count);
  const config = join(data, 'config.toml');
  const budget = `[prompt]\nhard = 100_000\nsoft = 6144\nmax_tokens = ${tokens}\n`;
  writeFileSync(config, `[backend]\nkind = "llamacpp"\nurl = "${server.url}"\n${budget}`);
  try {
    const terminal = await openedScreen(['--data', data, '--config', config]);
    try {
      const before = memory('before a reply', terminal);
      const watch = new FrameWatch(terminal);
      await terminal.ask(() => terminal.write('And then?'));
      const ended = terminal.until(watch.hear, patienceMs);
      terminal.write('\r');
      await ended;
      const full = watch.frames.slice(warming, -single);
      const singles = watch.frames.slice(-single + warming);
      return { full, singles, memory: [...before, ...watch.early, ...memory('at 20,000 tokens', terminal)] };
    } finally {
      terminal.kill();
    }
  } finally {
    server.child.kill();
  }
}

const cpuOf = (frames: readonly FrameCost[]): number[] => frames.flatMap(({ cpu }) => cpu ?? []);
const gapsOf = (frames: readonly FrameCost[]): number[] => frames.map(({ gap }) => gap);

/** A quantile, where there is one: few frames are painted of a short reply. */
const of = (samples: readonly number[], share: number): number[] =>
  samples.length === 0 ? [] : [quantile(samples, share)];

const ms = (what: string, samples: readonly number[], baseline?: readonly number[]): Measured[] =>
  samples.length === 0 ? [] : [{ case: what, unit: 'ms', samples, ...(baseline && { baseline }) }];

/** Replies of 20,000 tokens, 1,000 a second and then one by one: one of many paragraphs, and one of a single paragraph beside it. */
export async function streaming(scene: Scene, count: number): Promise<Measured[]> {
  const many = await streamed(scene, count, 60);
  const unbroken = isSmallest ? many : await streamed(scene, count, 0);
  const both = [...many.full, ...unbroken.full];
  return [
    ...ms('between frames, 1,000 tokens a second', gapsOf(both)),
    ...ms('of 99 in 100 of them', of(gapsOf(both), 0.99)),
    ...ms('of all of them', of(gapsOf(both), 1)),
    ...ms('such a frame, CPU', cpuOf(both)),
    ...ms('the dearest of them, CPU', of(cpuOf(both), 1)),
    ...ms('such a frame, unbroken, CPU', cpuOf(unbroken.full), cpuOf(many.full)),
    ...ms('a token behind 20,000, CPU', cpuOf(many.singles)),
    ...ms('a token of one paragraph, CPU', cpuOf(unbroken.singles), cpuOf(many.singles)),
    { case: 'a token, bytes', unit: 'bytes' as const, samples: many.singles.map(({ bytes }) => bytes) },
    ...many.memory,
  ].filter(({ samples }) => samples.length > 0);
}
