import { SottoError } from '../domain/errors.ts';
import type { Probe } from './backend.ts';
import { callJson, type Server } from './http.ts';
import { type Props, readProps } from './llamacpp-wire.ts';

const timeoutMs = 5000;

/** Asks a llama.cpp server who it is. Never rejects: what is wrong is the finding. */
export const probeLlamaCpp = async (server: Server, signal?: AbortSignal): Promise<Probe> => {
  const about = { kind: 'llamacpp', url: server.url, model: '', contextSize: 0, slots: 0 };
  try {
    const call = { timeoutMs, ...(signal ? { signal } : {}) };
    await callJson(server, { path: '/health', ...call });
    const props = readProps(await callJson(server, { path: '/props', ...call }));
    if (props) return { ...about, ok: true, ...propsOf(props), ...advice(props) };
    const remedy = 'check the address given with --url or under [backend]';
    return { ...about, ok: false, finding: `${server.url} answers, but not as llama.cpp`, remedy };
  } catch (error) {
    const message = error instanceof SottoError ? error.message : 'the server could not be asked';
    const [finding, remedy] = message.split(/; (?=[^;]*$)/);
    return { ...about, ok: false, finding: finding ?? message, remedy: remedy ?? '' };
  }
};

const propsOf = ({ model, contextSize, slots }: Props) => ({ model, contextSize, slots });

const advice = ({ build, contextSize, slots }: Props): { finding: string; remedy: string } => ({
  finding: `llama.cpp ${build}, ${slots} ${slots === 1 ? 'slot' : 'slots'} of ${contextSize} tokens`,
  remedy: slots > 1 ? '' : 'start it with -np 2 or more, so that each character keeps its own cache',
});
