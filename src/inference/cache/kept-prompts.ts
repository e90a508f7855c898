import { createHash } from 'node:crypto';
import { commonPrefix } from '../../domain/common-prefix.ts';
import type { CacheOwner, PromptToKeep } from '../backend.ts';
import type { Ask } from '../detection/probe.ts';
import { type Props, readSlots, type SlotSeen } from '../dialects/llamacpp-wire.ts';
import { count, fieldsOf } from '../failure.ts';
import type { Keeping } from '../transport/request.ts';

/** Asks a server for one page, or with a body POSTs to it. Rejects with SottoError. */
export type SlotAsk = (path: string, body?: unknown, signal?: AbortSignal) => Promise<unknown>;

/** What a slot holds. */
export interface Held {
  readonly slot: number;
  readonly text: string;
  readonly tokens: number;
}

interface SlotAction {
  readonly action: 'save' | 'restore' | 'erase';
  readonly filename?: string;
}

/** Less than this is as soon read as restored. */
const leastLength = 2000;
/** Tokens that a count may be off by. */
const slack = 1;

/**
 * The files in which a llama.cpp server keeps slots (`--slot-save-path`). One file holds one speaker's prompt, cut to what still
 * stands in that speaker's newest one, under a name made of model, speaker and that very text: it is restored for a prompt that
 * begins with it and for no other.
 */
export class KeptPrompts {
  readonly #url: string;
  readonly #ask: SlotAsk;
  readonly #keeping: Keeping;
  readonly #model: string;
  /** Whether the server has not kept what it was to keep: most were started without a place for files. */
  #isRefused = false;

  constructor(at: { readonly url: string; readonly ask: SlotAsk }, keeping: Keeping, model: string) {
    this.#url = at.url;
    this.#ask = at.ask;
    this.#keeping = keeping;
    this.#model = model;
  }

  /** Lets a slot hold what is kept for this owner, where its prompt begins so. Null where nothing is. Rejects with SottoError. */
  async restore(
    owner: CacheOwner,
    prompt: string,
    choose: () => number | null,
    signal: AbortSignal,
  ): Promise<Held | null> {
    const { store } = this.#keeping;
    const kept = store.of(this.#url, owner.key);
    if (!kept) return null;
    const text = prompt.slice(0, kept.length);
    const slot = kept.name === this.#nameOf(owner, text) ? choose() : null;
    const restoring = { action: 'restore', filename: kept.name } as const;
    const tokens = slot === null ? 0 : await this.#act(slot, restoring, signal).catch(() => 0);
    signal.throwIfAborted();
    store.drop(this.#url, owner.key);
    return slot === null || tokens === 0 ? null : { slot, text, tokens };
  }

  /** Keeps what a slot holds of this prompt, and nothing that it holds beside it. What the slot holds then; null where it is left. Rejects with SottoError. */
  async keep(
    owner: CacheOwner,
    { prompt, settled }: PromptToKeep,
    held: Held,
    signal: AbortSignal,
  ): Promise<Held | null> {
    const { store, folder } = this.#keeping;
    const length = Math.min(settled, commonPrefix(held.text, prompt));
    if (folder === null || this.#isRefused || length < Math.max(leastLength, held.text.length / 2))
      return null;
    const text = prompt.slice(0, length);
    const cut = { prompt: text, id_slot: held.slot, n_predict: 1, cache_prompt: true };
    const tokens = count(fieldsOf(await this.#ask('/completion', cut, signal))?.tokens_evaluated);
    const name = this.#nameOf(owner, text);
    if (tokens > 0 && store.keep(this.#url, owner.key, { name, length, tokens, folder })) {
      const saved = await this.#act(held.slot, { action: 'save', filename: name }, signal).catch(() => 0);
      this.#isRefused = saved === 0;
      if (Math.abs(saved - tokens) > slack) store.drop(this.#url, owner.key);
    }
    return { slot: held.slot, text, tokens };
  }

  /** Lets the server write nothing into files that hold what was taken away, since it deletes none. Rejects with SottoError. */
  async empty(signal?: AbortSignal): Promise<void> {
    const { store } = this.#keeping;
    const gone = store.gone(this.#url);
    const idle = gone.length > 0 ? await this.#idle(signal) : [];
    const [least] = idle.sort((a, b) => a.tokens - b.tokens || b.id - a.id);
    if (!least) return;
    await this.#act(least.id, { action: 'erase' }, signal);
    for (const filename of gone) {
      const saved = await this.#act(least.id, { action: 'save', filename }, signal);
      if (saved === 0) store.emptied(this.#url, filename);
    }
  }

  async #idle(signal?: AbortSignal): Promise<SlotSeen[]> {
    return (readSlots(await this.#ask('/slots', undefined, signal)) ?? []).filter(({ isBusy }) => !isBusy);
  }

  /** How many tokens were saved or restored. */
  async #act(slot: number, { action, filename }: SlotAction, signal?: AbortSignal): Promise<number> {
    const done = fieldsOf(await this.#ask(`/slots/${slot}?action=${action}`, { filename }, signal));
    return count(done?.n_saved ?? done?.n_restored);
  }

  #nameOf({ key }: CacheOwner, text: string): string {
    const hash = createHash('sha256').update(JSON.stringify([this.#model, key, text]));
    return `sotto-${hash.digest('hex').slice(0, 40)}`;
  }
}

/** What tells the model of a server from others: a state of one is of no use to another. */
export const modelMark = async (ask: Ask, { build, model, contextSize }: Props): Promise<string> => {
  const { data } = fieldsOf(await ask('/v1/models').catch(() => null)) ?? {};
  const meta = Array.isArray(data) ? fieldsOf(data[0])?.meta : null;
  return JSON.stringify([build, model, contextSize, meta]);
};
