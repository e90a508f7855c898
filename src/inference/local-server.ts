import { BlockList, isIP } from 'node:net';

const nearby = new BlockList();
nearby.addSubnet('127.0.0.0', 8);
nearby.addSubnet('10.0.0.0', 8);
nearby.addSubnet('172.16.0.0', 12);
nearby.addSubnet('192.168.0.0', 16);
nearby.addSubnet('169.254.0.0', 16);
nearby.addAddress('0.0.0.0');
nearby.addAddress('::1', 'ipv6');
nearby.addSubnet('fc00::', 7, 'ipv6');
nearby.addSubnet('fe80::', 10, 'ipv6');

/** True for an address on this machine or in a private network: whoever runs it bills nobody. */
export const isLocalServer = (url: string): boolean => {
  const host = new URL(url).hostname.replace(/^\[|\]$|\.$/g, '');
  const version = isIP(host);
  if (version !== 0) return nearby.check(host, version === 6 ? 'ipv6' : 'ipv4');
  return !host.includes('.') || /\.(local|lan|localhost)$/.test(host);
};
