import { BlockList, isIP } from 'node:net';
import { plainAddress } from '../protocol/ip-address.js';

/** A set of addresses and networks, as IPv4 or IPv6, each `192.0.2.7` or `192.0.2.0/24`. */
export class AddressList {
  private readonly list = new BlockList();

  /** @param networks - checked before by {@link isNetwork} */
  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address, prefix] = network.trim().split('/');
      const family = familyOf(address!);
      this.list.addSubnet(address!, prefix === undefined ? bitsOf(family) : Number(prefix), family);
    }
  }

  /** Whether an address is in the set; an IPv4 address also when it is written as an IPv6 one (`::ffff:192.0.2.7`). */
  has(address: string): boolean {
    return isIP(address) !== 0 && this.list.check(address, familyOf(address));
  }
}

/** Whether a text is an address, or a network in CIDR form, that {@link AddressList} takes. */
export function isNetwork(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  const [address, prefix, ...rest] = text.trim().split('/');
  if (isIP(address!) === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bitsOf(familyOf(address!)));
}

/** Whether a network holds every address of its family. To trust such a proxy list means to believe every caller. */
export const coversAll = (network: string): boolean => Number(network.split('/')[1] ?? 1) === 0;

/** Where a request came from, as far as known. */
export interface RequestOrigin {
  /** The other end of the connection. */
  readonly remoteAddress: string | undefined;
  /** `X-Forwarded-For`, as text or as Node's list of texts. */
  readonly forwardedFor: unknown;
}

/**
 * The real source address of a request: the other end of the connection, or, if that is one of the shop's proxies, the
 * address that the proxy names. It reads from the right, because the caller wrote what stands further left.
 *
 * @param trusted - the shop's own proxies
 * @returns `null` if a trusted proxy names no valid address
 * @example
 * // The proxy 10.0.0.2 appended what it saw; the caller invented the first entry.
 * sourceAddress({ remoteAddress: '10.0.0.2', forwardedFor: '198.51.100.1, 192.0.2.7' }, new AddressList(['10.0.0.0/8']));
 * // '192.0.2.7'
 */
export function sourceAddress({ remoteAddress, forwardedFor }: RequestOrigin, trusted: AddressList): string | null {
  const named = [forwardedFor].flat().join(',').split(',');
  let address: string | null = plainAddress(remoteAddress ?? '');
  while (address !== null && trusted.has(address)) {
    const next = named.pop();
    if (next === undefined || next.trim() === '') return named.length === 0 ? address : null;
    address = plainAddress(next);
  }
  return address;
}

type Family = 'ipv4' | 'ipv6';
const familyOf = (address: string): Family => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
const bitsOf = (family: Family): number => (family === 'ipv6' ? 128 : 32);
