// A module of its own in the bundle: it is large, and seldom needed.
export { Client } from '@modelcontextprotocol/sdk/client/index.js';
export { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
export { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
export type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
export type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
export { CallToolResultSchema, ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
