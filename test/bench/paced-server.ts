import type {
  Backend,
  CacheOwner,
  CompletionEvent,
  CompletionRequest,
  Usage,
} from '../../src/inference/backend.ts';
import { Slots } from '../../src/inference/cache/slots.ts';
import { inQueue, ServerQueue } from '../../src/inference/transport/server-queue.ts';
import { answerInJson, wantedSchema } from '../../src/inference/understudy/extract.ts';
import { defaultTag, speak } from '../../src/inference/understudy/speak.ts';
import { encode, piecesOf } from '../../src/inference/understudy/tokens.ts';
import { type Lease, LlamaCppSlots } from '../fake-server/cache/slots.ts';

/** So often nothing else is to be done when one looks, and nothing will be. */
const stillRounds = 12;

/** How many modules and files this process waits for: what comes next waits for them, however long they really take. */
const awaited = (): number =>
  process.getActiveResourcesInfo().filter((kind) => /^(?:MessagePort|FSReq)/.test(kind)).length;

/** Time that passes as fast as what happens in it is worked out. */
export class VirtualTime {
  now = 0;
  readonly #usual = awaited();
  #due: { readonly at: number; readonly run: () => void }[] = [];

  readonly after = (milliseconds: number, run: () => void): (() => void) => {
    const one = { at: this.now + milliseconds, run };
    this.#due.push(one);
    return () => {
      this.#due = this.#due.filter((other) => other !== one);
    };
  };

