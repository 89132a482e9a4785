import { Injectable } from '@nestjs/common';

/** How long a failure is remembered, in milliseconds: the service sends again later, and perhaps to another process. */
const KEPT_MS = 300_000;

/**
 * Since when this process has stored none of the notifications that came: the database refuses them, as on a full disk, or
 * keeps them waiting, as MariaDB does while its binary log finds no room. Nothing stored tells of it, and reads go well
 * meanwhile, so without this the health check would show that all is well.
 */
@Injectable()
export class UnstoredNotifications {
  private since: number | null = null;
  private failedAt = Number.NEGATIVE_INFINITY;
  private waiting = 0;

  /** How long the first of them has waited, in milliseconds; null while they are stored. */
  get waitedMs(): number | null {
    return this.since === null || !this.isKnown ? null : performance.now() - this.since;
  }

  /** Watches some that are being stored, with one commit. */
  watch(storing: Promise<void>): Promise<void> {
    const begun = performance.now();
    if (!this.isKnown) this.since = null;
    this.since ??= begun;
    this.waiting += 1;
    return storing
      .then(
        () => void (this.since = this.waiting > 1 ? performance.now() : null),
        (error: unknown) => {
          this.failedAt = performance.now();
          throw error;
        },
      )
      .finally(() => (this.waiting -= 1));
  }

  private get isKnown(): boolean {
    return this.waiting > 0 || performance.now() - this.failedAt < KEPT_MS;
  }
}
