// Keeps one llama-server for all processes of sotto on this machine (src/models/server/), and does nothing else: a line of JSON on
// stdin says what to start. Whoever holds the server keeps a connection open; when the last has been gone long enough, it ends.
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { get } from 'node:http';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';

const host = '127.0.0.1';
const mostLog = 4 * 1024 * 1024;
const logsKept = 2;
const lookMs = 150;
const graceMs = 5000;
const lastLines = 40;

/** Ends what it runs when its input ends, so that nothing outlives a keeper that was killed. */
const guarded = `exec 3<&0
"$@" 3<&- </dev/null &
child=$!
( exec >/dev/null 2>&1; read -r _ <&3; kill "$child"; sleep 5; kill -9 "$child" ) &
guard=$!
exec 3<&-
trap 'kill "$child"' TERM INT HUP
wait "$child"
code=$?
kill "$guard" 2>/dev/null
exit $code`;

/** A log that never grows past a few megabytes: older ones are kept beside it under a number. */
class Log {
  constructor(file) {
    this.file = file;
    this.tail = [];
    this.rotate();
  }

  rotate() {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    for (let at = logsKept; at > 0; at--) {
      try {
        renameSync(at === 1 ? this.file : `${this.file}.${at - 1}`, `${this.file}.${at}`);
      } catch {
        // There is none yet.
      }
    }
    this.descriptor = openSync(this.file, 'a', 0o600);
    this.size = 0;
  }

  write(text) {
    this.tail = [...this.tail, ...text.split('\n').filter((line) => line.trim() !== '')].slice(-lastLines);
    try {
      this.size += writeSync(this.descriptor, text);
      if (this.size > mostLog) this.rotate();
    } catch {
      // A full disk ends no play.
    }
  }
}

const proofOf = (key, who) => createHmac('sha256', key).update(who).digest('hex');

const linesOf = (socket, hear) =>
  createInterface({ input: socket })
    .on('error', () => {})
    .on('line', (line) => {
      try {
        hear(JSON.parse(line));
      } catch {
        socket.destroy();
      }
    });

/** Whether the keeper that this record names is there. */
const isAlive = (record) =>
  new Promise((resolve) => {
    const socket = connect({ host, port: record.keeper.port, timeout: 2000 });
    const end = (is) => {
      socket.destroy();
      resolve(is);
    };
    socket
      .on('error', () => end(false))
      .on('timeout', () => end(false))
      .on('close', () => resolve(false));
    linesOf(socket, ({ proof }) => end(proof === proofOf(record.key, 'keeper')));
    socket.write(`${JSON.stringify({ proof: proofOf(record.key, 'client'), as: 'ask' })}\n`);
  });

const readRecord = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

/** Takes away a record whose keeper is gone; another that was put there meanwhile goes back. */
const clear = (file, stale) => {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (JSON.stringify(readRecord(aside)) !== JSON.stringify(stale)) linkSync(aside, file);
  } catch {
    // Somebody else was quicker.
  }
  rmSync(aside, { force: true });
};

/** Writes the record whole, where no living keeper has one; false where one has. */
async function take(file, record) {
  const written = `${file}.${process.pid}.new`;
  writeFileSync(written, JSON.stringify(record), { mode: 0o600 });
  try {
    for (;;) {
      try {
        linkSync(written, file);
        return true;
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      const there = readRecord(file);
      if (there?.keeper && (await isAlive(there))) return false;
      clear(file, there);
    }
  } finally {
    rmSync(written, { force: true });
  }
}

const listening = (server, port = 0) =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve(server.address().port));
  });

/** The port that is wished for, where it is free, so that what is known of the server's address still counts; else another. */
const freePort = async (wished = 0) => {
  const probe = createServer();
  const port = await listening(probe, wished).catch(() => 0);
  if (port === 0) return freePort();
  await new Promise((resolve) => probe.close(resolve));
  return port;
};

class Keeper {
  holders = new Set();
  told = { state: 'loading' };
  attempt = 0;
  hasBeenHeld = false;

  constructor(spec) {
    this.spec = spec;
    this.keepAliveMs = spec.keepAliveMs;
    this.door = createServer((socket) => this.hear(socket));
  }

  async start() {
    const { spec } = this;
    const port = await listening(this.door);
    this.port = await freePort(spec.port);
    this.record = {
      ...{
        version: 1,
        model: spec.model,
        name: spec.name,
        key: spec.key,
        log: spec.log,
        startedAt: spec.startedAt,
      },
      ...{ slots: spec.slots, context: spec.context, url: this.url, keeper: { pid: process.pid, port } },
      ...(spec.slotFolder && { slotFolder: spec.slotFolder }),
    };
    if (!(await take(spec.record, this.record))) process.exit(0);
    this.log = new Log(spec.log);
    this.wait();
    this.run();
  }

  get url() {
    return `http://${host}:${this.port}`;
  }

