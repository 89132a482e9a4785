import { sourceAddress, type AddressList } from '../../support/index.js';

/** The address of a caller that a trusted proxy does not name. All such callers count as one. */
const UNKNOWN = 'unknown';

/** The parts of a request that tell its address. */
export interface AddressedRequest {
  readonly socket?: { readonly remoteAddress?: string | undefined };
  readonly headers: Readonly<Record<string, unknown>>;
}

/**
 * The address that a request came from: the caller before the shop's own proxies, or `unknown`.
 *
 * @param trustedProxies - of the module's options
 * @example
 * callerAddress({ socket: { remoteAddress: '192.0.2.7' }, headers: {} }, new AddressList([])); // '192.0.2.7'
 */
export function callerAddress({ socket, headers }: AddressedRequest, trustedProxies: AddressList): string {
  const origin = { remoteAddress: socket?.remoteAddress, forwardedFor: headers['x-forwarded-for'] };
  return sourceAddress(origin, trustedProxies) ?? UNKNOWN;
}
