import { createHmac, timingSafeEqual } from 'node:crypto';
import { inspect } from 'node:util';
import { CAPABILITY_LENGTH } from '../options/entrance.options.js';

/**
 * The secrets from which a terminal group makes the unguessable last part of each order's notification URL. Holds them where
 * neither JSON nor inspection shows them.
 */
export class CapabilityRing {
  readonly #secrets: readonly string[];

  /** @param secrets - the first makes new capabilities, all are accepted; an empty list: no capability is required */
  constructor(secrets: readonly string[]) {
    this.#secrets = [...secrets];
  }

  /** Whether notifications must bring a capability. */
  get isRequired(): boolean {
    return this.#secrets.length > 0;
  }

  /**
   * The notification URL of one order: the group's own, with the order's capability as its last part.
   *
   * @param url - the terminal group's notification URL
   * @param orderId - as the service knows it
   */
  urlFor(url: string, orderId: string): string {
    const [secret] = this.#secrets;
    return secret === undefined ? url : `${url.replace(/\/+$/, '')}/${capability(secret, orderId)}`;
  }

  /** Whether the part of the URL is this order's capability. Compares in constant time, with every secret. */
  admits(orderId: string, given: string): boolean {
    if (!this.isRequired) return given === '';
    const bytes = Buffer.from(given);
    return this.#secrets
      .map((secret) => Buffer.from(capability(secret, orderId)))
      .map((own) => own.length === bytes.length && timingSafeEqual(own, bytes))
      .includes(true);
  }

  toJSON(): object {
    return { secrets: this.#secrets.length };
  }

  [inspect.custom](): string {
    return `CapabilityRing(${this.#secrets.length})`;
  }
}

const capability = (secret: string, orderId: string): string =>
  createHmac('sha256', secret).update(orderId).digest('hex').slice(0, CAPABILITY_LENGTH);
