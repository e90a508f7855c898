import { describe, expect, test } from 'vitest';
import type { CompletionEvent } from '../../src/inference/backend.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import { thought } from '../../src/inference/understudy/phrases.ts';
import { type Endpoint, endpoints, spokenOver, withEndpoint } from './dialects.ts';
import { codeOf } from './failing.ts';
import { ask, type Heard, hear } from './replies.ts';

/** KoboldCpp's own API has no word for thoughts. */
const thinkers = endpoints.filter(([, { dialect }]) => dialect !== 'koboldcpp');

const thinking = (endpoint: Endpoint, request = ask()): Promise<Heard> =>
  withEndpoint(endpoint, { reasoning: true }, (backend) => hear(backend, request));

const thoughtIn = (events: readonly CompletionEvent[]): string =>
  events.map((event) => (event.type === 'reasoning' ? event.text : '')).join('');

// Most of what these take is waiting, each for a server of its own.
describe.each(thinkers)('what a model thinks at %s', { concurrent: true }, (_, endpoint) => {
  test('comes before the text and is no part of it', async () => {
    const { events, end } = await thinking(endpoint);
    expect(thoughtIn(events)).toBe(thought);
    expect(end).toMatchObject({ type: 'finished', text: await spokenOver(endpoint) });
    const kinds = events.map(({ type }) => type);
    expect(kinds.lastIndexOf('reasoning')).toBeLessThan(kinds.indexOf('delta'));
  });

  test('is not matched against the stop strings', async () => {
    const stop = [thought.slice(3, 9), thought.slice(20, 25)];
    const { events, end } = await thinking(endpoint, ask({ stop }));
    expect(thoughtIn(events)).toBe(thought);
    expect(end).toMatchObject({ type: 'finished', text: await spokenOver(endpoint) });
  });

  test('shows that it is alive: what follows is silence, not a missing first token', async () => {
    const serve = { reasoning: true, fail: { mode: 'stall', afterTokens: 0 } } as const;
    const heard = await withEndpoint(endpoint, serve, (backend) => hear(backend), { silenceTimeoutMs: 500 });
    expect([codeOf(heard), heard.end.text, thoughtIn(heard.events)]).toEqual(['stalled', '', thought]);
  });

  test('RP-040 ends when it is stopped', async () => {
    const { events, end } = await withEndpoint(
      endpoint,
      { reasoning: true, tokensPerSecond: 400 },
      (backend) => {
        const stop = new AbortController();
        return hear(backend, ask(), stop.signal, ({ type }) => type === 'reasoning' && stop.abort());
      },
    );
    expect(end).toEqual({ type: 'aborted', text: '' });
    expect(events.filter(({ type }) => type === 'reasoning')).toHaveLength(1);
  });
});

test('the understudy in this process thinks when it is told to', async () => {
  const { events, end } = await hear(createUnderstudy({ reasoning: true }));
  expect(thoughtIn(events)).toBe(thought);
  expect(end.text).toBe((await hear(createUnderstudy())).end.text);
});
