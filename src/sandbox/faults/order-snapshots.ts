import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { createId } from '../../support/index.js';
import { SandboxSessionEntity } from '../checkout/session.entity.js';
import { writeServiceJson } from '../http/service-json.js';
import type { SandboxOrderEntity } from '../orders/order.entity.js';
import { OrderFinder } from '../orders/order-finder.js';
import { serviceOrder } from '../orders/order-wire.js';
import { SandboxDatabase } from '../sandbox.database.js';
import type { SandboxSettings } from '../sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import { SandboxOrderSnapshotEntity } from './order-snapshot.entity.js';

/** Keeps how each order looked after each change, so that a read can be made to show an older state. */
@Injectable()
export class OrderSnapshots {
  constructor(
    private readonly database: SandboxDatabase,
    private readonly finder: OrderFinder,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Keeps the order as it is, in the transaction that made it so. */
  async keep(em: EntityManager, order: SandboxOrderEntity): Promise<void> {
    const record = await this.finder.withTransaction(order, em);
    const session = await em.findOneBy(SandboxSessionEntity, { orderKey: order.id, open: true });
    const page = session === null ? {} : { payment_url: session.paymentUrl, session_id: session.id };
    const data = writeServiceJson({ ...serviceOrder(record, this.settings.timeZone), ...page }, this.settings);
    await em.insert(SandboxOrderSnapshotEntity, { id: createId(this.settings.clock), orderKey: order.id, data });
  }

  /** The order's state before its newest change; null when it has not changed since it was made. */
  async before(group: string, id: string): Promise<string | null> {
    const order = await this.finder.find(group, id);
    if (order === null) return null;
    const [, before] = await this.database.manager.find(SandboxOrderSnapshotEntity, {
      where: { orderKey: order.id },
      order: { id: 'DESC' },
      take: 2,
    });
    return before?.data ?? null;
  }
}
