import { describe, expect, test } from 'vitest';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import { answered, codeOf, failing, messageOf } from './failing.ts';
import { ask, type Heard, hear } from './replies.ts';

describe('RP-041 in the middle of a reply the text so far is kept', () => {
  test.each([
    ['eof', 'broken_stream', /before it was complete.*continue/],
    ['die', 'broken_stream', /broke.*continue/],
    ['error', 'server_error', /decode failed/],
  ] as const)('%s is told as %s', async (mode, code, message) => {
    const heard = await failing({ mode, afterTokens: 4 });
    expect(codeOf(heard)).toBe(code);
    expect(messageOf(heard)).toMatch(message);
    const whole = (await hear(createUnderstudy())).end.text;
    expect(heard.end.text).not.toBe('');
    expect(heard.end.text).not.toBe(whole);
    expect(whole.startsWith(heard.end.text)).toBe(true);
  });

  test('a silent server is given up as stalled although it sends pings', async () => {
    const heard = await failing({ mode: 'stall', afterTokens: 4 }, { silenceTimeoutMs: 1000 });
    expect(codeOf(heard)).toBe('stalled');
    expect(heard.end.text).not.toBe('');
  });

  test('pings alone are no first token', async () => {
    const heard = await failing({ mode: 'stall', afterTokens: 0 }, { firstTokenTimeoutMs: 60 });
    expect(codeOf(heard)).toBe('no_first_token');
  });

  const streaming = (events: readonly string[], maxTokens: number): Promise<Heard> =>
    answered(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(events.map((event) => `data: ${event}\n\n`).join(''));
      },
      {},
      ask({ maxTokens }),
    );
  const streamed = (...events: string[]): Promise<Heard> => streaming(events, 200);

  test('a stop string that the server ignores ends the reply and never shows', async () => {
    const part = (content: string) => JSON.stringify({ content, stop: false, tokens_predicted: 1 });
    const heard = await streamed(part(' Aye.\nAl'), part('ic'), part('e: no'), part(' more'));
    expect(heard.end).toMatchObject({ type: 'finished', reason: 'stop', text: ' Aye.' });
  });

  test('events of another protocol are told as not_a_server', async () => {
    expect(codeOf(await streamed('{"choices":[{"text":"hi"}]}'))).toBe('not_a_server');
    expect(codeOf(await streamed('hello'))).toBe('not_a_server');
    expect(codeOf(await streamed('null'))).toBe('not_a_server');
  });

  test('a reply without end is cut at a bound', async () => {
    const huge = JSON.stringify({ content: 'x'.repeat(1_100_000), stop: false });
    const heard = await streaming([huge, huge, huge, huge], 1_000_000);
    expect(codeOf(heard)).toBe('reply_too_large');
    expect(heard.end.text.length).toBeLessThan(3_000_000);
  });

  test('one event without end is cut at a bound', async () => {
    expect(codeOf(await streamed(`"${'x'.repeat(5_000_000)}"`))).toBe('not_a_server');
  });
});
