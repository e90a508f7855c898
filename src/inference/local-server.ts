import { BlockList, isIP } from 'node:net';

const subnets = [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['0.0.0.0', 32],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const;
let list: BlockList | undefined;

/** Made when it is first asked: few commands need it. */
function nearby(): BlockList {
  if (list) return list;
  list = new BlockList();
  for (const [net, bits] of subnets) list.addSubnet(net, bits, net.includes(':') ? 'ipv6' : 'ipv4');
  return list;
}

/** True for an address on this machine or in a private network: whoever runs it bills nobody. */
export const isLocalServer = (url: string): boolean => {
  const host = new URL(url).hostname.replace(/^\[|\]$|\.$/g, '');
  const version = isIP(host);
  if (version !== 0) return nearby().check(host, version === 6 ? 'ipv6' : 'ipv4');
  return !host.includes('.') || /\.(local|lan|localhost)$/.test(host);
};
