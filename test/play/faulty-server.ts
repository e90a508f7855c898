import { type Classifier, createClassifier } from '../../src/inference/questions/classifier.ts';
import { openBackend } from '../../src/inference/servers/detect.ts';
import type { PlayParts } from '../../src/play/chat/parts.ts';
import { estimateTokens } from '../../src/prompt/tokens.ts';
import { startFakeServer } from '../fake-server/server.ts';
import type { Scripted } from '../fake-server/server-state.ts';
import { patience } from '../inference/replies.ts';

const faults: readonly Scripted[] = [
  { fault: 'hang' },
  { text: "I'm sorry, I can't help with that." },
  { text: 'The sea is wide.' },
  { fault: 'stall' },
];

/** A classifier over HTTP, and what became of its calls so far: failed, and failed in silence. */
export interface FaultyServer {
  readonly open: () => Promise<Classifier>;
  readonly counts: () => { readonly struck: number; readonly silent: number };
  /** From now on nothing fails. */
  mend(): void;
  close(): Promise<void>;
}

/** A classifier that goes wrong in a fifth of its calls, in turn in each way, until it is mended; else it says what it is told to. */
export async function startFaultyServer(
  after: PlayParts['after'],
  answer: (prompt: string) => string,
): Promise<FaultyServer> {
  let [calls, struck, silent, isMended] = [0, 0, 0, false];
  const script = (prompt: string): Scripted => {
    calls += 1;
    const fault = !isMended && calls % 5 === 0 ? faults[struck % faults.length] : undefined;
    if (!fault) return { text: answer(prompt) };
    struck += 1;
    if (fault.fault) silent += 1;
    return fault;
  };
  const server = await startFakeServer({ slots: 4, script });
  const backend = await openBackend({ kind: 'llamacpp', url: server.url, ...patience });
  const limits = { hard: 4000, timeoutMs: 10_000, after, estimate: estimateTokens };
  const classifier = createClassifier({ models: [{ name: 'small', backend }], ...limits });
  return {
    open: async () => classifier,
    counts: () => ({ struck, silent }),
    mend: () => {
      isMended = true;
    },
    close: () => server.close(),
  };
}
