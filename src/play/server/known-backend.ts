import { soundsLikeBase } from '../../domain/base-model.ts';
import { SottoError } from '../../domain/errors.ts';
import type { Backend, BackendFailure, Probe } from '../../inference/backend.ts';
import { probeConversations, templateFrom } from '../../prompt/template/derive.ts';
import { plainTemplate, type TurnTemplate } from '../../prompt/template/turn-template.ts';
import type { WantedTemplate } from '../chat/parts.ts';
import { type KeptCounts, TokenCounts } from './token-counts.ts';

const assumedContext = 8192;

/** A template may refuse a conversation (no system role, say); any other failure is the server's. */
const refusedAsEmpty = (error: unknown): string => {
  if (error instanceof SottoError && ['bad_request', 'server_error'].includes(error.code)) return '';
  throw error;
};

const nobody: Backend = {
  kind: '',
  url: '',
  isModel: false,
  complete: async function* () {},
  probe: () => Promise.reject(new Error('nobody is there')),
};

/** A model server with what it said of itself: its context, its tokenizer, its chat template. */
export class KnownBackend {
  readonly backend: Backend;
  readonly probe: Probe | null;
  readonly counts: TokenCounts;
  /** True when nobody answers at its address. */
  isOffline: boolean;
  #template: Promise<TurnTemplate | null> | null = null;
  #toldContext = 0;
  #undercount = 1;

  constructor(backend: Backend, probe: Probe | null, kept: KeptCounts | null = null) {
    this.backend = backend;
    this.probe = probe;
    this.isOffline = probe?.ok === false;
    this.counts = new TokenCounts(probe?.ok === false ? null : backend, kept);
  }

  get isChat(): boolean {
    return this.backend.kind === 'openai-chat';
  }

  /** Stands in where no server is known: everything is estimated. */
  static unknown(): KnownBackend {
    return new KnownBackend(nobody, null);
  }

  /** Tokens of its context as it tells them itself, whatever it refused since; `configured` where it does not. */
  size(configured: number): number {
    return this.probe?.contextSize || configured || assumedContext;
  }

  /** Tokens of its context by sotto's count; `configured` where the server does not tell. */
  context(configured: number): number {
    const real = this.#toldContext || this.size(configured);
    return Math.floor(real / this.#undercount);
  }

  /** Takes in that a prompt of so many tokens, by sotto's count, was too large. False when that says nothing new. */
  learnFrom({ sizes }: BackendFailure, counted: number): boolean {
    if (!sizes || sizes.promptTokens <= 0 || sizes.contextSize <= 0) return false;
    const before = this.context(0);
    this.#toldContext = sizes.contextSize;
    this.#undercount = Math.max(this.#undercount, sizes.promptTokens / Math.max(1, counted));
    return this.context(0) < before;
  }

  /** How turns are marked here, by what the settings want; null where its own template is wanted and cannot be read. */
  async turns(wanted: WantedTemplate, signal?: AbortSignal): Promise<TurnTemplate | null> {
    if (this.isChat) return plainTemplate;
    if (wanted === 'server') return this.template(signal);
    if (typeof wanted !== 'string') return wanted;
    const { isTuned } = this.backend;
    if (wanted === 'usual' && isTuned === undefined) return plainTemplate;
    const isOwn = isTuned ?? !soundsLikeBase(this.probe?.model ?? '');
    return (isOwn ? await this.template(signal) : null) ?? plainTemplate;
  }

  /** The server's own chat template as turns; null when it has none, or none that can be understood. */
  template(signal?: AbortSignal): Promise<TurnTemplate | null> {
    this.#template ??= this.#derive(signal).catch((error: unknown) => {
      this.#template = null;
      if (signal?.aborted) throw error;
      return null;
    });
    return this.#template;
  }

  async #derive(signal?: AbortSignal): Promise<TurnTemplate | null> {
    const { backend } = this;
    if (!backend.applyTemplate || this.isChat) return plainTemplate;
    const rendered: string[] = [];
    for (const messages of probeConversations) {
      rendered.push(await backend.applyTemplate(messages, signal).catch(refusedAsEmpty));
    }
    return templateFrom(rendered);
  }
}
