import { KeyStream } from '../../src/tui/terminal/keys.ts';
import { clockOf } from '../../src/tui/terminal/streams.ts';
import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';
import { cpuOf, screenOn } from './screen-in-process.ts';
import { sized } from './size.ts';

const messages = 50;
const runs = sized(3, 1);
const few = sized(2500, 20);
const many = sized(20_000, 200);
const between = sized(10_000, 100);
/** What a pseudo-terminal hands over at once. */
const chunkBytes = 4096;
const line = 'She turned the key over in her hand, and waited for him to say something. ';

const prose = (count: number): Uint8Array =>
  new TextEncoder().encode(line.repeat(Math.ceil(count / line.length)).slice(0, count));

/** A screen that is typed on: each chunk of bytes is read as a terminal's, and followed by a frame. */
function typedOn(scene: Scene) {
  const { screen, close } = screenOn(scene, messages);
  const keys = new KeyStream(
    clockOf(() => performance.now()),
    (input) => screen.input(input),
  );
  keys.marksPastes = false;
  screen.frame();
  const type = (bytes: Uint8Array, chunk = chunkBytes): number =>
    cpuOf(() => {
      for (let at = 0; at < bytes.length; at += chunk) {
        keys.feed(bytes.subarray(at, at + chunk));
        screen.frame();
      }
    });
  return { type, close };
}

function burst(scene: Scene, count: number): number {
  const { type, close } = typedOn(scene);
  const ms = type(prose(count));
  close();
  return ms;
}

/** What each of some single keys costs where so much is written already, each with its frame. */
function singly(scene: Scene, written: number, key: string): number {
  const { type, close } = typedOn(scene);
  const presses = sized(50, 5);
  type(prose(written));
  const ms = type(new TextEncoder().encode(key.repeat(presses)), 1) / presses;
  close();
  return ms;
}

/** Keys that are typed and not pasted: bursts, beside as many times what a short one takes; single ones in a long text, beside a short one. */
export async function typed(scene: Scene): Promise<Measured[]> {
  const samples = (measure: () => number): number[] => Array.from({ length: runs }, measure);
  burst(scene, few);
  const short = samples(() => burst(scene, few));
  const bursts = [few, between, many].map((count) => ({
    case: `${count.toLocaleString('en')} keys in a burst`,
    unit: 'ms' as const,
    samples: count === few ? short : samples(() => burst(scene, count)),
    ...(count !== few && { baseline: short.map((ms) => (ms * count) / few) }),
  }));
  const single = [
    { what: 'a letter', key: 'e' },
    { what: 'a backspace', key: '\x7f' },
  ].map(({ what, key }) => ({
    case: `${what} in 20,000`,
    unit: 'ms' as const,
    samples: samples(() => singly(scene, many, key)),
    baseline: samples(() => singly(scene, 100, key)),
  }));
  return [...bursts, ...single];
}
