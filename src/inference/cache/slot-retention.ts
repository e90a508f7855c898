import type { Ask } from '../detection/probe.ts';
import { type Props, readProps, readSlots, type SlotSeen } from '../dialects/llamacpp-wire.ts';
import { callJson, type Router, type Server, serverAt } from '../transport/http.ts';
import type { ServerInfoStore, ServerOptions } from '../transport/request.ts';
import type { SlotPlaces } from './slots.ts';

const shortest = '.';
const mostPlaces = 100;

/** What a slot holds by now: tokens; 0 as well where the server does not tell. */
const heldBy = (slots: readonly SlotSeen[], { id }: SlotSeen): number =>
  slots.find((slot) => slot.id === id)?.tokens ?? 0;

/** What a trial found: whether slots keep what they hold; that one was at work, so that nothing could be tried; or that the server does not tell. */
export type Trial = 'keeps' | 'clears' | 'busy' | 'untold';

/**
 * Tries whether a llama.cpp server keeps what one slot holds while another is used: a prompt of one token in an empty
 * slot, then a look at what the others hold. It costs nothing that a slot held. Without `-np` all slots share one cache, and
 * those that are idle are cleared.
 */
export const tryRetention = async (ask: Ask): Promise<Trial> => {
  const look = async () => readSlots(await ask('/slots')) ?? [];
  const use = ({ id }: SlotSeen) =>
    ask('/completion', { prompt: shortest, id_slot: id, n_predict: 1, cache_prompt: true });
  const before = await look();
  if (before.some(({ isBusy }) => isBusy)) return 'busy';
  if (before.length < 2) return 'untold';
  const empty = before.filter(({ tokens }) => tokens === 0);
  const used = empty.pop();
  if (!used) return 'keeps';
  const holding = before.find(({ tokens }) => tokens > 0) ?? empty.pop();
  if (!holding) return 'untold';
  if (holding.tokens === 0) await use(holding);
  await use(used);
  const after = await look();
  if (heldBy(after, used) === 0) return 'untold';
  return heldBy(after, holding) > 0 ? 'keeps' : 'clears';
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
    const keepsSlots = this.#known?.keepsSlots;
    return typeof keepsSlots === 'boolean' ? keepsSlots : null;
  }

  /** What is kept of this server as it is now; null where it was another. */
  get #known(): Readonly<Record<string, unknown>> | null {
    const known = this.#store?.read(this.#url) ?? null;
    return Object.entries(this.#server).every(([name, value]) => known?.[name] === value) ? known : null;
  }

  learn(keepsSlots: boolean): void {
    const places = this.#known?.places ?? {};
    this.#store?.write(this.#url, { ...this.#server, keepsSlots, isTight: false, places });
  }

  /** Which slots speakers have had since the server was started; undefined where nothing is remembered, or the server does not say when that was. */
  get places(): SlotPlaces | undefined {
    if (!this.#store || this.#server.start === '') return undefined;
    const places = () => Object.entries(Object(this.#known?.places));
    return {
      of: (owner) => {
        const [, slot] = places().find(([key]) => key === owner) ?? [];
        return typeof slot === 'number' ? slot : null;
      },
      isTaken: (slot) => places().some(([, taken]) => taken === slot),
      learn: (owner, slot) => {
        if (!this.#known) return;
        const others = places().filter(([key]) => key !== owner);
        const all = Object.fromEntries([...others, [owner, slot]].slice(-mostPlaces));
        this.#store?.write(this.#url, { places: all });
      },
    };
  }

  /** Whether more was asked of it at once than it has room for. */
  get isTight(): boolean {
    return this.#known?.isTight === true;
  }

  learnTight(): void {
    if (this.keeps !== null) this.#store?.write(this.#url, { isTight: true });
  }
}

/** Tries it anew, and remembers what it found for all processes. Null when it cannot be found out. Never rejects. */
export const learnRetention = async (
  options: ServerOptions,
  signal?: AbortSignal,
  router?: (at: Server) => Router,
): Promise<boolean | null> => {
  try {
    const at = serverAt(options.url, options.apiKey);
    const server = router ? { ...at, router: router(at) } : at;
    const ask: Ask = (path, body) =>
      callJson(server, { path, body, timeoutMs: 0, ...(signal && { signal }) });
    const props = readProps(await ask('/props'));
    const found = props ? await tryRetention(ask) : 'untold';
    if (!props || found === 'busy' || found === 'untold') return null;
    new SlotRetention(server.url, props, options.infoStore).learn(found === 'keeps');
    return found === 'keeps';
  } catch {
    return null;
  }
};
