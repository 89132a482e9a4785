/** How often a lease is renewed during its time, so that one renewal may fail. */
const RENEWALS_PER_LEASE = 3;

/** How a lease is kept. */
export interface Renewal {
  /** How long the lease lasts, in milliseconds. */
  readonly leaseMs: number;
  /** Extends it. Must not reject. */
  readonly renew: () => Promise<unknown>;
  /** After its abort the lease is not renewed any more, although the work continues: other processes may take over. */
  readonly abandoned?: AbortSignal;
}

/**
 * Runs work under a lease that is renewed while the work lasts, so that no other process begins it as well.
 *
 * @example
 * const held = (renew: () => Promise<unknown>, work: () => Promise<number>) =>
 *   whileRenewing({ leaseMs: 30_000, renew }, work);
 */
export async function whileRenewing<T>({ leaseMs, renew, abandoned }: Renewal, work: () => Promise<T>): Promise<T> {
  const renewal = setInterval(() => {
    if (abandoned?.aborted) clearInterval(renewal);
    else void renew();
  }, leaseMs / RENEWALS_PER_LEASE);
  renewal.unref();
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
}
