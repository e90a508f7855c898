import { expect, test } from 'vitest';
import { answered } from './failing.ts';
import { ask, type Heard } from './replies.ts';

const event = (content: string) => `data: ${JSON.stringify({ index: 0, content, stop: false })}\n\n`;

/** A reply of at most this many tokens from a server that streams these events without end. */
const endless = async (content: string, maxTokens: number): Promise<Heard & { aborted: boolean }> => {
  let aborted = false;
  const heard = await answered(
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const more = () => {
        if (!response.destroyed) response.write(event(content), more);
      };
      response.once('close', () => {
        aborted = true;
      });
      more();
    },
    {},
    ask({ maxTokens }),
  );
  return { ...heard, aborted };
};

test('a server that goes on beyond max_tokens is cut there, and that is said once', async () => {
  const { streamed, end, events } = await endless('__known_to_ch ', 100);
  expect(end).toMatchObject({ type: 'finished', reason: 'length', text: streamed });
  expect(streamed.length).toBeGreaterThan(400);
  expect(streamed.length).toBeLessThan(1700);
  const notices = events.flatMap((one) => (one.type === 'notice' ? [one.message] : []));
  expect(notices).toEqual([expect.stringMatching(/ignored the longest reply .*max_tokens/)]);
});

test('however much of it comes in one event', async () => {
  const { streamed, end } = await endless('a word '.repeat(100_000), 100);
  expect(end).toMatchObject({ type: 'finished', reason: 'length' });
  expect(streamed).toHaveLength(1600);
});

test('few long tokens are no more than were asked for', async () => {
  const long = 'x'.repeat(100);
  const heard = await answered(
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const last = { content: '', stop: true, stop_type: 'limit', tokens_predicted: 2 };
      response.end(`${event(long)}${event(long)}data: ${JSON.stringify(last)}\n\n`);
    },
    {},
    ask({ maxTokens: 2 }),
  );
  expect(heard).toMatchObject({ streamed: long + long, end: { type: 'finished', reason: 'length' } });
  expect(heard.events.some(({ type }) => type === 'notice')).toBe(false);
});
