/** How often a lease is renewed while it lasts, so that one renewal may fail. */
const RENEWALS_PER_LEASE = 3;

/** How a lease is kept. */
export interface Renewal {
  /** How long the lease lasts, in milliseconds. */
  readonly leaseMs: number;
  /** Extends it. Must not reject. */
  readonly renew: () => Promise<unknown>;
  /** Once aborted the lease is not renewed any more, although the work goes on: others may take it over. */
  readonly abandoned?: AbortSignal;
}

/**
 * Does work under a lease, which is renewed for as long as the work takes, so that no one begins it a second time.
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
