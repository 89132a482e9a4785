import { inspect } from 'node:util';
import { keyId } from '../../protocol/index.js';

/**
 * The API keys of one terminal group. Holds them where neither JSON, nor inspection, nor an error can show them:
 * a key is also the signing key of notifications (promise 6).
 */
export class KeyRing {
  readonly #keys: readonly string[];

  /** @param keys - one to four keys, trimmed; the first is used for calls */
  constructor(keys: readonly string[]) {
    this.#keys = [...keys];
  }

  /** The key calls are made with. */
  get current(): string {
    return this.#keys[0]!;
  }

  /** Every key that verifies a notification. */
  get all(): readonly string[] {
    return this.#keys;
  }

  /** Fingerprints that may be shown, in the order of the keys. */
  get ids(): readonly string[] {
    return this.#keys.map(keyId);
  }

  toJSON(): object {
    return { ids: this.ids };
  }

  [inspect.custom](): string {
    return `KeyRing(${this.ids.join(', ')})`;
  }
}
