import type { ClientRequest } from 'node:http';
import type { TerminalGroup } from '../../core/index.js';

/**
 * The API key of one call, and its place (spec §5.1). It is put on the request last, below the HTTP client, so that
 * interceptors, connection options and `NODE_DEBUG` see a request without a key. This is the only place that makes a header
 * or an address with a key (promise 6).
 */
export class RequestKey {
  readonly #key: string;
  readonly #isInQuery: boolean;

  private constructor(key: string, isInQuery: boolean) {
    this.#key = key;
    this.#isInQuery = isInQuery;
  }

  /** @throws PaymentError `KEY_EXPIRED` when the group has no key that is valid now */
  static of({ apiKeyIn, keys }: Pick<TerminalGroup, 'apiKeyIn' | 'keys'>): RequestKey {
    return new RequestKey(keys.current, apiKeyIn === 'query');
  }

  /** Puts the key on a request before any byte of it is written. */
  putOn(request: ClientRequest): void {
    if (!this.#isInQuery) return void request.setHeader('api_key', this.#key);
    request.path += `${request.path.includes('?') ? '&' : '?'}${String(new URLSearchParams({ api_key: this.#key }))}`;
  }
}
