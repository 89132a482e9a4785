import { orderKey, SharedCommit } from '../../../support/index.js';

/** Most questions that wait for the database. Without a bound, requests from strangers would fill the memory. */
const MAX_WAITING = 10_000;
/** Most ids in one statement. */
const TOGETHER = 1_000;

/** Returns those ids that are attempts of the shop in a terminal group. */
export type ReadKnown = (group: string, serviceOrderIds: readonly string[]) => Promise<ReadonlySet<string>>;

interface Question {
  readonly group: string;
  readonly serviceOrderId: string;
}

/**
 * Tells known orders from unknown ones, for callers without proof of identity. Many questions share a statement, and one
 * statement runs at a time: requests about unknown orders use at most one connection of the pool, and requests about known
 * orders need not be rejected because of them.
 */
export class KnownOrders {
  private readonly questions = new SharedCommit<Question, ReadonlySet<string>>({
    most: TOGETHER,
    isSeparable: () => false,
    commit: (batch) => this.knownOf(batch),
  });

  constructor(private readonly read: ReadKnown) {}

  /** Whether there is such an order. Fails when the database fails, or when too many questions wait. */
  async has(group: string, serviceOrderId: string): Promise<boolean> {
    if (this.questions.size >= MAX_WAITING) throw new Error('too many orders are asked for');
    const known = await this.questions.add({ group, serviceOrderId });
    return known.has(orderKey({ group, orderId: serviceOrderId }));
  }

  private async knownOf(batch: readonly Question[]): Promise<ReadonlySet<string>> {
    const known = new Set<string>();
    for (const group of new Set(batch.map((question) => question.group))) {
      const asked = batch.filter((question) => question.group === group).map(({ serviceOrderId }) => serviceOrderId);
      for (const serviceOrderId of await this.read(group, asked))
        known.add(orderKey({ group, orderId: serviceOrderId }));
    }
    return known;
  }
}
