import { isIP } from 'node:net';
import { SottoError } from '../domain/errors.ts';
import { sanitize } from '../domain/sanitize.ts';
import { isPublic } from './address.ts';
import type { WebOptions } from './options.ts';

const mostOfUrl = 2048;

/** An address from outside as it may stand in a message. */
export const shortly = (url: string): string => sanitize(url.length > 120 ? `${url.slice(0, 119)}…` : url);

const badUrl = (url: string, why: string): SottoError =>
  new SottoError(
    'usage',
    'bad_url',
    `${shortly(url)} is not read: ${why}: give the address of a public page`,
  );

/** The refusal to connect to an address that is not public. */
export const privateAddress = (name: string): SottoError =>
  new SottoError(
    'usage',
    'private_address',
    `${shortly(name)} is not read: it leads to an address that is not public: only pages of the public web are read`,
  );

/**
 * The address of a page that may be asked for, as far as its text tells. Throws SottoError `bad_url` for another protocol or port
 * or one with a password, `private_address` for an IP address that is not public.
 */
export function targetOf(url: string, { allow }: WebOptions, base?: URL): URL {
  if (url.length > mostOfUrl || !URL.canParse(url, base?.href)) throw badUrl(url, 'it is no address');
  const target = new URL(url, base);
  if (target.protocol !== 'http:' && target.protocol !== 'https:')
    throw badUrl(url, 'only http and https are read');
  if (target.username !== '' || target.password !== '')
    throw badUrl(target.host, 'its address holds a name or password');
  if (target.port !== '' && !allow) throw badUrl(url, 'it has a port of its own');
  const literal = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) > 0 && !isPublic(literal) && !allow?.(literal)) throw privateAddress(target.host);
  return target;
}
