import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Fit } from '../files/memory.ts';

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};

/** Where `llama-server` is on the path; null where it is not. */
export function llamaServerOn({ PATH = '', PATHEXT = '' }: Environment): string | null {
  const endings = process.platform === 'win32' ? PATHEXT.split(';').concat('.exe') : [''];
  const folders = PATH.split(delimiter).filter((folder) => isAbsolute(folder));
  const files = folders.flatMap((folder) => endings.map((ending) => join(folder, `llama-server${ending}`)));
  return files.find(isProgram) ?? null;
}

/** How it is started: what every version knows, and what newer ones know, without which it also works. `slotFolder` is where it keeps prompts in files. */
export const flagsFor = (model: string, { slots, context }: Fit, slotFolder: string | null = null) => ({
  args: [
    ...['-m', model, '-c', String(slots * context), '-np', String(slots)],
    ...(slotFolder === null ? [] : ['--slot-save-path', slotFolder]),
  ],
  extra: ['--flash-attn', 'auto', '--no-cache-idle-slots', '--no-webui'],
});

const secret = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL/i;
/** What would overrule the flags. */
const settled = /^LLAMA_ARG_(HOST|PORT|MODEL|CTX_SIZE|N_PARALLEL|API_KEY|MODELS_DIR)|^LLAMA_API_KEY$|^SOTTO_/;

/** What a model server is given of the variables: no secrets of others. */
export const environmentFor = (env: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || secret.test(name) || settled.test(name) ? [] : [[name, value]],
    ),
  );
