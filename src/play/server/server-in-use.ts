import type { Backend, Probe } from '../../inference/backend.ts';
import type { PlayParts } from '../chat/parts.ts';
import { KnownBackend } from './known-backend.ts';
import type { KeptCounts } from './token-counts.ts';

/** The model server of an open chat. `changed` hears when more or other things are known of it. */
export class ServerInUse {
  readonly #parts: PlayParts;
  readonly #changed: () => void;
  #trusted: KnownBackend | null = null;
  #lastSeen: KnownBackend | null = null;

  constructor(parts: PlayParts, changed: () => void) {
    this.#parts = parts;
    this.#changed = changed;
    parts.coming?.subscribe((hasArrived) => {
      if (!hasArrived) return changed();
      this.forget();
      this.open().catch(() => undefined);
    });
  }

  /** The server, opened when it is first needed. */
  async open(signal?: AbortSignal): Promise<KnownBackend> {
    if (this.#trusted) return this.#trusted;
    const last = this.#lastSeen?.backend;
    const backend = last?.isModel ? last : await this.#parts.backend();
    const probe = backend.isModel ? await backend.probe(signal).catch(() => null) : null;
    this.#lastSeen = new KnownBackend(backend, probe, this.#keptFor(backend, probe));
    if (!backend.isModel || probe?.ok) this.#trusted = this.#lastSeen;
    this.#changed();
    return this.#lastSeen;
  }

  /** Counts are kept by server and model; nothing is where either is not told. */
  #keptFor({ url }: Backend, probe: Probe | null): KeptCounts | null {
    const { store } = this.#parts;
    if (url === '' || !probe?.ok || probe.model === '') return null;
    const model = `${url} ${probe.model}`;
    return {
      of: (text) => store.countedTexts.of(model, text),
      keep: (counts) => void store.ifWritableUnsynced(() => store.countedTexts.keep(model, counts)),
    };
  }

  /** Other settings name another server: it is opened when it is next needed. */
  forget(): void {
    this.#trusted = null;
    this.#lastSeen = null;
    this.#changed();
  }

  /** After a failure the server is looked at anew: it may come back with another model. */
  doubt(failure: string): void {
    this.#trusted = null;
    if (failure === 'unreachable' && this.#lastSeen) this.#lastSeen.isOffline = true;
    this.#changed();
  }

  /** A reply came from it: it is there, whatever else it does not answer. */
  hasReplied(): void {
    if (!this.#lastSeen?.isOffline) return;
    this.#lastSeen.isOffline = false;
    this.#changed();
  }

  /** The server as it was last found, answering or not; null before it was looked for. */
  get known(): KnownBackend | null {
    return this.#lastSeen;
  }
}
