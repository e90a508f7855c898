// Stands in for llama-server where a test puts it on the path: takes its flags and its key, and writes down that it was started.
import { appendFileSync } from 'node:fs';
import { startFakeServer } from '../fake-server/server.ts';

const flags = process.argv.slice(2);
const flagOf = (flag: string): string => flags[flags.indexOf(flag) + 1] ?? '';

const { STAND_IN_LOG, STAND_IN_REFUSES = '', LLAMA_API_KEY = '' } = process.env;
if (STAND_IN_LOG) appendFileSync(STAND_IN_LOG, `${JSON.stringify({ pid: process.pid, flags })}\n`);
const unknown = flags.find((flag) => flag !== '' && flag === STAND_IN_REFUSES);
if (unknown) {
  process.stderr.write(`error: invalid argument: ${unknown}\n`);
  process.exit(1);
}
const slots = Number(flagOf('-np'));
await startFakeServer({
  port: Number(flagOf('--port')),
  slots,
  contextSize: Number(flagOf('-c')) / slots,
  apiKey: LLAMA_API_KEY,
  ...(flags.includes('--slot-save-path') && { slotSavePath: flagOf('--slot-save-path') }),
});
