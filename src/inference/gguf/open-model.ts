import { open } from 'node:fs/promises';
import { badFile, isMemoryShort, noBinary, noFile, noMemory, noModule } from './errors.ts';
import type { Context, ContextOptions, Llama, Model, NodeLlamaCpp } from './native.ts';
import { Sequences } from './sequences.ts';

/** A model file and the memory that it is to have. */
export interface ModelFile {
  readonly file: string;
  /** Tokens of one sequence. Default 8192; never more than the model was trained on, nor more than 4,000,000. */
  readonly contextSize?: number;
  /** Imports node-llama-cpp. */
  readonly load?: () => Promise<unknown>;
}

/** A model ready to write. */
export interface OpenModel {
  readonly library: NodeLlamaCpp;
  readonly llama: Llama;
  readonly model: Model;
  /** Tokens of one sequence. */
  readonly contextSize: number;
  readonly sequences: Sequences;
  /** Tokens of a prompt that are evaluated at a stretch; an abort takes effect between two. */
  readonly stretch: number;
}

const usualContext = 8192;
const headerSize = 24;
/** A full cast of 8 and the classifier; as many as fit. */
const sequences = [9, 6, 4, 3, 2, 1];
/** Tokens of all sequences: the library's estimate of the memory takes some 100 bytes for each itself. */
const mostTokens = 4_000_000;
const batch = { processor: 128, gpu: 512 };
/** Nothing is compiled, downloaded or printed. */
const asItIs = {
  build: 'never',
  skipDownload: true,
  progressLogs: false,
  logLevel: 'disabled',
  maxThreads: 0,
} as const;

/** A name that bundler and compiler do not look up: the library may be missing. */
const libraryName: string = 'node-llama-cpp';

/** Loads the library, the model and a context with as many sequences as memory allows. Rejects with SottoError. */
export const openModel = async (about: ModelFile): Promise<OpenModel> => {
  const { file, contextSize = usualContext, load = () => import(libraryName) } = about;
  await checkFile(file);
  const library = await importLibrary(load);
  const llama = await library.getLlama(asItIs).catch((error: unknown) => {
    throw noBinary(error);
  });
  const model = await llama.loadModel({ modelPath: file }).catch((error: unknown) => {
    throw badFile(file, error);
  });
  const stretch = llama.gpu === false ? batch.processor : batch.gpu;
  const context = await openContext(model, {
    contextSize: Math.min(contextSize, model.trainContextSize, mostTokens),
    batchSize: stretch,
    threads: Math.max(1, llama.cpuMathCores - 1),
    swaFullCache: true,
  }).catch(async (error: unknown) => {
    await model.dispose();
    throw error;
  });
  return {
    library,
    llama,
    model,
    contextSize: context.contextSize,
    sequences: new Sequences(context),
    stretch,
  };
};

/** Looks at the header itself: the library reads on for ever where the counts are wrong, and prints warnings. */
const checkFile = async (file: string): Promise<void> => {
  const header = Buffer.alloc(headerSize);
  let size = 0;
  try {
    const handle = await open(file);
    try {
      await handle.read(header, 0, headerSize, 0);
      size = (await handle.stat()).size;
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw noFile(file, error);
  }
  if (!isGguf(header, size)) throw badFile(file);
};

/** Magic, version, number of tensors, number of fields; a tensor is described in 24 bytes or more, a field in 13. */
const isGguf = (header: Buffer, size: number): boolean => {
  const described = 24 * Number(header.readBigUInt64LE(8)) + 13 * Number(header.readBigUInt64LE(16));
  return (
    header.toString('latin1', 0, 4) === 'GGUF' && [2, 3].includes(header.readUInt32LE(4)) && described <= size
  );
};

const importLibrary = async (load: () => Promise<unknown>): Promise<NodeLlamaCpp> => {
  const library = await load().catch((error: unknown) => {
    throw noModule(error);
  });
  if (typeof Object(library).getLlama !== 'function') throw noModule(null);
  return library as NodeLlamaCpp;
};

/**
 * Every sequence has the whole size for itself, so that no character's cache shrinks another's. One core stays free:
 * all threads wait for the one that has to share its core.
 */
const openContext = async (model: Model, options: Omit<ContextOptions, 'sequences'>): Promise<Context> => {
  for (const count of sequences) {
    if (count * options.contextSize > mostTokens) continue;
    try {
      return await model.createContext({ ...options, sequences: count });
    } catch (error) {
      if (!isMemoryShort(error)) throw error;
    }
  }
  throw noMemory(`a context of ${options.contextSize} tokens`);
};
