import type { ServiceRequest } from '../../protocol/index.js';
import type { TerminalGroup } from '../terminal-groups/index.js';

/** The parts of a request that may hold the API key. Never kept, never logged, never part of an error or an outcome. */
export interface KeyedParts {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/**
 * The one place where a key is put into a call: a header, or the query for groups that ask for it (spec §5.1).
 *
 * @throws PaymentError `KEY_EXPIRED` when the group has no key that is valid now
 */
export function withKey({ apiKeyIn, keys }: TerminalGroup, { query }: ServiceRequest): KeyedParts {
  const key = { api_key: keys.current };
  return apiKeyIn === 'query' ? { headers: {}, query: { ...query, ...key } } : { headers: key, query };
}
