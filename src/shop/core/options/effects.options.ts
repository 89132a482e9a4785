import { AsIs, Flag, May, Whole } from '../../../support/fields/field.decorators.js';
import { isHostTransactionSource, type HostTransactionSource } from './host-transaction.js';

/**
 * How the handlers marked with `@OnPayment` are run.
 *
 * @example
 * const effects: EffectsOptions = { transactionLimitMs: 5_000 };
 */
export class EffectsOptions {
  /**
   * Longest run of a handler inside the transaction, 100 to 60,000 ms; default 10,000. Meanwhile the order's row is locked
   * (on SQLite the whole database), so a handler that takes longer counts as failed and its transaction is rolled back.
   */
  @Whole(100, 60_000)
  transactionLimitMs?: number = 10_000;

  /**
   * Longest run of a handler after the commit, 100 to 3,600,000 ms; default 300,000. A longer run counts as failed and is
   * tried again.
   */
  @Whole(100, 3_600_000)
  commitLimitMs?: number = 300_000;

  /**
   * Whether the application's global guards, interceptors and filters apply to handlers too. Those declared on a handler
   * always apply. Default false, as with Nest's microservices: most global ones are written for HTTP (decision 016).
   */
  @Flag()
  inheritAppConfig?: boolean = false;

  /**
   * How the host's own services take part in the transaction while a handler runs inside it: a {@link HostTransaction}, or
   * the token of a provider in any module. Default: they take no part, and handlers write through the `tx` that they are
   * given.
   */
  @AsIs()
  @May('be a HostTransaction, or the token of a provider that is one', isHostTransactionSource)
  hostTransaction?: HostTransactionSource;
}
