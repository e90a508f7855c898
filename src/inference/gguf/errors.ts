import { basename } from 'node:path';
import { isSottoError, type SottoError } from '../../domain/errors.ts';
import { type Diagnosis, oneLine, serverError } from '../failure.ts';

const instead = 'start `llama-server -m FILE` and use the backend llamacpp';

const nameOf = (error: unknown): string => (error instanceof Error ? error.constructor.name : '');
const wordsOf = (error: unknown): string => {
  const words = oneLine(error instanceof Error ? error.message : '');
  return words === '' ? '' : ` (${words})`;
};

const notInstalled: Diagnosis = {
  code: 'not_installed',
  finding: 'the backend gguf needs node-llama-cpp, which is not installed',
  remedy: `\`npm install -g node-llama-cpp\` beside sotto (in a clone: \`npm install --no-save node-llama-cpp\`), or ${instead}`,
};

/** node-llama-cpp could not be imported, or what was found is something else. */
export const noModule = (error: unknown): SottoError => {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'ERR_MODULE_NOT_FOUND') return serverError(notInstalled);
  const finding = `node-llama-cpp could not be loaded${wordsOf(error)}`;
  return serverError({
    code: 'not_installed',
    finding,
    remedy: `reinstall version 3 of it, or ${instead}`,
  });
};

/** node-llama-cpp is there, but no binary of it that runs here. */
export const noBinary = (error: unknown): SottoError => {
  const finding = `node-llama-cpp has no binary that runs on this computer${nameOf(error) === 'NoBinaryFoundError' ? '' : wordsOf(error)}`;
  return serverError({
    code: 'not_installed',
    finding,
    remedy: `install it without --omit=optional, or ${instead}`,
  });
};

/** The file cannot be read. */
export const noFile = (file: string, error: unknown): SottoError => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why =
    code === 'ENOENT' ? 'there is no such file' : `it cannot be read${code === '' ? '' : `, ${code}`}`;
  const finding = `no model at ${oneLine(file)} (${why})`;
  return serverError({
    code: 'no_model',
    finding,
    remedy: 'name a .gguf file with --model or as backend.model',
  });
};

/** The file is no model, or not a whole one. */
export const badFile = (file: string, error?: unknown): SottoError => {
  if (isMemoryShort(error)) return noMemory(`the model ${basename(file)}`);
  const finding = `${oneLine(basename(file))} is damaged or no model that llama.cpp knows${wordsOf(error)}`;
  return serverError({
    code: 'no_model',
    finding,
    remedy: 'download it again, or name another with --model',
  });
};

/** True when the memory did not suffice, or the context could not be made, which has hardly another cause. */
export const isMemoryShort = (error: unknown): boolean =>
  nameOf(error) === 'InsufficientMemoryError' ||
  (error instanceof Error && /failed to create context|out of memory|alloc/i.test(error.message));

/** There is not enough memory for this. */
export const noMemory = (what: string): SottoError =>
  serverError({
    code: 'out_of_memory',
    finding: `there is not enough memory for ${what}`,
    remedy: 'lower prompt.context, name a smaller file with --model, or close other programs',
  });

/** The prompt and the context, in tokens, of which the first does not fit. */
export const tooLarge = (promptTokens: number, contextSize: number): Diagnosis => ({
  code: 'context_exceeded',
  finding: `the prompt is too large (${promptTokens} tokens, the context holds ${contextSize})`,
  remedy: 'lower the token budget under [prompt] or raise prompt.context',
  sizes: { promptTokens, contextSize },
});

/** The grammar, or the JSON schema that was to become one, cannot be used. */
export const badGrammar = (error: unknown): SottoError =>
  serverError({
    code: 'bad_request',
    finding: `node-llama-cpp does not understand the grammar${wordsOf(error)}`,
    remedy: 'correct or remove grammar or json_schema under [sampling]',
  });

/** What a failure in mid-work means: sotto's own errors as they are. */
export const toServerError = (error: unknown): SottoError => {
  if (isSottoError(error)) return error;
  if (isMemoryShort(error)) return noMemory('this reply');
  const finding = `the model in this process failed${wordsOf(error)}`;
  return serverError({ code: 'server_error', finding, remedy: 'try again, or restart sotto' });
};
