import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SANDBOX_SETTINGS, type SandboxSettings } from '../core/index.js';
import type { SandboxOrderEntity } from './sandbox-order.entity.js';
import { SandboxSessionEntity } from './sandbox-session.entity.js';

// 26 random bytes give 35 characters, the length of the service's own session ids.
const SESSION_BYTES = 26;

/** Opens the payment pages of orders: an order has at most one open page. */
@Injectable()
export class PaymentSessions {
  constructor(@Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings) {}

  /**
   * Opens a new page, and closes the previous one.
   *
   * @param base the address of the pages, without a slash at its end.
   */
  async open(em: EntityManager, { id: orderKey }: SandboxOrderEntity, base: string): Promise<SandboxSessionEntity> {
    await this.close(em, orderKey);
    const id = randomBytes(SESSION_BYTES).toString('base64url');
    const session = { id, orderKey, open: true, paymentUrl: `${base}/pay/${id}`, createdAt: this.settings.clock.now() };
    return em.save(Object.assign(new SandboxSessionEntity(), session));
  }

  /** Opens a new page at the address of the order's last one. */
  async openAgain(em: EntityManager, order: SandboxOrderEntity): Promise<SandboxSessionEntity> {
    const where = { orderKey: order.id };
    const [last] = await em.find(SandboxSessionEntity, { where, order: { createdAt: 'DESC' }, take: 1 });
    const base = (last?.paymentUrl ?? '').replace(/\/pay\/[^/]*$/, '');
    return this.open(em, order, base);
  }

  /** Closes the page of an order. */
  async close(em: EntityManager, orderKey: string): Promise<void> {
    await em.update(SandboxSessionEntity, { orderKey, open: true }, { open: false });
  }
}
