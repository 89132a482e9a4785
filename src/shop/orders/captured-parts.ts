import type { EntityManager } from 'typeorm';
import { beyond, readRows } from '../../database/engine/index.js';
import { DAY_MS } from '../../support/index.js';
import { AttemptEntity } from './entities/attempt.entity.js';
import type { ListedSubject } from './merge/listed-difference.js';
import { PaymentOrderEntity } from './entities/payment-order.entity.js';

const BATCH = 500;
/** How much earlier than its parts an order may have been made: no reservation is kept longer. */
const LONGEST_RESERVATION_MS = 90 * DAY_MS;

/**
 * Finds the orders whose reservations were captured in parts, by the ids of the parts. The service lists each part as a
 * separate order and does not name the reservation there (protocol §2.4). No index leads to a part, so all parts are read
 * once, at the first search for an id.
 */
export class CapturedParts {
  private found: ReadonlyMap<string, PartPlace> | null = null;

  /** @param scope - `from`: no searched part is older, epoch milliseconds */
  constructor(private readonly scope: { readonly group: string; readonly from: number }) {}

  /** The order of each part, and the attempt that reserved its money. */
  async subjects(manager: EntityManager, ids: readonly string[]): Promise<Map<string, ListedSubject>> {
    if (ids.length === 0) return new Map();
    const known = this.found ?? (await partsIn(manager, this.scope));
    this.found = known;
    const equal = { group: this.scope.group };
    const values = [...new Set(ids.flatMap((id) => known.get(id)?.orderId ?? []))];
    const orders = await readRows(manager, PaymentOrderEntity, { equal, property: 'orderId', values });
    const attempts = await readRows(manager, AttemptEntity, { equal, property: 'orderId', values });
    return new Map(
      ids.flatMap((id): [string, ListedSubject][] => {
        const place = known.get(id);
        const order = orders.find(({ orderId }) => orderId === place?.orderId);
        const attempt = attempts.find((each) => each.orderId === place?.orderId && each.number === place?.attempt);
        return order && attempt ? [[id, { order, attempt }]] : [];
      }),
    );
  }
}

interface PartPlace {
  readonly orderId: string;
  /** Number of the attempt. */
  readonly attempt: number;
}

async function partsIn(
  manager: EntityManager,
  { group, from }: { group: string; from: number },
): Promise<ReadonlyMap<string, PartPlace>> {
  const found = new Map<string, PartPlace>();
  for (let place: [number, string] = [from - LONGEST_RESERVATION_MS, '']; ;) {
    const query = manager
      .createQueryBuilder(PaymentOrderEntity, 'o')
      .select(['o.group', 'o.orderId', 'o.createdAt', 'o.received'])
      .where('o.group = :group AND o.received IS NOT NULL', { group });
    const orders = await beyond(query, { columns: ['o.createdAt', 'o.orderId'], place, isRising: true })
      .orderBy('o.createdAt')
      .addOrderBy('o.orderId')
      .limit(BATCH)
      .getMany();
    for (const { orderId, received } of orders)
      for (const { kind, serviceOrderId, attempt } of received ?? [])
        if (kind === 'part' || kind === 'shipment') found.set(serviceOrderId, { orderId, attempt });
    const last = orders.at(-1);
    if (!last || orders.length < BATCH) return found;
    place = [last.createdAt, last.orderId];
  }
}
