import xterm from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Frame, frameBytes } from '../../../src/tui/terminal/frame.ts';
import { type Clock, Painter } from '../../../src/tui/terminal/painter.ts';
import { runs } from '../../cases.ts';

const columns = 20;
const height = 8;

const row = fc
  .array(
    fc.record({
      text: fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '日'), maxLength: 4 }),
      style: fc.constantFrom('', '1', '31', '2;3', '7'),
    }),
    { maxLength: 3 },
  )
  .map((spans) => spans.map(({ text, style }) => (style ? `\x1b[${style}m${text}\x1b[0m` : text)).join(''));

const frame: fc.Arbitrary<Frame> = fc
  .record({
    rows: fc.array(row, { minLength: height, maxLength: height }),
    top: fc.integer({ min: 0, max: 3 }),
    region: fc.integer({ min: 1, max: 5 }),
    cursor: fc.option(fc.record({ row: fc.nat(height - 1), column: fc.nat(columns - 1) })),
  })
  .map(({ rows, top, region, cursor }) => ({ columns, rows, region: { top, height: region }, cursor }));

/** The next frame: something new, or the last one with its region scrolled and a row changed. */
const sequence = fc.array(
  fc.oneof(
    fc.record({ next: frame }),
    fc.record({ by: fc.integer({ min: -5, max: 5 }), at: fc.nat(height - 1), with: row }),
  ),
  { minLength: 1, maxLength: 12 },
);

const scrolled = (last: Frame, by: number, at: number, text: string): Frame => {
  const { top, height: rows } = last.region;
  const next = last.rows.map((one, index) =>
    index < top || index >= top + rows
      ? one
      : (last.rows[Math.min(height - 1, Math.max(0, index + by))] ?? ''),
  );
  next[at] = text;
  return { ...last, rows: next };
};

const write = (terminal: xterm.Terminal, text: string): Promise<void> =>
  new Promise((resolve) => terminal.write(text, resolve));

const look = (terminal: xterm.Terminal): unknown => {
  const { active } = terminal.buffer;
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: columns }, (_, x) => {
      const cell = active.getLine(active.baseY + y)?.getCell(x);
      return [
        cell?.getChars() || ' ',
        cell?.getFgColor(),
        cell?.isBold(),
        cell?.isItalic(),
        cell?.isInverse(),
      ];
    }),
  );
};

const wholeScreen = async (shown: Frame): Promise<unknown> => {
  const terminal = new xterm.Terminal({ cols: columns, rows: height, allowProposedApi: true });
  const rows = shown.rows.map((text, index) => `\x1b[${index + 1};1H${text}\x1b[m`);
  await write(terminal, `\x1b[?7l${rows.join('')}`);
  return look(terminal);
};

const noScroll: Frame['region'] = { top: 0, height };

describe('frames', () => {
  test('for all sequences of frames the screen of the emulator equals the newest frame', async () => {
    await fc.assert(
      fc.asyncProperty(frame, sequence, async (first, steps) => {
        const terminal = new xterm.Terminal({ cols: columns, rows: height, allowProposedApi: true });
        await write(terminal, `\x1b[?7l${frameBytes(null, first)}`);
        let last = first;
        for (const step of steps) {
          const next = 'next' in step ? step.next : scrolled(last, step.by, step.at, step.with);
          await write(terminal, frameBytes(last, next));
          expect(look(terminal)).toEqual(await wholeScreen(next));
          const { cursorX, cursorY } = terminal.buffer.active;
          if (next.cursor) expect({ row: cursorY, column: cursorX }).toEqual(next.cursor);
          last = next;
        }
      }),
      runs(60),
    );
  });

  test('equal frames cost nothing; a changed row costs that row, inside synchronized output, without a clear', () => {
    const rows = Array.from({ length: height }, (_, index) => `row ${index}`);
    const before: Frame = { columns, rows, region: noScroll, cursor: null };
    expect(frameBytes(before, { ...before, rows: [...rows] })).toBe('');
    const bytes = frameBytes(before, { ...before, rows: rows.with(3, 'changed') });
    expect(bytes).toBe('\x1b[?2026h\x1b[?25l\x1b[4;1H\x1b[Kchanged\x1b[?2026l');
  });

  test('a screen of another size is cleared and drawn whole', () => {
    const before: Frame = { columns, rows: ['a', 'b'], region: { top: 0, height: 1 }, cursor: null };
    const bytes = frameBytes(before, { ...before, columns: columns + 1 });
    expect(bytes).toContain('\x1b[2J');
    expect(bytes).toContain('a');
  });
});

const testClock = (): Clock & { advance(by: number): void } => {
  let time = 0;
  let due: Array<{ at: number; run: () => void }> = [];
  return {
    now: () => time,
    after: (milliseconds, run) => {
      const timer = { at: time + milliseconds, run };
      due.push(timer);
      return () => {
        due = due.filter((one) => one !== timer);
      };
    },
    advance: (by) => {
      time += by;
      const ready = due.filter(({ at }) => at <= time);
      due = due.filter(({ at }) => at > time);
      for (const { run } of ready) run();
    },
  };
};

const setUp = () => {
  const clock = testClock();
  const writes: string[] = [];
  const state = { text: 'a', accepts: true, cost: 0, drain: (): void => undefined };
  const output = {
    write: (text: string) => {
      writes.push(text);
      return state.accepts;
    },
    once: (_: 'drain', listener: () => void) => {
      state.drain = listener;
    },
  };
  const painter = new Painter(output, clock, () => {
    clock.advance(state.cost);
    return { columns, rows: [state.text], region: noScroll, cursor: null };
  });
  return { clock, writes, state, painter };
};

describe('the painter', () => {
  test('paints at most 40 frames a second, the newest state in each', () => {
    const { clock, writes, state, painter } = setUp();
    for (let tick = 0; tick < 1000; tick += 5) {
      state.text = `at ${tick}`;
      painter.invalidate();
      clock.advance(5);
    }
    expect(writes.length).toBeGreaterThan(20);
    expect(writes.length).toBeLessThanOrEqual(41);
    clock.advance(100);
    expect(writes.at(-1)).toContain('at 995');
  });

  test('takes no more than half of the time, whatever a frame costs', () => {
    const { clock, writes, state, painter } = setUp();
    state.cost = 100;
    for (let tick = 0; tick < 200; tick += 1) {
      state.text = `at ${tick}`;
      painter.invalidate();
      clock.advance(5);
    }
    expect(writes.length * state.cost).toBeLessThanOrEqual(clock.now() / 2 + state.cost);
    expect(writes.length).toBeGreaterThan(5);
  });

  test('writes nothing while the terminal is behind, then only the newest frame', () => {
    const { clock, writes, state, painter } = setUp();
    state.accepts = false;
    painter.invalidate();
    clock.advance(40);
    for (const text of ['b', 'c', 'd']) {
      state.text = text;
      painter.invalidate();
      clock.advance(40);
    }
    expect(writes.length).toBe(1);
    state.drain();
    clock.advance(40);
    expect(writes.length).toBe(2);
    expect(writes[1]).toContain('d');
  });

  test('paints nothing while stopped and the whole frame after', () => {
    const { clock, writes, painter } = setUp();
    painter.invalidate();
    clock.advance(40);
    painter.stop();
    painter.invalidate();
    clock.advance(40);
    expect(writes.length).toBe(1);
    painter.resume();
    clock.advance(40);
    expect(writes[1]).toContain('\x1b[2J');
  });
});
