import { join } from 'node:path';
import { SottoError } from '../../domain/errors.ts';
import type { Backend, CompletionEvent, Probe } from '../../inference/backend.ts';
import type { BackendConfig } from '../../inference/servers/detect.ts';
import { holdServer, type ServerToStart } from '../../models/server/hold.ts';
import type { KeeperLink } from '../../models/server/keeper-link.ts';
import { packageRoot } from '../files/package-root.ts';
import { type OwnModel, recordsHere } from './own-model.ts';

/** How the server of a model would be started. */
const startOf = ({ model, fit, keepAliveMs, log, slotFolder }: OwnModel, program: string): ServerToStart => ({
  keeper: join(packageRoot(), 'bin/keeper.mjs'),
  program,
  model: model.file,
  name: model.name,
  folder: recordsHere(),
  log,
  keepAliveMs,
  slotFolder,
  fit,
});

type Failed = Extract<CompletionEvent, { type: 'failed' }>;

const brokenCodes: ReadonlySet<string> = new Set(['unreachable', 'broken_stream', 'stalled']);

/** A llama-server that sotto starts. When it ends while it is wanted, that is told, and it is started again, once. */
class OwnServer {
  readonly #start: ServerToStart;
  readonly #open: Parts['open'];
  readonly #limitMs: number;
  #link: KeeperLink;
  #backend: Backend;
  #mending: Promise<void> | null = null;
  /** Whether it was started again and has not written a reply since. */
  #isMended = false;
  #news: string | null = null;

  private constructor(parts: Parts, link: KeeperLink, backend: Backend) {
    this.#start = parts.start;
    this.#open = parts.open;
    this.#limitMs = parts.limitMs;
    this.#link = link;
    this.#backend = backend;
  }

  static async start(parts: Parts): Promise<OwnServer> {
    const link = await holdServer(parts.start);
    return new OwnServer(parts, link, await parts.open(link));
  }

  /** The server with its model loaded, started anew where it has ended. Rejects with SottoError. */
  async ready(signal?: AbortSignal): Promise<Backend> {
    if (this.#link.isOver) await this.#mend();
    await this.#loaded(signal);
    if (this.#link.isOver) await this.#mend().then(() => this.#loaded(signal));
    if (this.#link.isOver) throw this.#ended();
    return this.#backend;
  }

  async #loaded(signal?: AbortSignal): Promise<void> {
    const late = AbortSignal.timeout(this.#limitMs);
    try {
      await this.#link.settled(signal ? AbortSignal.any([signal, late]) : late);
    } catch (error) {
      if (!late.aborted || signal?.aborted) throw error;
      throw new SottoError(
        'server',
        'loading',
        `${this.#start.name} is still being loaded; wait, or raise backend.loading_timeout`,
      );
    }
  }

  #mend(): Promise<void> {
    this.#mending ??= this.#startAgain().finally(() => {
      this.#mending = null;
    });
    return this.#mending;
  }

  async #startAgain(): Promise<void> {
    if (this.#isMended) throw this.#ended();
    const why = this.#link.why;
    this.#isMended = true;
    this.#link = await holdServer(this.#start);
    this.#backend = await this.#open(this.#link);
    this.#news = `the model server has ended${why && ` (${why})`} and was started again; its log: ${this.#start.log}`;
  }

