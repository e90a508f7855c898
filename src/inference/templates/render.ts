import { Worker } from 'node:worker_threads';
import type { ChatMessage } from '../backend.ts';
import { serverError } from '../failure.ts';

/** A model's chat template. */
export interface ChatTemplate {
  /** Jinja, by whomever. */
  readonly source: string;
  /** The text of the token that ends a reply; null where nobody says. */
  readonly eos: string | null;
}

const longestSource = 256 * 1024;
const longestText = 256 * 1024;
const mostMs = 3000;
const megabytes = 64;

/** Beside the bundled program it is bundled, too. */
const isBundled = !import.meta.url.endsWith('.ts');
const script = new URL(isBundled ? './chat-template.mjs' : '../../../bin/chat-template.mjs', import.meta.url);

const refused = () =>
  serverError({
    code: 'no_template',
    finding: "the model's chat template cannot be used",
    remedy: 'choose another under prompt.template',
  });

/** The end of a reply where a template names it and nobody says what it is: Llama 2's and Mistral's; null where that cannot be told. */
function endOf({ source, eos }: ChatTemplate): string | null {
  if (eos !== null || !source.includes('eos_token')) return eos ?? '';
  return source.includes('[INST]') ? '</s>' : null;
}

/**
 * The messages as a template in Jinja writes them, without the token that opens a prompt, with the opening of the next reply. A
 * thread of its own reads it, in bounds of time and memory. Rejects with SottoError `no_template` for one that it cannot use.
 */
export async function renderTemplate(
  template: ChatTemplate,
  messages: readonly ChatMessage[],
  signal?: AbortSignal,
): Promise<string> {
  const { source } = template;
  const eos = endOf(template);
  if (source.trim() === '' || source.length > longestSource || eos === null) throw refused();
  const late = AbortSignal.timeout(mostMs);
  const written = await inThread(
    { template: source, messages: messages.map(({ role, content }) => ({ role, content })), eos },
    signal ? AbortSignal.any([signal, late]) : late,
  );
  signal?.throwIfAborted();
  if (written === null || written.length > longestText) throw refused();
  return written;
}

/** What the thread wrote; null where it failed, or was stopped. */
const inThread = (workerData: object, signal: AbortSignal): Promise<string | null> =>
  new Promise((resolve) => {
    const worker = new Worker(script, {
      workerData,
      stdout: true,
      stderr: true,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: megabytes, stackSizeMb: 4 },
    });
    const end = (written: string | null) => {
      signal.removeEventListener('abort', stop);
      worker.terminate().catch(() => {});
      resolve(written);
    };
    const stop = () => end(null);
    signal.addEventListener('abort', stop, { once: true });
    worker.once('message', (written: unknown) => end(typeof written === 'string' ? written : null));
    worker.once('error', stop).once('exit', stop);
    if (signal.aborted) stop();
  });
