import type { Backend, Usage } from './backend.ts';

/** Fewer tokens than these say nothing of how fast a server is. */
const tellingly = { read: 64, written: 8 } as const;
/** Others share its batches, and it waits for the end of one before it begins. */
const slack = 3;

/** How fast a server has been, by what it counted last. */
export class MeasuredPace {
  #msToRead = 0;
  #msToWrite = 0;

  take({ promptTokens, reusedTokens, generatedTokens, firstTokenMs, totalMs }: Usage): void {
    const read = promptTokens - reusedTokens;
    if (read >= tellingly.read) this.#msToRead = firstTokenMs / read;
    if (generatedTokens >= tellingly.written) this.#msToWrite = (totalMs - firstTokenMs) / generatedTokens;
  }

  /** Milliseconds that a question of so many tokens may take it, with an answer of so many; 0 until it has been measured. */
  timeFor(read: number, written: number): number {
    return slack * (read * this.#msToRead + written * this.#msToWrite);
  }
}

const paces = new WeakMap<Backend, MeasuredPace>();

/** How fast this server has been, where it was opened by `withPace`. */
export const paceOf = (backend: Backend): MeasuredPace | undefined => paces.get(backend);

/** The same server, measured by each reply that comes to its end. */
export function withPace(backend: Backend): Backend {
  const pace = new MeasuredPace();
  const complete: Backend['complete'] = async function* (request, signal) {
    for await (const event of backend.complete(request, signal)) {
      if (event.type === 'finished') pace.take(event.usage);
      yield event;
    }
  };
  const measured = { ...backend, complete };
  paces.set(measured, pace);
  return measured;
}
