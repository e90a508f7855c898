import type { BackendFailure } from '../../inference/backend.ts';
import type { OpenChat } from '../open/open-chat.ts';
import type { LineInFlight } from './line-in-flight.ts';

/**
 * Keeps that a server made a line from what it holds of another request, and that it is asked for anew: among the failures
 * that have their answer. Nothing of the line itself is kept, which may be another's secret.
 */
export function keepForeign(
  { parts, id: chat }: OpenChat,
  line: LineInFlight,
  failure: BackendFailure,
): void {
  const at = parts.now();
  const { speaker, origin } = line.about;
  const about = { chat, kind: 'line', owner: speaker.id, message: origin.answers, at };
  const said = { model: origin.model, reason: 'error', detail: failure.message, prompt: '', raw: '' };
  let id = '';
  const idOf = (attempt: number): string => {
    id = parts.idFor(JSON.stringify(['foreign', chat, speaker.id, at, attempt]));
    return id;
  };
  parts.store.ifWritable(() => {
    const wanted = { type: 'choice', choices: [] } as const;
    parts.store.failures.add({ ...about, ...said, wanted, outcome: null, job: null }, idOf);
    parts.store.failures.answer(id, null);
  });
}
