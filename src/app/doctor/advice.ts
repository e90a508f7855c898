import type { Probe } from '../../inference/backend.ts';
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
    return { name, ok: false, finding: 'the server does not report it', remedy };
  }
  const ok = contextSize >= tokens;
  const finding = `${contextSize} tokens, but a prompt with its reply needs ${tokens}`;
  const more = kind === 'gguf' ? 'allow more with prompt.context' : 'start it with more (-c)';
  return { name, ok, finding, remedy: ok ? '' : `prompts are cut to fit; ${more}` };
}

/** What happens to one character's cache on a llama.cpp server while another speaks, as a trial found; null = it did not. */
export function cacheFinding({ slots }: Probe, keepsSlots: boolean | null, start: string): Finding {
  const name = 'cache';
  if (slots < 2) {
    const finding = 'one slot: whenever another character speaks, the server rereads most of the prompt';
    return { name, ok: false, finding, remedy: `start it with ${start}` };
  }
  if (keepsSlots === null) {
    const finding = `${slots} slots; whether each keeps its own prompt is unknown (--no-slots, a busy server, or one outside this network): the server chooses the slot`;
    return { name, ok: true, finding, remedy: '' };
  }
  if (keepsSlots) {
    const finding = `${slots} slots, and each keeps what it holds while another is used: every character gets its own, and questions beside the play get one more`;
    return { name, ok: true, finding, remedy: '' };
  }
  const finding = `${slots} slots over one cache: the server clears a slot when another is used and keeps its prompt in main memory, so sotto asks for one slot, and for one reply at a time`;
  return {
    name,
    ok: true,
    finding,
    remedy: `slightly more is kept with a slot for each character and one more: ${start}`,
  };
}
