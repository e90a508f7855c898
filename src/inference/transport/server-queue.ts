import type { Backend, CompletionEvent, CompletionRequest, Priority, Standing } from '../backend.ts';

/** What goes first has the lowest. */
const ranks: Readonly<Record<Priority, number>> = { narrative: 0, choice: 1, warm_up: 2, job: 3 };

/** Letters that a token has at least, on average. */
const fewestLetters = 3;

const waitsForNobody = ({ priority }: Standing): boolean => ranks[priority] >= ranks.warm_up;

/** How much a server does side by side: so many requests, and together so many tokens; absent: as many as come. */
export interface Room {
  readonly places: number;
  readonly tokens?: number;
}

/** A request at the door of a server: how urgent it is, and whose cache it uses there. */
export interface Applicant {
  readonly standing: Standing;
  /** Empty for nobody's. */
  readonly owner: string;
  /** Tokens of its prompt and reply, rather too many. Absent: few. */
  readonly tokens?: number;
  /** It gave way before, and goes before its equals now. */
  readonly isBack?: boolean;
}

/** A place at the server, held until it is left. */
export interface Place {
  /** Aborts when the request is to give way to one above it. */
  readonly givesWay: AbortSignal;
  leave(): void;
}

interface Waiting extends Applicant {
  readonly enter: (place: Place) => void;
}

interface Running extends Applicant {
  readonly abort: AbortController;
}

/**
 * The order in which the requests of this process reach one server. The most urgent goes first, of equal ones the first
 * that came. What waits for nobody leaves one of several places free and gives way where none is, or where it holds the
 * cache of one above it.
 */
export class ServerQueue {
  #waiting: Waiting[] = [];
  readonly #running = new Set<Running>();
  #places = 1;
  #tokens = Number.POSITIVE_INFINITY;

  /** The server has so much room; whatever is too large for it has it alone. */
  resize({ places, tokens = Number.POSITIVE_INFINITY }: Room): void {
    this.#places = Math.max(1, places);
    this.#tokens = tokens;
    this.#admit();
  }

  /** Resolves when it is one's turn. Rejects when the signal aborts first. */
  enter(applicant: Applicant, signal: AbortSignal): Promise<Place> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const enter = (place: Place): void => {
        signal.removeEventListener('abort', leave);
        resolve(place);
      };
      const waiting: Waiting = { ...applicant, enter };
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      if (applicant.isBack) this.#waiting.unshift(waiting);
      else this.#waiting.push(waiting);
      this.#admit();
      if (this.#waiting.includes(waiting)) applicant.standing.sent?.(false);
    });
  }

  /** Lets in whom there is room for, and makes room for who is above those that wait for nobody. */
  #admit(): void {
    this.#waiting.sort((a, b) => ranks[a.standing.priority] - ranks[b.standing.priority]);
    for (const one of [...this.#waiting]) {
      const obstacles = this.#obstaclesTo(one);
      if (obstacles === null) this.#letIn(one);
      else obstacles[0]?.abort.abort();
    }
  }

  #letIn(one: Waiting): void {
    this.#waiting = this.#waiting.filter((other) => other !== one);
    const { enter, ...applicant } = one;
    const running: Running = { ...applicant, abort: new AbortController() };
    running.abort.signal.addEventListener('abort', () => one.standing.sent?.(false), { once: true });
    this.#running.add(running);
    one.standing.sent?.(true);
    const leave = (): void => {
      if (this.#running.delete(running)) this.#admit();
    };
    enter({ givesWay: running.abort.signal, leave });
  }

  /** Null when there is room; else those that are to give way for it, the least urgent first, none while one does already. */
  #obstaclesTo({ standing, owner, tokens = 0 }: Applicant): readonly Running[] | null {
    const running = [...this.#running];
    const isOpen = !waitsForNobody(standing);
    const below = running
      .filter(
        (one) => waitsForNobody(one.standing) && ranks[one.standing.priority] > ranks[standing.priority],
      )
      .sort((a, b) => ranks[b.standing.priority] - ranks[a.standing.priority]);
    const ofOwner = running.filter((one) => owner !== '' && one.owner === owner);
    const blockers = isOpen ? ofOwner.filter((one) => below.includes(one)) : ofOwner;
    if (blockers.length > 0) return yieldingOf(blockers, below);
    const idle = running.filter((one) => waitsForNobody(one.standing)).length;
    const held = running.reduce((sum, one) => sum + (one.tokens ?? 0), tokens);
    const isFull = running.length >= this.#places || (running.length > 0 && held > this.#tokens);
    const isShare = !isOpen && idle >= Math.max(1, this.#places - 1);
    return isFull || isShare ? yieldingOf(running, below) : null;
  }
}

