import type { Ask } from '../detection/probe.ts';
import { type Props, readProps, readSlots, type SlotSeen } from '../dialects/llamacpp-wire.ts';
import { callJson, serverAt } from '../transport/http.ts';
import type { ServerInfoStore, ServerOptions } from '../transport/request.ts';

const shortest = '.';

/** What a slot holds by now: tokens; 0 as well where the server does not tell. */
const heldBy = (slots: readonly SlotSeen[], { id }: SlotSeen): number =>
  slots.find((slot) => slot.id === id)?.tokens ?? 0;

/**
 * Tries whether a llama.cpp server keeps what one slot holds while another is used: a prompt of one token in an empty
 * slot, then a look at what the others hold. It costs nothing that a slot held. Without `-np` all slots share one cache, and
 * those that are idle are cleared. Null when a slot is at work or the server does not tell what its slots hold.
 */
export const tryRetention = async (ask: Ask): Promise<boolean | null> => {
  const look = async () => readSlots(await ask('/slots')) ?? [];
  const use = ({ id }: SlotSeen) =>
    ask('/completion', { prompt: shortest, id_slot: id, n_predict: 1, cache_prompt: true });
  const before = await look();
  if (before.length < 2 || before.some(({ isBusy }) => isBusy)) return null;
  const empty = before.filter(({ tokens }) => tokens === 0);
  const used = empty.pop();
  if (!used) return true;
  const holding = before.find(({ tokens }) => tokens > 0) ?? empty.pop();
  if (!holding) return null;
  if (holding.tokens === 0) await use(holding);
  await use(used);
  const after = await look();
  return heldBy(after, used) === 0 ? null : heldBy(after, holding) > 0;
};

/** Remembers for all processes whether this server, as it is now, keeps its slots. */
export class SlotRetention {
  readonly #url: string;
  readonly #store: ServerInfoStore | undefined;
  readonly #server: Readonly<Record<string, unknown>>;

  constructor(url: string, { build, model, slots, contextSize, start = '' }: Props, store?: ServerInfoStore) {
    this.#url = url;
    this.#store = store;
    this.#server = { build, model, slots, contextSize, start };
  }

  /** What was found out of this server since it was started; null when nothing was. */
  get keeps(): boolean | null {
    const known = this.#store?.read(this.#url);
    const isSame = Object.entries(this.#server).every(([name, value]) => known?.[name] === value);
    return isSame && typeof known?.keepsSlots === 'boolean' ? known.keepsSlots : null;
  }

  learn(keepsSlots: boolean): void {
    this.#store?.write(this.#url, { ...this.#server, keepsSlots });
  }
}

/** Tries it anew, and remembers what it found for all processes. Null when it cannot be found out. Never rejects. */
export const learnRetention = async (
  options: ServerOptions,
  signal?: AbortSignal,
): Promise<boolean | null> => {
  try {
    const server = serverAt(options.url, options.apiKey);
    const ask: Ask = (path, body) =>
      callJson(server, { path, body, timeoutMs: 0, ...(signal && { signal }) });
    const props = readProps(await ask('/props'));
    const keeps = props && (await tryRetention(ask));
    if (props && keeps !== null) new SlotRetention(server.url, props, options.infoStore).learn(keeps);
    return keeps;
  } catch {
    return null;
  }
};
