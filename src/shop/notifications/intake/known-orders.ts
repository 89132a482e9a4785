import { orderKey, SharedCommit } from '../../../support/index.js';

/** Questions that wait for the database; what strangers send must not fill the memory. */
const MAX_WAITING = 10_000;
/** Ids that one statement asks for. */
const TOGETHER = 1_000;

/** Says which of these ids the shop has given to the service in a terminal group. */
export type ReadKnown = (group: string, serviceOrderIds: readonly string[]) => Promise<ReadonlySet<string>>;

interface Question {
  readonly group: string;
  readonly serviceOrderId: string;
}

/**
 * Tells known orders from unknown ones, for anyone who names them without proof. Many questions share a statement, and one
 * statement runs at a time: strangers who ask for what is not there keep one connection of the pool busy at most, and
 * no one who asks for what is there has to be turned away on their account.
 */
export class KnownOrders {
  private readonly questions = new SharedCommit<Question, ReadonlySet<string>>({
    most: TOGETHER,
    isSeparable: () => false,
    commit: (batch) => this.knownOf(batch),
  });

  constructor(private readonly read: ReadKnown) {}

  /** Whether there is such an order. Fails when the database does, or when too many questions wait for it. */
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
