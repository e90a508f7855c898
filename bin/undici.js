// The part of undici that sotto uses, in place of the whole: a request over a pool of connections. It has no caches, no fetch and
// no WebSocket, which take three times as long to load.
const request = require('undici/lib/api/api-request.js');
const { parseURL } = require('undici/lib/core/util.js');
const Agent = require('undici/lib/dispatcher/agent.js');
const Dispatcher = require('undici/lib/dispatcher/dispatcher.js');
const { getGlobalDispatcher } = require('undici/lib/global.js');

Dispatcher.prototype.request = request;

exports.Agent = Agent;
exports.request = (url, { dispatcher = getGlobalDispatcher(), ...options }) => {
  const { origin, pathname, search } = parseURL(url);
  return dispatcher.request({ method: 'GET', ...options, origin, path: `${pathname}${search}` });
};