  run() {
    const { command, args, extra, env, key } = this.spec;
    const all = [...args, '--host', host, '--port', String(this.port), ...(this.isPlain ? [] : extra)];
    const options = {
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      env: { ...env, LLAMA_API_KEY: key },
    };
    this.log.write(`# ${this.spec.startedAt} ${[command, ...all].join(' ')}\n`);
    this.log.tail = [];
    const child =
      process.platform === 'win32'
        ? spawn(command, all, options)
        : spawn('/bin/sh', ['-c', guarded, 'sh', command, ...all], options);
    this.child = child;
    child.stdin.on('error', () => {});
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => this.log.write(text.replaceAll(key, '***')));
    child.once('error', (error) => this.ended(error.message));
    child.once('close', (code, signal) => this.ended(signal ?? `exit code ${code}`));
    this.look(child);
  }

  /** Asks whether the model is loaded until it is. */
  look(child) {
    if (child !== this.child || this.told.state !== 'loading') return;
    const again = () => setTimeout(() => this.look(child), lookMs);
    const asked = get(`${this.url}/health`, { timeout: 2000 }, (response) => {
      response.resume();
      if (response.statusCode === 200) this.tell({ state: 'ready' });
      else again();
    });
    asked.on('error', again).on('timeout', () => asked.destroy());
  }

  ended(why) {
    if (this.isOver) return;
    this.child.stdin.destroy();
    const said = this.log.tail.join('\n');
    const isYoung = this.told.state === 'loading' && !this.isStopping;
    if (isYoung && !this.isPlain && refuses(this.spec.extra, said)) {
      this.isPlain = true;
      this.log.tail = [];
      return this.run();
    }
    if (isYoung && this.attempt < 2 && /couldn't bind|failed to bind|address already in use/i.test(said))
      return void this.elsewhere();
    this.over({ state: this.isStopping ? 'stopped' : 'ended', why: `${why}${reasonIn(this.log.tail)}` });
  }

  /** Another program was quicker at the port. */
  async elsewhere() {
    this.attempt += 1;
    this.log.tail = [];
    this.port = await freePort();
    this.record = { ...this.record, url: this.url };
    const written = `${this.spec.record}.${process.pid}.new`;
    writeFileSync(written, JSON.stringify(this.record), { mode: 0o600 });
    renameSync(written, this.spec.record);
    this.tell({ state: 'loading' });
    this.run();
  }

  /** Whoever had the server started is told how it ended, though they come only now. */
  over(last) {
    this.isOver = true;
    this.tell(last);
    if (this.hasBeenHeld || this.isStopping) this.leave();
    else setTimeout(() => this.leave(), graceMs);
  }

  leave() {
    if (readRecord(this.spec.record)?.keeper?.pid === process.pid) rmSync(this.spec.record, { force: true });
    for (const socket of this.sockets) socket.end();
    this.door.close();
    setTimeout(() => process.exit(), 200);
  }

  stop() {
    if (this.isStopping || this.isOver) return;
    this.isStopping = true;
    this.child.stdin.destroy();
    if (process.platform === 'win32') this.child.kill();
    setTimeout(() => this.child.kill('SIGKILL'), 2 * graceMs).unref();
  }

  sockets = new Set();

  hear(socket) {
    this.sockets.add(socket);
    socket
      .on('error', () => {})
      .on('close', () => {
        this.sockets.delete(socket);
        if (this.holders.delete(socket)) this.wait();
      });
    linesOf(socket, ({ proof, as, keepAliveMs }) => {
      if (proof !== proofOf(this.spec.key, 'client')) return socket.destroy();
      if (as === 'hold') {
        this.holders.add(socket);
        this.hasBeenHeld = true;
        if (typeof keepAliveMs === 'number') this.keepAliveMs = keepAliveMs;
        clearTimeout(this.idle);
      }
      if (as === 'stop') this.stop();
      this.send(socket);
      if (this.isOver && as !== 'ask') this.leave();
    });
  }

  send(socket) {
    const { told, url, record } = this;
    const words = { proof: proofOf(record.key, 'keeper'), ...told, url, holders: this.holders.size };
    socket.write(`${JSON.stringify(words)}\n`);
  }

  tell(told) {
    this.told = told;
    for (const socket of this.sockets) this.send(socket);
  }

  /** Ends the server when nobody has held it for long enough. */
  wait() {
    clearTimeout(this.idle);
    if (this.holders.size === 0) this.idle = setTimeout(() => this.stop(), this.keepAliveMs);
  }
}

/** Whether an older llama-server does not know one of these flags. */
const refuses = (flags, said) =>
  /argument/i.test(said) && flags.some((flag) => flag.startsWith('--') && said.includes(flag));

/** What it said last that sounds like a reason. */
function reasonIn(tail) {
  const line = tail.findLast((one) => /error|failed|unable|cannot|invalid|out of memory/i.test(one));
  return line === undefined
    ? ''
    : `: ${line
        .replace(/[^\P{Cc}]/gu, ' ')
        .trim()
        .slice(0, 200)}`;
}

createInterface({ input: process.stdin }).once('line', (line) => {
  const keeper = new Keeper(JSON.parse(line));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => keeper.stop());
  keeper.start().catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
});
