import { SottoError } from '../../domain/errors.ts';
import type { Backend } from '../backend.ts';
import { openGguf } from '../gguf/backend.ts';
import type { Dialect } from '../sampling/sampler-rules.ts';
import type { ServerOptions } from '../transport/request.ts';
import { inQueue, queueOf, type Room } from '../transport/server-queue.ts';
import { createKoboldCpp } from './koboldcpp.ts';
import { createLlamaCpp } from './llamacpp.ts';
import { createOllama } from './ollama.ts';
import { createOpenAi } from './openai.ts';

/** The kinds of model server that have an address. */
export type BackendKind = 'llamacpp' | 'koboldcpp' | 'ollama' | 'openai' | 'openai-chat';

/** A model server as it is to be opened; an empty address is the usual one. */
export interface ServerToOpen extends ServerOptions {
  /** Empty or absent for the one that the server has. KoboldCpp serves but one, llama.cpp several with --models-dir. For gguf the file. */
  readonly model?: string;
  /** Which server of OpenAI's API it is; absent: found out. */
  readonly dialect?: Dialect;
  /** Tokens of context to ask Ollama for, or to give a gguf; the others have theirs from the start. */
  readonly contextSize?: number;
}

/** Where a server of each kind usually is. */
export const usualUrls: Readonly<Record<BackendKind, string>> = {
  llamacpp: 'http://127.0.0.1:8080',
  koboldcpp: 'http://127.0.0.1:5001',
  ollama: 'http://127.0.0.1:11434',
  openai: 'http://127.0.0.1:8000',
  'openai-chat': 'http://127.0.0.1:8000',
};

const openers: Readonly<Record<BackendKind, (options: ServerToOpen) => Backend>> = {
  llamacpp: (options) => {
    const backend = createLlamaCpp(options);
    return shared(backend, () => backend.room());
  },
  koboldcpp: (options) => shared(createKoboldCpp(options)),
  ollama: (options) => shared(createOllama(options)),
  openai: (options) => sideBySide(options, false),
  'openai-chat': (options) => sideBySide(options, true),
};

/** All backends of a process at one address share the queue of that server. */
const shared = (backend: Backend, room?: () => Promise<Room>): Backend =>
  inQueue(backend, queueOf(backend.url), room);

const sideBySide = (options: ServerToOpen, chat: boolean): Backend => {
  const backend = createOpenAi({ ...options, chat });
  return shared(backend, async () => ({
    places: (await backend.isParallel()) ? Number.POSITIVE_INFINITY : 1,
  }));
};

/** Whether it is the name of such a kind. */
export const isBackendKind = (name: string): name is BackendKind => Object.hasOwn(openers, name);

/** Opens a backend of this kind. Throws SottoError `unsupported_backend`, `bad_url`, `bad_key_format`, `no_model`. */
export const openKind = (kind: string, options: ServerToOpen): Backend => {
  if (kind === 'gguf') return openFile(options);
  if (!isBackendKind(kind)) throw unsupportedKind(kind);
  return openers[kind]({ ...options, url: options.url === '' ? usualUrls[kind] : options.url });
};

const openFile = ({ model = '', contextSize }: ServerToOpen): Backend =>
  openGguf({ file: model, ...(contextSize !== undefined && { contextSize }) });

const unsupportedKind = (kind: string): SottoError => {
  const kinds = [...Object.keys(openers), 'gguf'].join(', ');
  const message = `there is no backend "${kind}"; use auto, ${kinds} or understudy`;
  return new SottoError('usage', 'unsupported_backend', message);
};
