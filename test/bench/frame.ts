import { screenTable } from '../../src/commands/table.ts';
import { usualKeys } from '../../src/config/screen-keys.ts';
import { defaultOocStyle } from '../../src/domain/audience/ooc.ts';
import { Drawing } from '../../src/tui/drawing.tsx';
import { Screen } from '../../src/tui/screen.ts';
import { KeyMap } from '../../src/tui/state/key-map.ts';
import { type Frame, frameBytes } from '../../src/tui/terminal/frame.ts';
import { key } from '../../src/tui/terminal/key-names.ts';
import { Looks } from '../../src/tui/themes/looks.ts';
import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';

const count = 10_000;
const runs = 400;
const size = { columns: 80, rows: 24 };
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
    const before = process.cpuUsage();
    change(run);
    const frame = screen.frame();
    const bytes = frameBytes(shown, frame);
    const { user, system } = process.cpuUsage(before);
    shown = frame;
    cost.ms.push((user + system) / 1000);
    cost.bytes.push(Buffer.byteLength(bytes));
  }
  return cost;
}

/** A frame of the screen on a chat of 10,000 messages: for a streamed token, for a typed key. */
export async function frame(scene: Scene): Promise<Measured[]> {
  const context = scene.context(scene.chatOf(count));
  const play = context.play();
  const drawing = new Drawing({ onKey: () => {}, onField: () => {} });
  const terminal = { leave: () => {}, suspend: () => {}, copy: () => undefined, editor: async () => null };
  const screen = new Screen({
    app: context,
    play,
    looks: new Looks({}),
    ooc: defaultOocStyle,
    commands: screenTable(),
    keys: new KeyMap(usualKeys),
    size: () => size,
    draw: (props) => drawing.draw(props),
    now: () => performance.now(),
    press: () => {},
    changed: () => {},
    wipe: () => undefined,
    open: () => undefined,
    terminal,
  });
  const { cast, playing } = play.state();
  const speaker = cast.find(({ id }) => id !== playing.id)!;
  const token = costOf(screen, (run) =>
    screen.hear({ type: 'delta', speaker, text: tokens[run % tokens.length]! }),
  );
  const typed = costOf(screen, (run) => {
    const text = run % 6 === 5 ? ' ' : 'e';
    screen.input(key(text, { text }));
  });
  drawing.close();
  context.close();
  return [
    { case: 'token ms', unit: 'ms', samples: token.ms },
    { case: 'token bytes', unit: 'bytes', samples: token.bytes },
    { case: 'key ms', unit: 'ms', samples: typed.ms },
    { case: 'key bytes', unit: 'bytes', samples: typed.bytes },
  ];
}
