import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { CompletionRequest } from '../../src/inference/backend.ts';
import { createLlamaCpp, type LlamaCppOptions } from '../../src/inference/servers/llamacpp.ts';
import type { FaultOptions } from '../fake-server/faults.ts';
import { type Heard, hear, patience, withServer } from './replies.ts';

/** A reply from a served understudy that goes wrong. */
export const failing = (fail: FaultOptions, client: Partial<LlamaCppOptions> = {}): Promise<Heard> =>
  withServer({ fail, tokensPerSecond: 0 }, (backend) => hear(backend), client);

/** The code of the failure, else the type of the end. */
export const codeOf = ({ end }: Heard): string => (end.type === 'failed' ? end.failure.code : end.type);
/** The message of the failure, else nothing. */
export const messageOf = ({ end }: Heard): string => (end.type === 'failed' ? end.failure.message : '');

/** Runs `work` with the address of a server of any kind, and closes it. */
export const withListener = async <T>(server: Server, work: (url: string) => Promise<T>): Promise<T> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
};

/** A reply asked of an HTTP server that answers as `listener` does. */
export const answered = (
  listener: RequestListener,
  client: Partial<LlamaCppOptions> = {},
  request?: CompletionRequest,
) =>
  withListener(createServer({ keepAlive: false }, listener), (url) =>
    hear(createLlamaCpp({ url, ...patience, ...client }), request),
  );
