import { isSottoError } from '../../domain/errors.ts';
import type { Backend, Probe } from '../../inference/backend.ts';
import type { BackendConfig, Candidate } from '../../inference/servers/detect.ts';
import { openServer } from '../run/model-servers.ts';
import type { Finding } from './finding.ts';

/** A server that was looked at. */
export interface ServerStatus {
  readonly backend: Backend;
  readonly probe: Probe;
}

/** How long a look at one server may take, in milliseconds. */
export interface ProbeTimeouts {
  readonly findMs: number;
  readonly askMs: number;
}

/** Finds a server within bounds; null when nobody known answers. */
async function find(config: BackendConfig, candidate: Candidate, timeoutMs: number): Promise<Backend | null> {
  const { detectBackend } = await import('../../inference/servers/detect.ts');
  const { kind: _, url: __, ...opening } = config;
  return detectBackend({ ...opening, candidates: [candidate], timeoutMs });
}

/** Looks at a server; one that accepts and does not answer in time is given up. Never rejects. */
export async function look(backend: Backend, { askMs }: ProbeTimeouts): Promise<ServerStatus> {
  const late = AbortSignal.timeout(askMs);
  const probe = await backend.probe(late);
  if (probe.ok || !late.aborted) return { backend, probe };
  const finding = `${probe.url} accepts connections, but did not answer in time`;
  const remedy = 'check whether it is busy or hangs, and restart it if it does';
  return { backend, probe: { ...probe, finding, remedy } };
}

/** The server that the settings name, answering or not; null when they leave it open and it is to be found. */
export async function configuredServer(
  config: BackendConfig,
  timeouts: ProbeTimeouts,
): Promise<ServerStatus | null> {
  const { kind, url = '' } = config;
  if (kind !== 'auto') return look(await openServer(config), timeouts);
  if (url === '') return null;
  const found = await find(config, { url }, timeouts.findMs);
  return look(found ?? (await openServer({ ...config, kind: 'llamacpp' })), timeouts);
}

/** Every server that answers at these places, in their order, each looked at. */
export async function serversAt(
  config: BackendConfig,
  places: readonly Candidate[],
  timeouts: ProbeTimeouts,
): Promise<ServerStatus[]> {
  const seen = await Promise.all(
    places.map(async (place) => {
      const backend = await find(config, place, timeouts.findMs);
      return backend && look(backend, timeouts);
    }),
  );
  return seen.filter((one) => one !== null);
}

const sample = 'The ferryman waits, and the river keeps what it is given.';

const saidBy = (error: unknown): string =>
  isSottoError(error) ? error.message : 'the server did not answer in time';

/** Whether tokens are counted by the server or estimated. */
export async function tokenizerFinding({ countTokens }: Backend, { askMs }: ProbeTimeouts): Promise<Finding> {
  const name = 'tokens';
  const remedy =
    'estimates are cautious, so prompts stay shorter; llama.cpp, KoboldCpp and vLLM count exactly';
  if (!countTokens)
    return { name, ok: false, finding: 'estimated: the server does not count tokens', remedy };
  try {
    const [count = 0] = await countTokens([sample], AbortSignal.timeout(askMs));
    return { name, ok: true, finding: `counted by its own tokenizer (${count} in a short line)`, remedy: '' };
  } catch (error) {
    return { name, ok: false, finding: `estimated: ${saidBy(error)}`, remedy };
  }
}

/** Whether the server has a chat template of its own, and what the settings make of that. */
export async function templateFinding(
  { applyTemplate }: Backend,
  wanted: string,
  { askMs }: ProbeTimeouts,
): Promise<Finding> {
  const name = 'template';
  const isWanted = wanted === 'server';
  const own = await applyTemplate?.([{ role: 'user', content: sample }], AbortSignal.timeout(askMs)).catch(
    () => undefined,
  );
  if (own?.includes(sample)) {
    const remedy = isWanted ? '' : 'prompt.template = "server" uses it, best for instruction-tuned models';
    return { name, ok: true, finding: `${wanted}; the server has one of its own`, remedy };
  }
  const finding = isWanted
    ? 'the server does not report its own'
    : `${wanted}; the server reports none of its own`;
  const remedy = isWanted ? 'name one with prompt.template, such as chatml; until then it is plain' : '';
  return { name, ok: !isWanted, finding, remedy };
}
