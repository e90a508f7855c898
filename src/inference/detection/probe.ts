import { SottoError } from '../../domain/errors.ts';
import type { Probe } from '../backend.ts';
import { type Props, readProps } from '../dialects/llamacpp-wire.ts';
import { oneLine } from '../failure.ts';
import { callJson, type Server } from '../transport/http.ts';

const timeoutMs = 5000;

/** What a look at a server of the expected kind saw; see `Probe`. */
export type ProbeResult = Omit<Probe, 'kind' | 'url' | 'ok'>;
/** Asks a server for one page, or with a body POSTs to it. Rejects with SottoError of the family `server`. */
export type Ask = (path: string, body?: unknown) => Promise<unknown>;

/** Looks at a server. Never rejects: what is wrong is the finding. Null from `look` is a server of another kind. */
export const probeServer = async (
  kind: string,
  server: Server,
  look: (ask: Ask) => Promise<ProbeResult | null>,
  signal?: AbortSignal,
): Promise<Probe> => {
  const about = { kind, url: server.url, model: '', contextSize: 0, slots: 0 };
  try {
    const ask = (path: string, body: unknown, stop: AbortSignal) =>
      callJson(server, { path, body, timeoutMs, signal: stop });
    const seen = await look((path, body) =>
      server.patience.within(server, (stop) => ask(path, body, stop), signal),
    );
    if (seen) return { ...about, ok: true, ...seen };
    const remedy = 'check the address given with --url or under [backend]';
    return { ...about, ok: false, finding: `${server.url} answers, but not as ${server.name}`, remedy };
  } catch (error) {
    const message = error instanceof SottoError ? error.message : 'the server could not be queried';
    const [finding, remedy] = message.split(/; (?=[^;]*$)/);
    const isLoading = error instanceof SottoError && error.code === 'loading';
    const found = { finding: finding ?? message, remedy: remedy ?? '' };
    return { ...about, ok: false, ...found, ...(isLoading && { isLoading }) };
  }
};

/** Asks a llama.cpp server who it is; `models` are those that it then has shown to serve. Never rejects: what is wrong is the finding. */
export const probeLlamaCpp = (
  server: Server,
  models: () => readonly string[],
  signal?: AbortSignal,
): Promise<Probe> =>
  probeServer(
    'llamacpp',
    server,
    async (ask) => {
      await ask('/health');
      const props = readProps(await ask('/props'));
      return props && { ...propsOf(props), ...advice(props, models()) };
    },
    signal,
  );

const propsOf = ({ model, contextSize, slots }: Props) => ({ model, contextSize, slots });

const oneOf = (models: readonly string[]): string =>
  models.length > 1 ? `, one of its models ${oneLine(models.join(', '))}` : '';

const advice = (
  { build, contextSize, slots }: Props,
  models: readonly string[],
): { finding: string; remedy: string } => ({
  finding: `llama.cpp ${build}, ${slots} ${slots === 1 ? 'slot' : 'slots'} of ${contextSize} tokens${oneOf(models)}`,
  remedy: slots > 1 ? '' : 'start it with -np 2 or more, so that each character keeps its own cache',
});
