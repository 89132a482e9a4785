import { setImmediate as nextTurn } from 'node:timers/promises';

/** Questions that wait for the database; what strangers send must not fill the memory. */
const MAX_WAITING = 10_000;
/** Ids that one statement asks for. */
const TOGETHER = 1_000;

/** Says which of these ids the shop has given to the service in a terminal group. */
export type ReadKnown = (group: string, serviceOrderIds: readonly string[]) => Promise<ReadonlySet<string>>;

interface Question {
  readonly group: string;
  readonly serviceOrderId: string;
  readonly resolve: (isKnown: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Tells known orders from unknown ones, for whoever names them without proof. Many questions share a statement, and one
 * statement runs at a time: strangers who ask for what is not there keep one connection of the pool busy at most, and
 * nobody who asks for what is there has to be turned away on their account.
 */
export class KnownOrders {
  private waiting: Question[] = [];
  private isReading = false;

  constructor(private readonly read: ReadKnown) {}

  /** Whether there is such an order. Fails when the database does, or when too many questions wait for it. */
  has(group: string, serviceOrderId: string): Promise<boolean> {
    if (this.waiting.length >= MAX_WAITING) return Promise.reject(new Error('too many orders are asked for'));
    return new Promise((resolve, reject) => {
      this.waiting.push({ group, serviceOrderId, resolve, reject });
      if (!this.isReading) void this.answerAll();
    });
  }

  private async answerAll(): Promise<void> {
    this.isReading = true;
    // Those that come in the same turn of the event loop come along.
    await nextTurn();
    while (this.waiting.length > 0) {
      const [{ group }] = this.waiting as [Question];
      const asked = this.waiting.filter((each) => each.group === group).slice(0, TOGETHER);
      const taken = new Set(asked);
      this.waiting = this.waiting.filter((each) => !taken.has(each));
      await this.answer(group, asked);
    }
    this.isReading = false;
  }

  private async answer(group: string, asked: readonly Question[]): Promise<void> {
    try {
      const ids = asked.map(({ serviceOrderId }) => serviceOrderId);
      const known = await this.read(group, ids);
      for (const { serviceOrderId, resolve } of asked) resolve(known.has(serviceOrderId));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
