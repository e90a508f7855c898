import { basename } from 'node:path';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import type { Backend, CompletionEvent, CompletionRequest, Probe } from '../backend.ts';
import { createNotices, type Notices } from '../dialects/notices.ts';
import { failureOf } from '../failure.ts';
import { samplingOf } from '../sampling/samplers.ts';
import { Reply } from '../transport/reply.ts';
import { inQueue } from '../transport/server-queue.ts';
import { applyTemplate } from './apply-template.ts';
import { tooLarge, toServerError } from './errors.ts';
import { generate, promptTokens } from './generate.ts';
import { type ModelFile, type OpenModel, openModel } from './open-model.ts';

/** A model file in this process and what is known of it before it is loaded. */
interface Source {
  readonly name: string;
  /** Loads it when it is first asked for. Rejects with SottoError; the next call then tries again. */
  readonly open: () => Promise<OpenModel>;
  readonly notices: Notices;
}

/**
 * A model file in this process, through node-llama-cpp, one reply at a time. Library and model are loaded when
 * first needed and stay until the process ends. Throws SottoError `no_model` without a file.
 */
export const createGguf = (about: ModelFile): Backend => {
  if (about.file === '') throw noName();
  const name = basename(about.file).replace(/\.gguf$/i, '');
  const source: Source = { name, open: kept(() => openModel(about)), notices: createNotices() };
  return inQueue({
    kind: 'gguf',
    url: '',
    isModel: true,
    complete: (request, signal) => complete(source, request, signal),
    probe: (signal) => probe(source, signal),
    countTokens: async (texts, signal) => {
      const { model } = await unlessAborted(source.open(), signal);
      return texts.map((text) => model.tokenize(text, true).length);
    },
    applyTemplate: async (messages, signal) =>
      applyTemplate(await unlessAborted(source.open(), signal), messages, signal),
  });
};

/** node-llama-cpp's grammar allows as many line breaks after the JSON as a model likes. */
const endOfJson = '\n\n\n\n';

const backends = new Map<string, Backend>();

/** As `createGguf`, but once per file and size in a process: a second copy would take the memory again. */
export const openGguf = (about: ModelFile): Backend => {
  const key = JSON.stringify([about.file, about.contextSize]);
  const backend = backends.get(key) ?? createGguf(about);
  backends.set(key, backend);
  return backend;
};

const noName = (): SottoError => {
  const remedy = 'name it with --model FILE or as backend.model';
  return new SottoError('usage', 'no_model', `the backend gguf needs a model file; ${remedy}`);
};

/** Does the work once and keeps its result; a failure is not kept. */
const kept = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let result: Promise<T> | null = null;
  return () => {
    result ??= work().catch((error: unknown) => {
      result = null;
      throw error;
    });
    return result;
  };
};

/** The result, or a rejection as soon as the signal aborts. */
const unlessAborted = async <T>(work: Promise<T>, signal?: AbortSignal): Promise<T> => {
  if (!signal) return work;
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  if (signal.aborted) stop();
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', stop));
};

async function* complete(
  source: Source,
  request: CompletionRequest,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent, void> {
  const { sampling, maxTokens } = request;
  const stop = [...request.stop, ...(samplingOf('gguf', request).json_schema ? [endOfJson] : [])];
  const reply = new Reply({ stop, maxTokens }, () => performance.now());
  try {
    const open = await unlessAborted(source.open(), signal);
    for (const message of source.notices('gguf', sampling)) yield { type: 'notice', message };
    for await (const event of relay(open, request, { reply, signal })) {
      yield event.type === 'finished' ? { ...event, usage: { ...event.usage, model: source.name } } : event;
    }
  } catch (error) {
    const { code, message } = toServerError(error);
    yield* signal.aborted ? reply.abort() : reply.fail({ code, message });
  }
}

async function* relay(
  open: OpenModel,
  request: CompletionRequest,
  { reply, signal }: { reply: Reply; signal: AbortSignal },
): AsyncGenerator<CompletionEvent, void> {
  const tokens = promptTokens(open, request.prompt);
  if (tokens.length >= open.contextSize) {
    return yield* reply.fail(failureOf(tooLarge(tokens.length, open.contextSize)));
  }
  const owner = request.cache?.key ?? '';
  const sequence = open.sequences.take(owner);
  try {
    for await (const event of generate(open, { request, tokens }, sequence, signal)) {
      yield* reply.accept(event);
      if (reply.ended) return;
    }
  } catch (error) {
    if (!signal.aborted && !isSottoError(error)) await open.sequences.discard(owner);
    throw error;
  }
}

const probe = async ({ name, open }: Source, signal?: AbortSignal): Promise<Probe> => {
  const about = { kind: 'gguf', url: '', model: name };
  try {
    const { contextSize, sequences } = await unlessAborted(open(), signal);
    const slots = sequences.count;
    const finding = `${name} in this process, ${slots} ${slots === 1 ? 'sequence' : 'sequences'} of ${contextSize} tokens`;
    const remedy = slots > 1 ? '' : 'lower prompt.context, so that each character can keep its own cache';
    return { ...about, ok: true, contextSize, slots, finding, remedy };
  } catch (error) {
    const [finding = '', remedy = ''] = toServerError(error).message.split(/; (?=[^;]*$)/);
    return { ...about, ok: false, contextSize: 0, slots: 0, finding, remedy };
  }
};
