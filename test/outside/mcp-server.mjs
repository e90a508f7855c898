// A small server of the Model Context Protocol over stdio, by hand; how it behaves is its first argument.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const how = process.argv[2];
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const deep = (depth) =>
  depth === 0 ? { type: 'string' } : { type: 'object', properties: { in: deep(depth - 1) } };
const schema = {
  plain: {
    type: 'object',
    properties: {
      text: { type: 'string', description: 'what is said\u001b[2J back' },
      times: { type: 'integer' },
      how: { enum: ['loud', 'low'] },
    },
    required: ['text'],
  },
  lies: {
    type: 'object',
    properties: { __proto__: null, text: { type: 'nothing', pattern: '(a+)+$' }, in: deep(40) },
  },
}[how === 'lies' ? 'lies' : 'plain'];

const tools = [
  { name: 'echo', description: `Says it back. ${'x'.repeat(900)}`, inputSchema: schema },
  { name: 'hang', inputSchema: { type: 'object' } },
  { name: 'wrap', inputSchema: { type: 'object' } },
  { name: 'die', inputSchema: { type: 'object' } },
  { name: 'flood', inputSchema: { type: 'object' } },
  { name: 'line', inputSchema: { type: 'object' } },
  { name: 'large', inputSchema: { type: 'object' } },
  { name: 'refuse', inputSchema: { type: 'object' } },
  { name: 'nonsense', inputSchema: { type: 'object' } },
];

const text = (said, more = {}) => ({ content: [{ type: 'text', text: said }], ...more });

const called = {
  echo: ({ text: said, times = 1 }) => text(`${`${said} `.repeat(times).trim()}\u001b[2J`),
  env: () => text(JSON.stringify(Object.keys(process.env))),
  hang: () => undefined,
  // What runs behind a program that is wrapped, as by npx: it holds on to its output and does not end with it.
  wrap: () =>
    text(`${spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }).pid}`),
  die: () => process.exit(1),
  flood() {
    const more = () => {
      for (let n = 0; n < 100; n += 1)
        say({ method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(999) } });
      setImmediate(more);
    };
    more();
  },
  line() {
    const more = () => process.stdout.write('x'.repeat(65_536), more);
    more();
  },
  large: () => text('y'.repeat(500_000)),
  refuse: () => text('not today', { isError: true }),
  nonsense: () => ({ content: 'words' }),
};

if (how === 'env') tools.push({ name: 'env', inputSchema: { type: 'object' } });
if (how === 'dies') process.exit(3);
if (how === 'deaf') process.on('SIGTERM', () => {});

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || how === 'hangs') return;
  if (how === 'babbles') process.stdout.write('This is no JSON.\n');
  const result =
    method === 'initialize'
      ? {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'test', version: '1' },
        }
      : method === 'tools/list'
        ? { tools: how === 'crooked' ? 'many' : tools }
        : called[params.name]?.(params.arguments);
  if (result !== undefined) say({ id, result });
});
// What hangs does not end by itself.
if (['hangs', 'deaf'].includes(how)) setInterval(() => {}, 1000);
