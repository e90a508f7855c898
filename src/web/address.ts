import { BlockList, isIP } from 'node:net';

const forbidden = new BlockList();
for (const range of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
])
  add(forbidden, range, 'ipv4');
// Teredo and others with a meaning of their own, examples, addresses that stand for IPv4 ones.
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) add(forbidden, range, 'ipv6');
/** All of IPv6 that is handed out to the public: loopback, link-local, unique local, multicast and mapped ones lie outside. */
const handedOut = new BlockList();
add(handedOut, '2000::/3', 'ipv6');

function add(list: BlockList, range: string, family: 'ipv4' | 'ipv6'): void {
  const [start = '', bits] = range.split('/');
  list.addSubnet(start, Number(bits), family);
}

/** Whether an IP address lies in the public internet; false for what is no address. */
export function isPublic(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !forbidden.check(address, 'ipv4');
  return (
    version === 6 &&
    !address.includes('%') &&
    handedOut.check(address, 'ipv6') &&
    !forbidden.check(address, 'ipv6')
  );
}
