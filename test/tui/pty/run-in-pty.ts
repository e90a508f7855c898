import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { expect } from 'vitest';
import { until } from '../../until.ts';

/** What node-pty reads a terminal through; where there is none it is read otherwise. */
interface Reading {
  readonly _socket?: { destroy(error?: Error): void; readonly readableEnded: boolean };
}

/** More than the pauses of a busy machine: so long after a program's end node-pty goes on reading, unless all that it wrote is read. */
const lastBytesMs = 10_000;

/** node-pty gives a terminal up a fifth of a second after the end of its program, read or unread. */
function readToTheEnd(program: pty.IPty): () => void {
  const { _socket: socket } = program as unknown as Reading;
  if (!socket) return () => {};
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    if (error || socket.readableEnded) return destroy(error);
    setTimeout(destroy, lastBytesMs).unref();
  };
  return () => {
    socket.destroy = destroy;
  };
}

/** A program of this repository in a real pseudo-terminal, with an emulator that answers its queries. */
export class PtyRun {
  readonly program: pty.IPty;
  readonly terminal = new xterm.Terminal({
    ...{ cols: 80, rows: 24, allowProposedApi: true },
    windowOptions: { pushTitle: true, popTitle: true },
  });
  /** The name of the window. */
  title = '';
  readonly ended: Promise<number>;
  readonly #mayBeClosed: () => void;
  output = '';

  /** `lingers`: the terminal stays open when the program ends, for what is not read soon after its end is lost. */
  constructor(args: string[], env: Record<string, string> = {}, lingers = false, cwd = process.cwd()) {
    const { CI: _, NO_COLOR: __, ...rest } = process.env;
    const source = args[0]?.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
    const node = [process.execPath, ...source, ...args];
    const shell = ['-c', '"$@"; echo "[ended $?]"; read _', 'sh', ...node];
    const [file = '', ...words] = lingers ? ['sh', ...shell] : node;
    this.program = pty.spawn(file, words, {
      cols: 80,
      rows: 24,
      cwd,
      env: { ...(rest as Record<string, string>), TERM: 'xterm-256color', ...env },
    });
    this.#mayBeClosed = readToTheEnd(this.program);
    this.terminal.onTitleChange((title) => {
      this.title = title;
    });
    this.terminal.write('\x1b]2;a shell\x07');
    this.program.onData((data) => {
      this.output += data;
      this.terminal.write(data);
    });
    this.terminal.onData((answer) => this.program.write(answer));
    this.ended = new Promise((resolve) => this.program.onExit(({ exitCode }) => resolve(exitCode)));
  }

  text(): string {
    const { active } = this.terminal.buffer;
    const row = (index: number): string | undefined =>
      active.getLine(active.baseY + index)?.translateToString(true);
    return Array.from({ length: this.terminal.rows }, (_, index) => row(index)).join('\n');
  }

  /** How many frames were painted so far. */
  get frames(): number {
    return this.output.split('\x1b[?2026l').length - 1;
  }

  /** Resolves when a check passes; rejects with what it says where the program has ended and all that it wrote was looked at. */
  async #until(check: () => void, everyMs = 10): Promise<void> {
    const after = this.ended
      .then(() => new Promise<void>((resolve) => this.terminal.write('', resolve)))
      .then(check);
    await Promise.race([until(check, everyMs), after]);
  }

  /** Waits for a frame after the `count`-th. */
  paintsAfter(count: number): Promise<void> {
    return this.#until(() => expect(this.frames).toBeGreaterThan(count), 2);
  }

  resize(columns: number, rows: number): void {
    this.terminal.resize(columns, rows);
    this.program.resize(columns, rows);
  }

  shows(wanted: string | RegExp): Promise<void> {
    const isShown = (text: string): boolean =>
      typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
    return this.#until(() => expect(this.text()).toSatisfy(isShown, `shows ${wanted}`));
  }

  hides(unwanted: string): Promise<void> {
    return this.#until(() => expect(this.text()).not.toContain(unwanted));
  }

  /** Presses Enter until the screen shows this: what is refused while a reply is written stays to be sent again. */
  entersUntil(wanted: string): Promise<void> {
    return this.#until(() => {
      if (!this.text().includes(wanted)) this.program.write('\r');
      expect(this.text()).toContain(wanted);
    }, 300);
  }

  /** Waits until the terminal shows this buffer. */
  isIn(buffer: 'normal' | 'alternate'): Promise<void> {
    return this.#until(() => expect(this.terminal.buffer.active.type).toBe(buffer));
  }

  /** Lets a suspended program go on until it has the screen again: a signal that comes before it has stopped is lost. */
  continues(): Promise<void> {
    return this.#until(() => {
      this.program.kill('SIGCONT');
      expect(this.terminal.buffer.active.type).toBe('alternate');
    }, 50);
  }

  /** Expects all that the screen has taken of the terminal to be given back, once. */
  isRestored(): void {
    expect(this.terminal.buffer.active.type).toBe('normal');
    expect(this.terminal.modes).toMatchObject({
      bracketedPasteMode: false,
      mouseTrackingMode: 'none',
      sendFocusMode: false,
      wraparoundMode: true,
    });
    expect(this.title).toBe('a shell');
    const times = (bytes: string): number => this.output.split(bytes).length;
    expect(times('\x1b[>4;1m')).toBe(times('\x1b[>4m'));
    expect(this.output.lastIndexOf('\x1b[?25h')).toBeGreaterThan(this.output.lastIndexOf('\x1b[?25l'));
  }

  /** Closes the terminal while the program runs in it. */
  close(): void {
    this.#mayBeClosed();
    (this.program as unknown as { destroy(): void }).destroy();
  }

  kill(): void {
    this.program.kill('SIGKILL');
  }
}