  /** Lets so much time pass. */
  async pass(milliseconds: number): Promise<void> {
    const until = this.now + milliseconds;
    while (await this.#step(until));
    this.now = until;
  }

  /** Lets time pass until something has come about. */
  async until<T>(wanted: Promise<T>): Promise<T> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    wanted.then(over, over);
    while (!isOver && (await this.#step(Number.POSITIVE_INFINITY)));
    return wanted;
  }

  /** Lets happen what happens next; false where nothing does until then. */
  async #step(until: number): Promise<boolean> {
    for (let rounds = 0; rounds < stillRounds; rounds = awaited() > this.#usual ? 0 : rounds + 1)
      await new Promise(setImmediate);
    const [next] = [...this.#due].sort((one, other) => one.at - other.at);
    if (!next || next.at > until) return false;
    this.#due = this.#due.filter((one) => one !== next);
    this.now = Math.max(this.now, next.at);
    next.run();
    return true;
  }
}

/** How fast a server is, in tokens a second, and how many it reads before it looks up. */
export interface Paces {
  readonly slots: number;
  readonly read: number;
  readonly written: number;
  readonly batch: number;
}

/** What a request cost the server, whether or not it came to its end. */
export interface Spent {
  readonly request: CompletionRequest;
  readonly isAnswered: boolean;
  readonly read: number;
  readonly written: number;
}

interface Task {
  readonly request: CompletionRequest;
  readonly signal: AbortSignal;
  readonly tokens: readonly number[];
  readonly pieces: readonly string[];
  readonly lease: Lease;
  readonly began: number;
  read: number;
  written: number;
  firstAt: number;
  readonly tell: (event: CompletionEvent) => void;
}

/** What the server's model answers; null where the understudy's words do. */
export type Answering = (prompt: string) => string | null;

const saidTo = (request: CompletionRequest, answering: Answering): readonly string[] => {
  const { prompt, maxTokens } = request;
  const answer = answering(prompt);
  if (answer !== null) return piecesOf(answer);
  const schema = wantedSchema(request);
  if (schema) return piecesOf(answerInJson(prompt, schema, maxTokens)).slice(0, maxTokens);
  return speak({ ...request, tag: defaultTag, whispers: false, prefix: '' }).pieces;
};

/**
 * A llama.cpp server with `-np` in virtual time: all slots share its batches, and whoever comes, or goes, waits for the end of the
 * batch that it is at.
 */
export class PacedServer {
  readonly #time: VirtualTime;
  readonly #paces: Paces;
  readonly #pool: LlamaCppSlots;
  readonly #running = new Set<Task>();
  #isAtWork = false;
  readonly #hear: (spent: Spent) => void;
  readonly #answering: Answering;

  constructor(
    time: VirtualTime,
    { answering, ...paces }: Paces & { readonly answering: Answering },
    hear: (spent: Spent) => void,
  ) {
    this.#time = time;
    this.#paces = paces;
    this.#hear = hear;
    this.#answering = answering;
    this.#pool = new LlamaCppSlots({ slots: paces.slots });
  }

  /** The server as a client sees it that keeps a slot for each speaker. */
  get backend(): Backend {
    const slots = new Slots(this.#paces.slots, 'apart');
    const complete = (request: CompletionRequest, signal: AbortSignal) =>
      this.#complete(slots, request, signal);
    const contextSize = 16_384;
    const probe: Backend['probe'] = async () => ({
      ...{ kind: 'llamacpp', url: 'http://paced', ok: true, model: 'paced', contextSize },
      ...{ slots: this.#paces.slots, finding: '', remedy: '' },
    });
    const countTokens: Backend['countTokens'] = async (texts) => texts.map((text) => encode(text).length);
    const held: Backend['held'] = async (owner, prompt) => slots.held(owner, prompt);
    const backend = {
      kind: 'llamacpp',
      url: 'http://paced',
      isModel: true,
      complete,
      probe,
      countTokens,
      held,
    };
    return inQueue(backend, new ServerQueue(), async () => ({ places: this.#paces.slots }));
  }

  async *#complete(
    slots: Slots,
    request: CompletionRequest,
    signal: AbortSignal,
  ): AsyncGenerator<CompletionEvent, void> {
    const owner: CacheOwner = request.cache ?? { key: '', castIndex: 0 };
    const seen = this.#pool.slots.map(({ id, run, kept }) => {
      return { id, tokens: kept.tokens.length, isBusy: run !== null };
    });
    const assigned = slots.assign(owner, request.prompt, seen);
    const heard: CompletionEvent[] = [];
    let wake = () => {};
    const tell = (event: CompletionEvent) => {
      heard.push(event);
      wake();
    };
    const tokens = encode(request.prompt);
    const began = this.#time.now;
    const lease = await this.#pool.acquire({ tokens, slot: assigned?.slot ?? -1 }, signal).catch(() => null);
    if (!lease) {
      assigned?.release(null);
      return yield { type: 'aborted', text: '' };
    }
    const counts = { read: 0, written: 0, firstAt: 0 };
    this.#running.add({
      request,
      signal,
      tokens,
      pieces: saidTo(request, this.#answering),
      lease,
      began,
      tell,
      ...counts,
    });
    if (!this.#isAtWork) this.#work();
    const leave = () => tell({ type: 'aborted', text: '' });
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    for (;;) {
      const event = heard.shift();
      if (!event) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      const isOver = event.type === 'finished' || event.type === 'aborted';
      const usage = event.type === 'finished' ? event.usage : null;
      if (isOver) assigned?.release(usage && { prompt: request.prompt, reply: event.text, ...usage });
      yield event;
      if (isOver) return;
    }
  }

  /** One batch: what is to be read of all slots as far as it goes in, and a token of each that writes. */
  #work(): void {
    const tasks = [...this.#running];
    this.#isAtWork = tasks.length > 0;
    if (!this.#isAtWork) return;
    let room = this.#paces.batch;
    const taken = new Map<Task, number>();
    for (const task of tasks) {
      const most = Math.min(room, task.tokens.length - task.lease.reused - task.read);
      taken.set(task, most);
      room -= most;
    }
    const writing = tasks.filter((task) => taken.get(task) === 0 && this.#isRead(task));
    const seconds =
      (this.#paces.batch - room) / this.#paces.read + (writing.length > 0 ? 1 : 0) / this.#paces.written;
    this.#time.after(Math.max(1, seconds * 1000), () => {
      for (const task of tasks) this.#step(task, taken.get(task) ?? 0);
      this.#work();
    });
  }

  #isRead = ({ tokens, lease, read }: Task): boolean => lease.reused + read >= tokens.length;

  #step(task: Task, read: number): void {
    task.read += read;
    const { tokens, lease } = task;
    const { reused } = lease;
    if (read > 0)
      task.tell({ type: 'progress', processed: reused + task.read, total: tokens.length, cached: reused });
    const mayWrite = this.#isRead(task);
    if (task.signal.aborted) this.#end(task, false);
    if (task.signal.aborted || !mayWrite) return;
    if (task.written === 0) task.firstAt = this.#time.now;
    const piece = task.pieces[task.written];
    if (piece !== undefined) {
      task.written += 1;
      task.tell({ type: 'delta', text: piece });
    }
    if (task.written < Math.min(task.pieces.length, task.request.maxTokens)) return;
    this.#end(task, true);
    const usage: Usage = {
      ...{ promptTokens: tokens.length, reusedTokens: reused, generatedTokens: task.written },
      ...{ firstTokenMs: task.firstAt - task.began, totalMs: this.#time.now - task.began, model: 'paced' },
    };
    task.tell({ type: 'finished', text: task.pieces.slice(0, task.written).join(''), reason: 'eos', usage });
  }

  #end(task: Task, isAnswered: boolean): void {
    const { request, lease, read, written } = task;
    this.#hear({ request, isAnswered, read, written });
    this.#running.delete(task);
    for (let done = 0; done < read; done += this.#paces.batch) lease.read();
    for (const token of encode(task.pieces.slice(0, written).join(''))) lease.write(token);
    lease.release();
  }
}
