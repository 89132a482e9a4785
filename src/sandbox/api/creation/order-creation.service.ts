import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockRow } from '../../../database/engine/index.js';
import { createId } from '../../../support/index.js';
import {
  NEW_ORDER_STATE,
  PaymentSessions,
  readEventSubject,
  SandboxOrderEntity,
  type SandboxSessionEntity,
  SessionEvents,
  TERMINAL_LAPSE_MS,
} from '../../orders/index.js';
import {
  SANDBOX_SETTINGS,
  type SandboxAccount,
  SandboxDatabase,
  type SandboxSettings,
  type Refused,
} from '../../core/index.js';
import { NotificationQueue, NotificationSender, type NotificationTicket } from '../../notifications/index.js';
import { AccountChecks } from './account-checks.js';
import type { NewOrder } from './create-order.types.js';
import { TokenCharges } from './token-charges.js';
import { DirectPayments } from '../../payments/index.js';

/** An order with its payment session. */
export interface CreatedOrder {
  readonly order: SandboxOrderEntity;
  readonly session: SandboxSessionEntity;
}

/** A created order, or the refusal. */
export type CreateOutcome = ({ ok: true } & CreatedOrder) | Refused;

/** The account of the request, and the address of the payment page. */
export interface CreateContext {
  readonly account: SandboxAccount;
  /** Without a slash at its end. */
  readonly pageBase: string;
}

/** Creates orders and their payment sessions (spec §4.1). */
@Injectable()
export class OrderCreationService {
  constructor(
    private readonly database: SandboxDatabase,
    private readonly checks: AccountChecks,
    private readonly charges: TokenCharges,
    private readonly direct: DirectPayments,
    private readonly sessions: PaymentSessions,
    private readonly queue: NotificationQueue,
    private readonly sender: NotificationSender,
    private readonly events: SessionEvents,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Creates an order, or a new session for an order without a payment attempt. */
  async create(input: NewOrder, context: CreateContext): Promise<CreateOutcome> {
    const created = await this.database.run(async (em) => {
      const { site } = context.account;
      const existing = await lockRow(em, SandboxOrderEntity, { site, orderId: input.orderId });
      const fault = await this.checks.check(em, { input, existing, account: context.account });
      if (fault !== null) return { ok: false as const, fault };
      const charge = await this.charges.resolve(em, input, site);
      if (!charge.ok) return charge;
      const wanted = charge.input;
      const direct =
        wanted.type === 'direct' ? await this.direct.methodOf(em, { ...wanted, method: wanted.gateway }) : null;
      if (direct?.ok === false) return direct;
      const gateway = wanted.gateway ?? direct?.method ?? null;
      const order = await em.save(this.#order(existing, { ...wanted, gateway }, context.account));
      const session = await this.sessions.open(em, order, context.pageBase);
      const notification = await this.#start(em, order, wanted);
      return { ok: true as const, order, session, notification, subject: await readEventSubject(em, order) };
    });
    if (!created.ok) return created;
    // Sent after the commit and not awaited: a slow shop must not slow its own create call.
    this.sender.sendSoon(created.notification);
    this.events.publish(created.subject);
    return { ok: true, order: created.order, session: created.session };
  }

  // For a direct request only its result is notified, not the state before.
  #start(em: EntityManager, order: SandboxOrderEntity, { instrument }: NewOrder): Promise<NotificationTicket | null> {
    return order.type === 'direct' ? this.direct.start(em, order, instrument) : this.queue.add(em, order, 'created');
  }

  #order(existing: SandboxOrderEntity | null, input: NewOrder, account: SandboxAccount): SandboxOrderEntity {
    // The means of payment is never stored as it came.
    const { activeMs, instrument: _, ...fields } = input;
    const now = this.settings.clock.now();
    const times = {
      createdAt: existing?.createdAt ?? now,
      modifiedAt: now,
      completedAt: null,
      expiresAt: now + (input.terminalId === null ? activeMs : TERMINAL_LAPSE_MS),
    };
    const identity = { id: existing?.id ?? createId(this.settings.clock), group: account.name, site: account.site };
    // The specification recommends POST, and does not tell the default of an order (spec §1.2).
    const notificationMethod = fields.notificationMethod ?? account.notificationMethod;
    return Object.assign(new SandboxOrderEntity(), NEW_ORDER_STATE, identity, fields, { notificationMethod }, times);
  }
}
