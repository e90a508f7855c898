// Runs one extension for one question, in a process of its own (src/outside/extensions/run.ts): a line of JSON comes in on stdin, a
// line goes out on descriptor 3.
import { writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const answer = (value) => {
  writeFileSync(3, JSON.stringify(value));
  process.exit();
};
const wrong = (error) => answer({ wrong: String(error?.message ?? error).slice(0, 500) });

async function asked({ entry, files, call }) {
  register(new URL('./extension-files.mjs', import.meta.url), { data: { files } });
  const extension = await import(pathToFileURL(entry).href);
  if (typeof extension.run !== 'function' || typeof extension.description !== 'string')
    throw new Error('its module does not export a description and run(given, caller)');
  const { description, parameters } = extension;
  return call ? extension.run(call.given, call.caller) : { description, parameters };
}

process.on('uncaughtException', wrong);
process.on('unhandledRejection', wrong);
createInterface({ input: process.stdin })
  .once('line', (line) => asked(JSON.parse(line)).then((done) => answer({ done }), wrong))
  .once('close', () => process.exit());
