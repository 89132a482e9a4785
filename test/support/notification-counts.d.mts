import type { Hmac } from 'node:crypto';
import type { Server } from 'node:http';
import type { DataSource } from 'typeorm';

/** A shop that does nothing else, and whose workers are not started. */
export interface CountedShop {
  readonly dataSource: DataSource;
  readonly server: Server;
  /** Any: by it the class is found of which signatures are made. */
  readonly hmac: Hmac;
  /** Sends one of two notifications, signed before, of an order that it completes, and takes its acknowledgement. */
  readonly post: (index: 0 | 1) => Promise<unknown>;
  /** Starts the workers. */
  readonly work: () => unknown;
}

/** What was written for it: statements in their transactions, and their bytes as text; how often JSON was read. */
export interface Written {
  readonly statements: number;
  readonly commits: number;
  readonly bytes: number;
  readonly 'JSON parses': number;
}

/** What one notification costs. */
export interface NotificationCounts {
  readonly acknowledged: Written & {
    readonly 'signature checks': number;
    readonly 'looks at the signature’s header': number;
  };
  /** Of one that is claimed: of the transition, of the handlers inside and after it, and of the end of the latter. */
  readonly worked: Written;
  /** Of one that the process works on which has taken it: from its request to the end of its effect. */
  readonly whole: Written;
}

/** Counts what one notification costs, to its acknowledgement and from there to the end of its one effect after the commit. */
export function countOneNotification(shop: CountedShop): Promise<NotificationCounts>;