  #ended(): SottoError {
    const { why } = this.#link;
    const { name, log } = this.#start;
    const message = `the model server for ${name} has ended${why && ` (${why})`}; see ${log}, or choose a smaller model`;
    return new SottoError('server', 'server_ended', message);
  }

  /** The server as it was opened last. */
  get opened(): Backend {
    return this.#backend;
  }

  get isOver(): boolean {
    return this.#link.isOver;
  }

  /** What is to be told, once. */
  get news(): CompletionEvent[] {
    const message = this.#news;
    this.#news = null;
    return message === null ? [] : [{ type: 'notice', message }];
  }

  /** Whether a failure is one that the end of the server explains, once that has been heard. */
  async isItsEnd({ failure, text }: Failed): Promise<boolean> {
    if (text !== '' || !brokenCodes.has(failure.code)) return false;
    await Promise.race([this.#link.closed(), new Promise((resolve) => setTimeout(resolve, endMs))]);
    return this.#link.isOver && !this.#isMended;
  }

  hasWritten(): void {
    this.#isMended = false;
  }
}

/** A server's end is told by its keeper a moment after the connection broke. */
const endMs = 1000;

/** What an own server is made of. */
interface Parts {
  readonly start: ServerToStart;
  readonly open: (link: KeeperLink) => Promise<Backend>;
  /** Milliseconds that loading may take. */
  readonly limitMs: number;
}

const messageOf = (error: unknown): { code: string; message: string } =>
  error instanceof SottoError
    ? { code: error.code, message: error.message }
    : { code: 'server_ended', message: 'the model server has ended; try again' };

async function* complete(
  own: OwnServer,
  ...[request, signal]: Parameters<Backend['complete']>
): AsyncGenerator<CompletionEvent> {
  for (;;) {
    let backend: Backend;
    try {
      backend = await own.ready(signal);
    } catch (error) {
      yield signal.aborted
        ? { type: 'aborted', text: '' }
        : { type: 'failed', text: '', failure: messageOf(error) };
      return;
    }
    yield* own.news;
    let isAgain = false;
    for await (const event of backend.complete(request, signal)) {
      if (event.type === 'finished') own.hasWritten();
      isAgain = event.type === 'failed' && (await own.isItsEnd(event));
      if (!isAgain) yield event;
    }
    if (!isAgain) return;
  }
}

const notThere = (error: unknown, url: string): Probe => {
  const [finding = '', remedy = ''] = messageOf(error).message.split(/; (?=[^;]*$)/);
  return { kind: 'llamacpp', url, ok: false, model: '', contextSize: 0, slots: 0, finding, remedy };
};

/** The server of a model file, started where none runs. Rejects with SottoError where it cannot be. */
export async function openOwnServer(
  model: OwnModel,
  program: string,
  config: BackendConfig,
): Promise<Backend> {
  const { keeping, ...rest } = config;
  const open = async ({ url, record }: KeeperLink): Promise<Backend> => {
    const { openKind } = await import('../../inference/servers/open-kind.ts');
    const { key: apiKey, slotFolder } = record;
    const folder = keeping?.folder === '' ? (slotFolder ?? null) : null;
    return openKind('llamacpp', {
      ...{ ...rest, url, apiKey, model: '' },
      ...(keeping && { keeping: { ...keeping, folder } }),
    });
  };
  const limitMs = config.loadingTimeoutMs || 120_000;
  const own = await OwnServer.start({ start: startOf(model, program), open, limitMs });
  const first = own.opened;
  return {
    ...{ kind: 'llamacpp', url: first.url, isModel: true, isMetered: false, isTuned: model.header.isTuned },
    complete: (request, signal) => complete(own, request, signal),
    probe: async (signal) => {
      try {
        return await (await own.ready(signal)).probe(signal);
      } catch (error) {
        return notThere(error, first.url);
      }
    },
    abilities: async (signal) => (await own.ready(signal)).abilities?.(signal) ?? {},
    held: async (owner, prompt, signal) => (await own.ready(signal)).held?.(owner, prompt, signal) ?? null,
    ...(keeping?.folder === '' && {
      keep: async (prompts, signal) => {
        if (!own.isOver) await own.opened.keep?.(prompts, signal);
      },
    }),
    countTokens: async (texts, signal) => (await own.ready(signal)).countTokens?.(texts, signal) ?? [],
    applyTemplate: async (messages, signal) =>
      (await own.ready(signal)).applyTemplate?.(messages, signal) ?? '',
    embed: async (texts, signal) => {
      const { embed } = await own.ready(signal);
      if (embed) return embed(texts, signal);
      throw new SottoError('server', 'bad_embedding', 'the model cannot embed texts; name another server');
    },
  };
}
