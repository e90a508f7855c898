import type { Probe } from '../../inference/backend.ts';
import type { Pinning } from '../../inference/pinning.ts';
import type { Finding } from './finding.ts';

/** What a server should hold: tokens of one prompt with its reply, and how many prompts side by side. */
export interface Needs {
  readonly tokens: number;
  readonly prompts: number;
}

const step = 1024;

/** How to start llama.cpp for these needs. */
export function startCommand({ tokens, prompts }: Needs, model: string): string {
  const each = Math.ceil(tokens / step) * step;
  const path = /^[\w./-]+\.gguf$/.test(model) ? model : 'MODEL.gguf';
  return `llama-server -m ${path} -c ${each * prompts} -np ${prompts} --no-cache-idle-slots`;
}

/** Whether a prompt with its reply fits into the server's context. */
export function contextFinding({ kind, contextSize }: Probe, { tokens }: Needs): Finding {
  const name = 'context';
  if (contextSize === 0) {
    const remedy = "set the size of the model's context with prompt.context";
    return { name, ok: false, finding: 'the server does not tell it', remedy };
  }
  const ok = contextSize >= tokens;
  const finding = `${contextSize} tokens, ${tokens} are wanted for a prompt with its reply`;
  const more = kind === 'gguf' ? 'allow it more with prompt.context' : 'start it with more (-c)';
  return { name, ok, finding, remedy: ok ? '' : `prompts are cut to fit; ${more}` };
}

/** Whether each character keeps a cache of its own on a llama.cpp server, as an experiment found. */
export function pinningFinding({ slots }: Probe, pinning: Pinning | null, start: string): Finding {
  const name = 'cache';
  const remedy = `start it with ${start}`;
  if (slots < 2) {
    const finding = 'one slot: whenever another character speaks, the server reads the whole prompt again';
    return { name, ok: false, finding, remedy };
  }
  if (!pinning) {
    const finding = `${slots} slots; whether each keeps its own could not be found out in time`;
    return { name, ok: true, finding, remedy: '' };
  }
  const { pays, reused, expected } = pinning;
  const share = `${reused} of ${expected} tokens were still there after another slot was used`;
  const finding = pays
    ? `${slots} slots, and pinning pays: ${share}`
    : `${slots} slots, but pinning does not pay: ${share}`;
  return { name, ok: pays, finding, remedy: pays ? '' : remedy };
}