/** Those among the obstacles that may be told to go, unless one of them is going. */
const yieldingOf = (obstacles: readonly Running[], below: readonly Running[]): readonly Running[] => {
  const able = below.filter((one) => obstacles.includes(one));
  return able.some(({ abort }) => abort.signal.aborted) ? [] : able;
};

const queues = new Map<string, ServerQueue>();

/** The queue of the server at this address, one in a process whoever asks; names of this machine are one address. */
export const queueOf = (url: string): ServerQueue => {
  const address = new URL(url);
  if (/^(localhost|\[::1\])$/.test(address.hostname)) address.hostname = '127.0.0.1';
  const queue = queues.get(address.href) ?? new ServerQueue();
  queues.set(address.href, queue);
  return queue;
};

/**
 * The backend behind a queue, by default one of its own: a server without slots lets the others wait where they cannot be
 * stopped. `room` says what runs side by side; while it rejects or has no place there is one, and the next
 * request asks again. What gives way comes again by itself, and then says nothing twice.
 */
export const inQueue = (
  backend: Backend,
  queue = new ServerQueue(),
  room: () => Promise<Room> = async () => ({ places: 1 }),
): Backend => {
  let asking: Promise<void> | null = null;
  const ask = async (): Promise<void> => {
    const known = await room().catch(() => null);
    if (known && known.places > 0) queue.resize(known);
    else asking = null;
  };
  return {
    ...backend,
    complete: async function* (request, signal) {
      asking ??= ask();
      await orAborted(asking, signal);
      yield* inTurn(queue, backend, request, signal);
    },
  };
};

async function* inTurn(
  queue: ServerQueue,
  backend: Backend,
  request: CompletionRequest,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent, void> {
  const { standing = { priority: 'narrative' }, cache, prompt, maxTokens } = request;
  const tokens = Math.ceil(prompt.length / fewestLetters) + maxTokens;
  const applicant = { standing, owner: cache?.key ?? '', tokens };
  for (let isBack = false; ; isBack = true) {
    const place = await queue.enter({ ...applicant, isBack }, signal).catch(() => null);
    if (!place) return yield { type: 'aborted', text: '' };
    try {
      const reply = backend.complete(request, AbortSignal.any([signal, place.givesWay]));
      const isUrgent = standing.priority === 'narrative' || standing.priority === 'choice';
      if (yield* isUrgent ? unlessCrowded(reply, isBack) : whileAllowed(reply, place, isBack, signal)) return;
    } finally {
      place.leave();
    }
  }
}

/** That there was no room beside others; once it comes again, there are none. */
const isCrowded = (event: CompletionEvent): boolean =>
  event.type === 'failed' && event.failure.code === 'cells_exceeded';

/** A reply as it comes. Returns whether it came to its end: where there was no room for a beginning, it may come again. */
async function* unlessCrowded(
  reply: AsyncIterable<CompletionEvent>,
  isBack: boolean,
): AsyncGenerator<CompletionEvent, boolean> {
  let isWritten = false;
  for await (const event of reply) {
    if (isCrowded(event) && !isWritten && !isBack) return false;
    if (event.type === 'delta') isWritten = true;
    yield event;
  }
  return true;
}

const ends: ReadonlySet<string> = new Set(['finished', 'failed', 'aborted']);

/** A reply whose text is held back until it is whole, for it may begin again. Returns whether it came to its end. */
async function* whileAllowed(
  reply: AsyncIterable<CompletionEvent>,
  { givesWay }: Place,
  isBack: boolean,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent, boolean> {
  const held: CompletionEvent[] = [];
  for await (const event of reply) {
    if (isCrowded(event) && !isBack) return false;
    if (event.type === 'aborted' && givesWay.aborted && !signal.aborted) return false;
    if (event.type === 'progress' || event.type === 'notice') yield event;
    else if (ends.has(event.type)) yield* [...held, event];
    else held.push(event);
  }
  return true;
}

/** Resolves with the work, or as soon as the signal aborts. */
const orAborted = async (work: Promise<void>, signal: AbortSignal): Promise<void> => {
  if (signal.aborted) return;
  let stop = (): void => {};
  const aborted = new Promise<void>((resolve) => {
    stop = resolve;
    signal.addEventListener('abort', stop, { once: true });
  });
  await Promise.race([work, aborted]);
  signal.removeEventListener('abort', stop);
};
