import type { LookupAddress } from 'node:dns';
import { lookup as resolve } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import { isPublic } from './address.ts';
import type { WebOptions } from './options.ts';
import { privateAddress } from './target.ts';

const ofSystem = (name: string): Promise<readonly LookupAddress[]> => resolve(name, { all: true });

/** Resolves a name for a socket, which connects to what was checked here and asks nobody again. */
const checking = ({ allow, lookup = ofSystem }: WebOptions): LookupFunction => {
  const checked = async (name: string): Promise<LookupAddress[]> => {
    const found = await lookup(name);
    if (found.some(({ address }) => !isPublic(address) && !allow?.(address))) throw privateAddress(name);
    return [...found];
  };
  return (name, { all }, answer) => {
    checked(name).then(
      (found) => {
        const [first] = found;
        if (all || !first) answer(first ? null : new Error(`${name} has no address`), found);
        else answer(null, first.address, first.family);
      },
      (error: Error) => answer(error, []),
    );
  };
};

/** What connects to addresses that were checked, and to no others. Close it after use. */
export async function checkedAgent(options: WebOptions): Promise<Agent> {
  const { default: undici } = await import('undici');
  return new undici.Agent({
    connect: { lookup: checking(options), timeout: options.limitMs ?? 0 },
    connections: 1,
    pipelining: 0,
  });
}
