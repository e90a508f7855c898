// A module of its own in the bundle: it is large, and seldom needed.
export { Client } from '@modelcontextprotocol/sdk/client/index.js';
export { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
export { CallToolResultSchema, ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
