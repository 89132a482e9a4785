import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, LessThanOrEqual } from 'typeorm';
import {
  type DueWork,
  SANDBOX_SETTINGS,
  SandboxDatabase,
  SandboxError,
  type SandboxSettings,
} from '../../core/index.js';
import { OrderFinder, OrderSnapshots, PaymentSessions, SandboxOrderEntity } from '../../orders/index.js';
import { isReopened, SECOND_CHANCE_LASTS_MS, secondChanceAt } from './second-chance.js';
import type { SandboxSecondChance } from './second-chance.types.js';

/**
 * "Mails" the second link of abandoned payments (protocol §2.1, `second_chance`): a new page of the same order, on
 * which it can be paid although it has ended. No mail is sent; tests read the link here.
 */
@Injectable()
export class SecondChances implements DueWork {
  constructor(
    private readonly database: SandboxDatabase,
    private readonly finder: OrderFinder,
    private readonly sessions: PaymentSessions,
    private readonly snapshots: OrderSnapshots,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Mails every link that is due, and ends those that have expired. */
  async runDue(): Promise<void> {
    const now = this.settings.clock.now();
    const where = { secondChanceAt: LessThanOrEqual(now) };
    const due = await this.database.manager.find(SandboxOrderEntity, { select: { id: true }, where });
    for (const { id } of due) await this.database.run((em) => this.#happen(em, id));
  }

  /** When the next link is mailed or expires, epoch milliseconds; null if there is none. */
  nextDueAt(): Promise<number | null> {
    return this.database.earliest(SandboxOrderEntity, 'secondChanceAt');
  }

  /**
   * Mails the link of an abandoned payment now, even if it is not due.
   *
   * @throws SandboxError `OUTCOME_IMPOSSIBLE`
   */
  async send({ id, orderId }: SandboxOrderEntity): Promise<SandboxSecondChance> {
    const sent = await this.database.run(async (em) => {
      const order = await this.finder.byKey(em, id);
      if (order.secondChance !== 'wanted' || secondChanceAt(order) === null) return null;
      await this.#mail(em, order);
      return order;
    });
    if (sent !== null) return this.describe(sent);
    const advice = 'Create it with second_chance.send_email, and let the payment end unpaid.';
    throw new SandboxError('OUTCOME_IMPOSSIBLE', `The order "${orderId}" has no second link to be mailed.`, { advice });
  }

  /** The state of an order's link. */
  async describe(order: SandboxOrderEntity): Promise<SandboxSecondChance> {
    const { orderId, group, secondChanceMailedAt: mailedAt } = order;
    const session = order.secondChance === 'mailed' ? await this.finder.openSession(order) : null;
    const state = stateOf(order, session !== null);
    const dueAt = state === 'planned' ? order.secondChanceAt : null;
    return { orderId, group, state, dueAt, mailedAt, paymentUrl: session?.paymentUrl ?? null };
  }

  // Read again within the transaction: the order may have been paid in the meantime.
  async #happen(em: EntityManager, id: string): Promise<void> {
    const order = await this.finder.byKey(em, id);
    if (order.secondChanceAt === null || order.secondChanceAt > this.settings.clock.now()) return;
    if (order.secondChance === 'wanted') return this.#mail(em, order);
    order.secondChanceAt = null;
    await em.save(order);
    await this.sessions.close(em, id);
  }

  async #mail(em: EntityManager, order: SandboxOrderEntity): Promise<void> {
    const now = this.settings.clock.now();
    const end = now + SECOND_CHANCE_LASTS_MS;
    Object.assign(order, { secondChance: 'mailed', secondChanceMailedAt: now, secondChanceAt: end, expiresAt: end });
    await em.save(order);
    await this.sessions.openAgain(em, order);
    await this.snapshots.keep(em, order);
  }
}

function stateOf(order: SandboxOrderEntity, isOpen: boolean): SandboxSecondChance['state'] {
  if (order.secondChance === null) return 'none';
  if (order.secondChance === 'wanted') return order.secondChanceAt === null ? 'waiting' : 'planned';
  return isReopened(order) && isOpen ? 'mailed' : 'over';
}
