import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { createId } from '../../support/index.js';
import { SANDBOX_SETTINGS, SandboxDatabase, type SandboxSettings, writeServiceJson } from '../core/index.js';
import type { SandboxOrderEntity } from './sandbox-order.entity.js';
import { OrderFinder } from './order-finder.js';
import { serviceOrder } from './wire/order-wire.js';
import { SandboxOrderSnapshotEntity } from './sandbox-order-snapshot.entity.js';

/** More changes than an order has within any lag. */
const MOST_SHOWN = 20;

/** Keeps the state of each order after each change, so that a read can show an older state. */
@Injectable()
export class OrderSnapshots {
  constructor(
    private readonly database: SandboxDatabase,
    private readonly finder: OrderFinder,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Stores the order's state, in the transaction of its change. */
  async keep(em: EntityManager, order: SandboxOrderEntity): Promise<void> {
    const record = await this.finder.recordBy(order.orderId, order, em);
    const page = await this.finder.pageIn(order, em);
    const data = writeServiceJson({ ...serviceOrder(record, this.settings.timeZone), ...page }, this.settings);
    const { clock } = this.settings;
    await em.insert(SandboxOrderSnapshotEntity, { id: createId(clock), orderKey: order.id, at: clock.now(), data });
  }

  /** The order's state before its newest change, however old; null if it never changed. */
  async before(group: string, id: string): Promise<string | null> {
    const [, before] = await this.#newest(group, id);
    return before?.data ?? null;
  }

  /**
   * The order's state `lagMs` milliseconds ago, as a lagging copy shows it; its first state if the order is younger
   * than that. Null if it has not changed since.
   */
  async lagging(group: string, id: string, lagMs: number): Promise<string | null> {
    const [newest, ...others] = await this.#newest(group, id);
    const then = this.settings.clock.now() - lagMs;
    if (newest === undefined || newest.at <= then) return null;
    return (others.find(({ at }) => at <= then) ?? others.at(-1))?.data ?? null;
  }

  async #newest(group: string, id: string): Promise<SandboxOrderSnapshotEntity[]> {
    const order = await this.finder.find(group, id);
    if (order === null) return [];
    const where = { orderKey: order.id };
    return this.database.manager.find(SandboxOrderSnapshotEntity, { where, order: { id: 'DESC' }, take: MOST_SHOWN });
  }
}
