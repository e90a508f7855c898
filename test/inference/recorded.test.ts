import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CompletionEvent } from '../../src/inference/backend.ts';
import type { Dialect } from '../../src/inference/sampling/sampler-rules.ts';
import { runs } from '../cases.ts';
import { completions } from './dialects.ts';
import { record, replay } from './recorded.ts';

const rows: [string, Dialect, boolean, object][] = [
  ...(['llamacpp', 'koboldcpp', 'ollama', ...completions] as const).map(
    (dialect): [string, Dialect, boolean, object] => [dialect, dialect, false, { reasoning: true }],
  ),
  ['openai-chat', 'openai', true, { reasoning: true }],
  ['openai-chat at openrouter', 'openrouter', true, { reasoning: true }],
  ['llama.cpp that fails', 'llamacpp', false, { fail: { mode: 'error', afterTokens: 4 } }],
  ['openrouter that fails', 'openrouter', false, { fail: { mode: 'error', afterTokens: 4 } }],
  ['ollama that fails', 'ollama', false, { fail: { mode: 'error', afterTokens: 4 } }],
];

const textOf = (events: readonly CompletionEvent[], type: 'delta' | 'reasoning'): string =>
  events.map((event) => (event.type === type ? event.text : '')).join('');

describe.each(rows)('a recorded stream of %s', (_, dialect, chat, serve) => {
  const recorded = record(dialect, chat, serve);

  test('invariant 4: cut in two at every byte, or byte by byte, it says the same', async () => {
    const recording = await recorded;
    const { bytes } = recording;
    const whole = replay(recording, [bytes]);
    expect(whole.at(-1)?.type).toBe('fail' in serve ? 'failed' : 'finished');
    expect(textOf(whole, 'delta')).toMatch(/[äöüßÜÖ🏮–]/u);
    const told = JSON.stringify(whole);
    for (let at = 0; at <= bytes.length; at++) {
      const events = replay(recording, [bytes.subarray(0, at), bytes.subarray(at)]);
      if (JSON.stringify(events) !== told) expect(events, `cut at ${at}`).toEqual(whole);
    }
    expect(
      replay(
        recording,
        Array.from(bytes, (byte) => Uint8Array.of(byte)),
      ),
    ).toEqual(whole);
  });

  test('invariant 4: for all chunkings it says the same', async () => {
    const recording = await recorded;
    const { bytes } = recording;
    const whole = replay(recording, [bytes]);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        const borders = [0, ...cuts.sort((one, other) => one - other), bytes.length];
        const chunks = borders.slice(1).map((border, at) => bytes.subarray(borders[at], border));
        expect(replay(recording, chunks)).toEqual(whole);
      }),
      runs(30),
    );
  });

  test('invariant 4: ended at every byte, it keeps the text so far and never claims more', async () => {
    const recording = await recorded;
    const whole = replay(recording, [recording.bytes]);
    const said = textOf(whole, 'delta');
    for (let at = 0; at < recording.bytes.length; at++) {
      const events = replay(recording, [recording.bytes.subarray(0, at)]);
      const end = events.at(-1);
      const soFar = textOf(events, 'delta');
      const isTrue =
        said.startsWith(soFar) &&
        textOf(whole, 'reasoning').startsWith(textOf(events, 'reasoning')) &&
        ((end?.type === 'failed' && end.text === soFar) || (end?.type === 'finished' && end.text === said));
      if (!isTrue) expect(events, `ended at ${at}`).toEqual(whole);
    }
  });
});
