import type { Hmac } from 'node:crypto';
import type { Server } from 'node:http';
import type { DataSource } from 'typeorm';

/** A shop without other work, whose workers are not started. */
export interface CountedShop {
  readonly dataSource: DataSource;
  readonly server: Server;
  /** Any HMAC: its class is the one that computes signatures. */
  readonly hmac: Hmac;
  /** Sends one of two signed notifications, each of which completes an order, and waits for the acknowledgement. */
  readonly post: (index: 0 | 1) => Promise<unknown>;
  /** Starts the workers. */
  readonly work: () => unknown;
}

/** What was written: statements in their transactions, and their bytes as text; and how often JSON was parsed. */
export interface Written {
  readonly statements: number;
  readonly commits: number;
  readonly bytes: number;
  readonly 'JSON parses': number;
}

/** The cost of one notification. */
export interface NotificationCounts {
  readonly acknowledged: Written & {
    readonly 'signature checks': number;
    readonly 'looks at the signature’s header': number;
  };
  /** For one that is claimed: the transition, the handlers inside and after it, and the end of the latter. */
  readonly worked: Written;
  /** For one that the receiving process handles itself: from its request to the end of its effect. */
  readonly whole: Written;
}

/**
 * Counts the cost of one notification, to its acknowledgement, and from there to the end of its one effect after the
 * commit.
 */
export function countOneNotification(shop: CountedShop): Promise<NotificationCounts>;
