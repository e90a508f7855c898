import { EventEmitter } from 'node:events';
import type { ReadStream, WriteStream } from 'node:tty';
import xterm from '@xterm/headless';
import { expect } from 'vitest';
import { App } from '../../src/app/run/app.ts';
import { usualKeys } from '../../src/config/screen-keys.ts';
import type { Play } from '../../src/play/play.ts';
import { runScreen } from '../../src/tui/run.ts';
import type { ScreenOptions } from '../../src/tui/screen-parts.ts';
import { cellsOfGrapheme } from '../../src/tui/terminal/cells.ts';
import { until } from '../until.ts';

const joiner = 0x200d;
const widePresentation = 0xfe0f;
const kinds = { other: 0, joiner: 1, regional: 2 } as const;
const isIn = (code: number, from: number, to: number): boolean => code >= from && code <= to;

/** Lets the emulator draw a grapheme of several code points in its own cells, as terminals of today do; xterm of itself does not. */
const graphemeWidths: xterm.IUnicodeVersionProvider = {
  version: 'graphemes',
  wcwidth: (code) => Math.min(2, cellsOfGrapheme(String.fromCodePoint(code))) as 0 | 1 | 2,
  charProperties(code, preceding) {
    const width = this.wcwidth(code);
    const kind = preceding >> 3;
    const isPair = kind === kinds.regional && isIn(code, 0x1f1e6, 0x1f1ff);
    const isJoined =
      preceding !== 0 && (width === 0 || kind === kinds.joiner || isPair || isIn(code, 0x1f3fb, 0x1f3ff));
    const before = (preceding >> 1) & 3;
    const joined = code === widePresentation || isPair ? 2 : Math.max(before, width);
    const is =
      code === joiner ? kinds.joiner : isIn(code, 0x1f1e6, 0x1f1ff) && !isPair ? kinds.regional : kinds.other;
    return (is << 3) | ((isJoined ? joined : width) << 1) | (isJoined ? 1 : 0);
  },
};

/** A real terminal emulator without a window, with the streams of a program in it. */
export class Emulator {
  readonly terminal: xterm.Terminal;
  readonly stdin = new EventEmitter() as EventEmitter & Record<string, unknown>;
  readonly stdout = new EventEmitter() as EventEmitter & Record<string, unknown>;
  /** Every write of the program, in order. */
  readonly writes: string[] = [];
  raw = false;

  constructor(columns = 80, rows = 24) {
    this.terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 100 });
    this.terminal.unicode.register(graphemeWidths);
    this.terminal.unicode.activeVersion = graphemeWidths.version;
    Object.assign(this.stdin, {
      isTTY: true,
      resume: () => undefined,
      pause: () => undefined,
      setRawMode: (raw: boolean) => {
        this.raw = raw;
      },
    });
    Object.assign(this.stdout, { isTTY: true, columns, rows, write: (text: string) => this.#write(text) });
    this.terminal.onData((answer) => this.type(answer));
  }

  #write(text: string): boolean {
    this.writes.push(text);
    this.terminal.write(text);
    return true;
  }

  type(text: string): void {
    this.stdin.emit('data', Buffer.from(text));
  }

  resize(columns: number, rows: number): void {
    this.terminal.resize(columns, rows);
    Object.assign(this.stdout, { columns, rows });
    this.stdout.emit('resize');
  }

  /** Waits until the emulator has taken everything written so far. */
  async settled(): Promise<void> {
    await new Promise<void>((resolve) => this.terminal.write('', resolve));
  }

  rows(): string[] {
    const { active } = this.terminal.buffer;
    return Array.from({ length: this.terminal.rows }, (_, row) =>
      (active.getLine(active.baseY + row)?.translateToString(true) ?? '').trimEnd(),
    );
  }

  text(): string {
    return `${this.rows().join('\n')}\n`;
  }

  /** Where the edges of what is open over the page stand; null where nothing is. */
  edges(): {
    readonly top: number;
    readonly bottom: number;
    readonly left: number;
    readonly right: number;
  } | null {
    const rows = this.rows();
    const edges = rows.flatMap((row, at) =>
      [...row.matchAll(/╰─+╯/g)].map(({ 0: edge, index }) => ({ edge, index, at })),
    );
    const found = edges.toSorted((a, b) => b.edge.length - a.edge.length)[0];
    if (found === undefined) return null;
    const { at: bottom, index: left } = found;
    const top = rows.slice(0, bottom).findLastIndex((row) => row[left] === '╭');
    return { top, bottom, left, right: left + found.edge.length - 1 };
  }

  /** The rows inside the edges of what is open over the page; '' where nothing is. */
  inside(): string {
    const edges = this.edges();
    if (edges === null) return '';
    return this.rows()
      .slice(edges.top + 1, edges.bottom)
      .map((row) => `${row.slice(edges.left + 2, edges.right).trimEnd()}\n`)
      .join('');
  }

  /** Waits until this stands inside of what is open over the page. */
  async showsInside(wanted: string): Promise<void> {
    await until(async () => {
      await this.settled();
      expect(this.inside()).toContain(wanted);
    });
  }

  /** Waits until the screen shows this; fails with the screen when it never does. */
  async shows(wanted: string | RegExp): Promise<void> {
    await until(async () => {
      await this.settled();
      if (typeof wanted === 'string') expect(this.#said(wanted)).toContain(wanted);
      else expect(this.text()).toMatch(wanted);
    });
  }

  /** The screen with columns as near to each other as they are wanted. */
  #said(wanted: string): string {
    const text = this.text();
    return text.includes(wanted) ? text : text.replace(/ {3,}/g, '  ');
  }

  async hides(unwanted: string): Promise<void> {
    await until(async () => {
      await this.settled();
      expect(this.text()).not.toContain(unwanted);
    });
  }
}

/** A screen on an emulator, painted and ready; `ended` is its exit code when it leaves. */
export const openScreen = async (
  play: Play,
  size: { columns?: number; rows?: number } = {},
  options: Partial<ScreenOptions> = {},
): Promise<{ emulator: Emulator; ended: Promise<number> }> => {
  const emulator = new Emulator(size.columns, size.rows);
  const ended = runScreen(play, {
    app: new App({}),
    now: () => performance.now(),
    keys: usualKeys,
    stdin: emulator.stdin as unknown as ReadStream,
    stdout: emulator.stdout as unknown as WriteStream,
    ...options,
  });
  await emulator.shows(/─{10}/);
  return { emulator, ended };
};
