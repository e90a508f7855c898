import type { DomainEvent, NewEvent } from '../../../src/domain/events/events.ts';
import type { JobKind } from '../../../src/play/chat/job-kind.ts';

/** What a message says, for a job about it; undefined for any other event. */
const saidIn = ({ kind, payload }: DomainEvent): { text: string; speaker: string } | undefined =>
  /^(message_said|reply_received|reply_cut_short|message_edited)$/.test(kind)
    ? (payload as unknown as { text: string; speaker: string })
    : undefined;

/** A question that a job asks of a model, and how it is answered. */
export interface Asked {
  readonly source: string;
  readonly signal: AbortSignal;
  answer(text: string): void;
  fail(): void;
}

/**
 * A kind of job that asks a model what is going on after each message, from its words alone, and tells that to `character`.
 * The model answers when the test says so, or at once by `answers`. With \`only\`, after such a message alone, and then it
 * leaves when it is told to.
 */
export function bookkeeper(
  character: () => string,
  answers: ((source: string) => Promise<string>) | null = null,
  how: {
    readonly owner?: () => string;
    readonly priority?: number;
    readonly kind?: string;
    readonly only?: string;
  } = {},
): { readonly kind: JobKind; readonly asked: Asked[] } {
  const asked: Asked[] = [];
  const ask = (source: string, signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => how.only !== undefined && reject(new Error('ended')));
      asked.push({ source, signal, answer: resolve, fail: () => reject(new Error('down')) });
      answers?.(source).then(resolve, reject);
    });
  const kind: JobKind = {
    kind: how.kind ?? 'weather',
    priority: how.priority ?? 1,
    of: ({ events }) =>
      events.flatMap((event) => {
        const said = saidIn(event);
        if (!said || (how.only !== undefined && said.text !== how.only)) return [];
        const source = `${said.text} by ${said.speaker}`;
        return [{ about: event.id, source, ...(how.owner && { owner: how.owner() }) }];
      }),
    async run({ source }, { signal }): Promise<readonly NewEvent[]> {
      const text = await ask(source, signal);
      return text === '' ? [] : [{ kind: 'scenario_set', payload: { character: character(), text } }];
    },
  };
  return { kind, asked };
}
