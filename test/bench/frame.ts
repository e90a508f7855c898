import type { Screen } from '../../src/tui/screen.ts';
import { type Frame, frameBytes } from '../../src/tui/terminal/frame.ts';
import { key } from '../../src/tui/terminal/key-names.ts';
import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';
import { cpuOf, screenOn } from './screen-in-process.ts';
import { sized } from './size.ts';

const count = 10_000;
const runs = sized(400, 2);
const tokens = [
  'She',
  ' turned',
  ' the',
  ' key',
  ' over',
  ' in',
  ' her',
  ' hand',
  ',',
  ' and',
  ' waited',
  '.',
];

/** What one change costs: milliseconds of this process's CPU, and bytes to the terminal. */
interface Cost {
  readonly ms: number[];
  readonly bytes: number[];
}

function costOf(screen: Screen, change: (run: number) => void): Cost {
  let shown: Frame = screen.frame();
  const cost: Cost = { ms: [], bytes: [] };
  for (let run = 0; run < runs; run += 1) {
    let bytes = '';
    const ms = cpuOf(() => {
      change(run);
      const frame = screen.frame();
      bytes = frameBytes(shown, frame);
      shown = frame;
    });
    cost.ms.push(ms);
    cost.bytes.push(Buffer.byteLength(bytes));
  }
  return cost;
}

/** A frame of the screen on a chat of 10,000 messages: for a streamed token, for a typed key. */
export async function frame(scene: Scene): Promise<Measured[]> {
  const { play, screen, close } = screenOn(scene, count);
  const { cast, playing } = play.state();
  const speaker = cast.find(({ id }) => id !== playing.id)!;
  const token = costOf(screen, (run) =>
    screen.hear({ type: 'delta', speaker, text: tokens[run % tokens.length]! }),
  );
  const typed = costOf(screen, (run) => {
    const text = run % 6 === 5 ? ' ' : 'e';
    screen.input(key(text, { text }));
  });
  close();
  return [
    { case: 'token ms', unit: 'ms', samples: token.ms },
    { case: 'token bytes', unit: 'bytes', samples: token.bytes },
    { case: 'key ms', unit: 'ms', samples: typed.ms },
    { case: 'key bytes', unit: 'bytes', samples: typed.bytes },
  ];
}
