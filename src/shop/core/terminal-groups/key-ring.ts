import { refusal } from '../refusal.js';
import { inspect } from 'node:util';
import { DELIVERY_PLAN, keyId } from '../../../protocol/index.js';
import { createRedactor, type Clock } from '../../../support/index.js';
import type { ApiKey } from '../options/api-key.options.js';
import { gapAt, gapText, type KeyGap } from './key-gap.js';

/**
 * How long after its end a key still verifies notifications, in milliseconds. The service may send a notification that the
 * key signed in its last moment three more times, a quarter of an hour apart (spec §8).
 */
export const KEY_OVERLAP_MS = DELIVERY_PLAN.resends * DELIVERY_PLAN.intervalMs;

/** How long a row waits before it is asked again whether its group has a valid key, in milliseconds. */
export const KEYLESS_MS = 60_000;

/** One key of a ring. */
export interface SingleKey {
  /** The fingerprint, which may be shown. */
  readonly id: string;
  /** `current`: it makes the calls. `waiting`: not valid yet. `spare`: valid, but another key makes the calls. */
  readonly role: 'current' | 'spare' | 'waiting' | 'ended';
  /** A ring that holds this key only, valid at any time. */
  readonly ring: KeyRing;
}

/**
 * The API keys of one terminal group. Holds them where neither JSON, nor inspection, nor copying, nor an error can show them:
 * a key is also the signing key of notifications (promise 6). The clock decides which of them are valid (scenario C2).
 */
export class KeyRing {
  readonly #keys: readonly ApiKey[];
  readonly #clock: Clock;
  readonly #group: string | undefined;
  #redact: ((text: string) => string) | undefined;

  /**
   * @param keys - one to four checked keys; of those valid at once the one with the latest start makes the calls
   * @param group - the terminal group, for errors
   */
  constructor(keys: readonly ApiKey[], clock: Clock, group?: string) {
    this.#keys = [...keys];
    this.#clock = clock;
    this.#group = group;
  }

  /**
   * The key for calls: of the keys valid now the one with the latest start, or the first of the list among equals.
   *
   * @throws PaymentError `KEY_EXPIRED` when none is valid now
   */
  get current(): string {
    const key = this.#currentKey();
    if (key) return key.key;
    const of = this.#group === undefined ? '' : ` of terminal group ${this.#group}`;
    throw refusal({
      code: 'KEY_EXPIRED',
      message: `None of the API keys ${this.ids.join(', ')}${of} is valid now: ${gapText(gapAt(this.#keys, this.#clock.now()))}.`,
      kind: 'configuration',
      ...(this.#group !== undefined && { group: this.#group }),
      httpStatus: 503,
    });
  }

  /** The time in which no key is valid, if that is now; null when one is. */
  get gap(): KeyGap | null {
    return this.#currentKey() ? null : gapAt(this.#keys, this.#clock.now());
  }

  /**
   * Every key that verifies a notification now: all but those that ended {@link KEY_OVERLAP_MS} ago or longer. Also one that is
   * not valid yet: the service may change to it before the appointed time, by its own clock or by the hand of a person.
   */
  get all(): readonly string[] {
    const now = this.#clock.now();
    return this.#keys.filter(({ untilMs }) => now < untilMs + KEY_OVERLAP_MS).map(({ key }) => key);
  }

  /** Whether a text holds one of the keys, valid or not, plain or encoded in one of the usual ways. */
  isIn(text: string): boolean {
    this.#redact ??= createRedactor(this.#keys.map(({ key }) => key));
    return this.#redact(text) !== text;
  }

  /** Whether the ring has a key, valid or not. */
  has(key: string): boolean {
    return this.#keys.some((each) => each.key === key);
  }

  /** Fingerprints that may be shown, in the order of the keys, whether valid or not. */
  get ids(): readonly string[] {
    return this.#keys.map(({ key }) => keyId(key));
  }

  /** Each key in a ring of its own, so that it can be tried without being shown. */
  get singles(): readonly SingleKey[] {
    const [now, current] = [this.#clock.now(), this.#currentKey()];
    const roleOf = (key: ApiKey): SingleKey['role'] => {
      if (key === current) return 'current';
      if (key.fromMs > now) return 'waiting';
      return key.untilMs > now ? 'spare' : 'ended';
    };
    const alone = ({ key }: ApiKey) => new KeyRing([{ key, fromMs: -Infinity, untilMs: Infinity }], this.#clock);
    return this.#keys.map((key) => ({ id: keyId(key.key), role: roleOf(key), ring: alone(key) }));
  }

  /** What JSON shows: fingerprints. */
  toJSON(): object {
    return { ids: this.ids };
  }

  /** What `util.inspect` and `console.log` show: fingerprints. */
  [inspect.custom](): string {
    return `KeyRing(${this.ids.join(', ')})`;
  }

  #currentKey(): ApiKey | undefined {
    const now = this.#clock.now();
    const valid = this.#keys.filter(({ fromMs, untilMs }) => fromMs <= now && now < untilMs);
    return valid.reduce<ApiKey | undefined>((best, key) => (best && best.fromMs >= key.fromMs ? best : key), undefined);
  }
}
