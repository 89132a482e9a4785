import type { CustomerInput } from './customer.types.js';
import { plainAddress } from './ip-address.js';
import { MAX_BROWSER_TEXT_LENGTH } from './limits.js';
import { localeOf } from './locale.js';
import { isWellFormed } from './text-rules.js';

/**
 * The customer as the service takes it. What a browser and its proxies say of themselves is none of the shopper's doing: a
 * long `User-Agent` or a proxy that hides the address must not make it impossible to pay. Such facts are brought into the
 * form that the service knows, and left out where that cannot be done (decision 050).
 *
 * @example
 * sendableCustomer({ ip_address: '::ffff:192.0.2.7', locale: 'de-AT,de;q=0.9', forwarded_ip: 'unknown' });
 * // { ip_address: '192.0.2.7', locale: 'de_AT', forwarded_ip: null, … }
 */
export function sendableCustomer(customer: CustomerInput): Record<string, unknown> {
  return {
    ...customer,
    locale: made(customer.locale, localeOf),
    ip_address: made(customer.ip_address, toAddress),
    forwarded_ip: made(customer.forwarded_ip, toAddress),
    user_agent: made(customer.user_agent, toBrowserText),
    referrer: made(customer.referrer, toBrowserText),
  };
}

const made = (text: string | null | undefined, make: (text: string) => string | null): string | null =>
  typeof text === 'string' ? make(text) : null;

/** The first address of a list such as `X-Forwarded-For`: each proxy adds the one that it was called by at the end. */
function toAddress(text: string): string | null {
  return plainAddress(text.split(',').find((entry) => entry.trim() !== '') ?? '');
}

function toBrowserText(text: string): string | null {
  const start = Array.from(text.slice(0, 2 * MAX_BROWSER_TEXT_LENGTH))
    .slice(0, MAX_BROWSER_TEXT_LENGTH)
    .join('')
    .trim();
  return start !== '' && isWellFormed(start) ? start : null;
}
