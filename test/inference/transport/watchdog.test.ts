import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { Watchdog } from '../../../src/inference/transport/watchdog.ts';

const failure = { code: 'stalled', message: 'too long' };
const barked = (dog: Watchdog): Promise<unknown> => dog.watch(once(dog.signal, 'abort'));

test('barks when one wait uses up the patience', async () => {
  const dog = new Watchdog(new AbortController().signal);
  dog.grant(5, failure);
  await barked(dog);
  expect(dog.verdict).toEqual(failure);
});

test('barks when several waits together use it up, until patience is granted anew', async () => {
  const dog = new Watchdog(new AbortController().signal);
  dog.grant(0.01, failure);
  for (let waits = 0; waits < 100_000 && !dog.verdict; waits++) await dog.watch(Promise.resolve());
  expect(dog.verdict).toEqual(failure);
  const other = new Watchdog(new AbortController().signal);
  for (let waits = 0; waits < 2000; waits++) {
    other.grant(10_000, failure);
    await other.watch(new Promise(setImmediate));
  }
  expect(other.verdict).toBeNull();
});

test('does not count time in which nobody waits: a slow consumer is no silent server', async () => {
  const patient = new Watchdog(new AbortController().signal);
  const other = new Watchdog(new AbortController().signal);
  patient.grant(5, failure);
  other.grant(40, failure);
  await barked(other);
  await patient.watch(Promise.resolve());
  expect(patient.verdict).toBeNull();
  expect(patient.signal.aborted).toBe(false);
});

test('reads what came while this process stood still before it barks', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [peer] = await once(server, 'connection');
  const dog = new Watchdog(new AbortController().signal);
  dog.grant(20, failure);
  const heard = dog.watch(once(client, 'data'));
  peer.write('Aye.');
  const until = performance.now() + 60;
  while (performance.now() < until);
  await heard;
  expect(dog.verdict).toBeNull();
  client.destroy();
  server.close();
});

test('passes the abort of its caller on, without a verdict', () => {
  const caller = new AbortController();
  const dog = new Watchdog(caller.signal);
  caller.abort();
  expect(dog.signal.aborted).toBe(true);
  expect(dog.verdict).toBeNull();
  expect(new Watchdog(AbortSignal.abort()).signal.aborted).toBe(true);
});

test('a patience longer than any timer does not end at once', async () => {
  const dog = new Watchdog(new AbortController().signal);
  dog.grant(2 ** 40, failure);
  await dog.watch(new Promise(setImmediate));
  await dog.watch(new Promise(setImmediate));
  expect(dog.verdict).toBeNull();
});
