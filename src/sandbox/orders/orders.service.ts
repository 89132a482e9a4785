import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockRow } from '../../database/engine/index.js';
import { checkNotificationUrl } from '../../protocol/index.js';
import { createId } from '../../support/index.js';
import { SandboxSessionEntity } from '../checkout/session.entity.js';
import type { ServiceFault } from '../http/envelope.js';
import { NotificationQueue } from '../notifications/notification-queue.js';
import { NotificationSender } from '../notifications/notification-sender.js';
import { SandboxDatabase } from '../sandbox.database.js';
import type { SandboxAccount, SandboxSettings } from '../sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import type { NewOrder } from './create-order.types.js';
import { NEW_ORDER_STATE, SandboxOrderEntity } from './order.entity.js';

/** A created order, or why it was refused. */
export type CreateOutcome = { ok: true; session: SandboxSessionEntity } | { ok: false; fault: ServiceFault };

/** Who creates, and where the payment page is to be found. */
export interface CreateContext {
  readonly account: SandboxAccount;
  /** Without a slash at its end. */
  readonly pageBase: string;
}

// 26 random bytes make the 35 characters that the service's own session ids have.
const SESSION_BYTES = 26;

/** Creates orders and their payment sessions (spec §4.1). */
@Injectable()
export class SandboxOrders {
  constructor(
    private readonly database: SandboxDatabase,
    private readonly queue: NotificationQueue,
    private readonly sender: NotificationSender,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Creates an order, or hands out a new session for one that nobody has tried to pay yet. */
  async create(input: NewOrder, context: CreateContext): Promise<CreateOutcome> {
    const urlFault = notificationUrlFault(input, this.settings);
    if (urlFault !== null) return { ok: false, fault: urlFault };
    const created = await this.database.run(async (em) => {
      const { site } = context.account;
      const existing = await lockRow(em, SandboxOrderEntity, { site, orderId: input.orderId });
      const fault = existing && conflict(existing, input, context.account);
      if (fault) return { ok: false as const, fault };
      const order = await em.save(this.#order(existing, input, context.account));
      const session = await this.#openSession(em, order, context.pageBase);
      return { ok: true as const, session, notification: await this.queue.add(em, order, 'created') };
    });
    if (!created.ok) return created;
    // After the answer's facts are committed, and never waited for: a slow shop must not slow its own create call.
    this.sender.sendSoon(created.notification);
    return { ok: true, session: created.session };
  }

  #order(existing: SandboxOrderEntity | null, input: NewOrder, account: SandboxAccount): SandboxOrderEntity {
    const { activeMs, ...fields } = input;
    const now = this.settings.clock.now();
    const times = {
      createdAt: existing?.createdAt ?? now,
      modifiedAt: now,
      completedAt: null,
      expiresAt: now + activeMs,
    };
    // The specification recommends POST and leaves open what counts when an order does not say (spec §1.2).
    const notificationMethod = fields.notificationMethod ?? account.notificationMethod;
    const identity = { id: existing?.id ?? createId(this.settings.clock), group: account.name, site: account.site };
    return Object.assign(new SandboxOrderEntity(), NEW_ORDER_STATE, identity, fields, { notificationMethod }, times);
  }

  async #openSession(em: EntityManager, order: SandboxOrderEntity, pageBase: string): Promise<SandboxSessionEntity> {
    await em.update(SandboxSessionEntity, { orderKey: order.id, open: true }, { open: false });
    const id = randomBytes(SESSION_BYTES).toString('base64url');
    const session = {
      id,
      orderKey: order.id,
      open: true,
      paymentUrl: `${pageBase}/pay/${id}`,
      createdAt: order.modifiedAt,
    };
    return em.save(Object.assign(new SandboxSessionEntity(), session));
  }
}

// An order_id is used up once a transaction carries it (spec §7, 1006); until then only the very same payment may come again.
function conflict(existing: SandboxOrderEntity, input: NewOrder, account: SandboxAccount): ServiceFault | null {
  if (existing.transactionKey !== null) return { code: 1006, detail: 'order_id was already used by a transaction' };
  if (existing.group !== account.name) return { code: 1006, detail: 'order_id is in use on this website' };
  const same = existing.amount === input.amount && existing.currency === input.currency;
  return same ? null : { code: 1006, detail: 'order_id is in use for another amount' };
}

// Every address was judged by the development rules when the request was read; the service's own are stricter (spec §6).
function notificationUrlFault({ notificationUrl }: NewOrder, settings: SandboxSettings): ServiceFault | null {
  if (notificationUrl === null) return null;
  const [first] = checkNotificationUrl(notificationUrl, settings.notificationUrlRules);
  return first === undefined ? null : { code: 1016, detail: `payment_options.notification_url: ${first.message}` };
}
