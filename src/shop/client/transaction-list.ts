import type { ListedTransaction, ListPlace, TransactionsPage } from '../../protocol/index.js';

/** One page, newest first, with the cursors of spec §4.3. */
export interface ListPage {
  readonly items: readonly ListedTransaction[];
  /** The cursor that reads this page again; `null` for the newest. */
  readonly cursor: string | null;
  /** The cursor of the next page; `null` at the end. */
  readonly next: string | null;
}

/** How a walk through the list ended. */
export interface ListEnding {
  /** Whether every page was read. */
  readonly complete: boolean;
  /** `empty-page` and `no-cursor` are the end of the list; the others cut a list short that would not end. */
  readonly reason: 'empty-page' | 'no-cursor' | 'repeated-cursor' | 'page-cap';
}

/** How a list is walked (spec §4.3). */
export interface ListOptions {
  /** Cursor of the page to begin with, as {@link TransactionList.cursor} gave it; the newest page when absent or `null`. */
  readonly from?: string | null;
  /** `older` (default), or `newer`, which needs `from`: its pages go up, each of them newest first. */
  readonly direction?: 'older' | 'newer';
  /**
   * Most pages that are read. Default 1,000: with the largest pages that is a million transactions, more than any useful
   * window. The bound ends a walk even if the service returns new cursors without end.
   */
  readonly maxPages?: number;
}

/** What a {@link TransactionList} needs. */
export interface ListPlan {
  readonly from: string | null;
  readonly direction: 'older' | 'newer';
  readonly maxPages: number;
  /** Reads one page. */
  readonly read: (place: ListPlace | undefined) => Promise<TransactionsPage>;
}

/**
 * The transactions of a terminal group, read page by page on demand (spec §4.3). Creating the list calls nothing. A loop that
 * is left early makes no further calls. Each loop starts from the beginning.
 *
 * **Order and repeats.** Items come newest first. An item that is added during the walk is newer than its place and is not
 * seen; an item that was there at the start is seen at least once. An item may be seen twice, and may not show its newest
 * state: identify items by `transaction_id`, and read an order before you act on it.
 *
 * **Failure.** A page that cannot be read throws after the usual attempts. {@link cursor} then tells where to continue:
 * `list(filter, { from: list.cursor })`; the page that was in work comes again.
 *
 * @example
 * ```ts
 * const list = payments.group('web').transactions.list({ limit: 1_000, type: 'refund' });
 * for await (const transaction of list) console.log(transaction.order_id, transaction.status);
 * if (!list.ending?.complete) console.log(`go on later from ${list.cursor}`);
 * ```
 */
export class TransactionList implements AsyncIterable<ListedTransaction> {
  #cursor: string | null;
  #ending: ListEnding | null = null;

  constructor(private readonly plan: ListPlan) {
    this.#cursor = plan.from;
  }

  /** Cursor of the first page that was not consumed to its end; `null`: the newest page. */
  get cursor(): string | null {
    return this.#cursor;
  }

  /** How the last loop ended; `null` while it runs, and after it was left or failed. */
  get ending(): ListEnding | null {
    return this.#ending;
  }

  /** Each item of each page. @throws PaymentError as {@link pages} does */
  async *[Symbol.asyncIterator](): AsyncGenerator<ListedTransaction, void, undefined> {
    for await (const page of this.pages()) yield* page.items;
  }

  /**
   * Each page that has items.
   *
   * @throws PaymentError `SERVICE_<code>`, `SERVICE_FORBIDDEN` for a key without the permission, `BAD_RESPONSE`, `TIMEOUT`,
   *   `NETWORK`
   */
  async *pages(): AsyncGenerator<ListPage, void, undefined> {
    const seen = new Set<string | null>([this.plan.from]);
    [this.#cursor, this.#ending] = [this.plan.from, null];
    for (let count = 0; count < this.plan.maxPages; count += 1) {
      const page = await this.read(this.#cursor);
      if (page.items.length === 0) return this.end('empty-page');
      yield page;
      if (page.next === null) return this.end('no-cursor');
      if (seen.has(page.next)) return this.end('repeated-cursor');
      seen.add((this.#cursor = page.next));
    }
    this.end('page-cap');
  }

  private async read(cursor: string | null): Promise<ListPage> {
    const { direction, read } = this.plan;
    const { items, after, before } = await read(cursor === null ? undefined : { cursor, direction });
    return { items, cursor, next: direction === 'newer' ? before : after };
  }

  private end(reason: ListEnding['reason']): void {
    this.#ending = { complete: reason === 'empty-page' || reason === 'no-cursor', reason };
  }
}
