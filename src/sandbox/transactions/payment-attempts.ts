import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OrderStatus } from '../../protocol/index.js';
import type { SandboxOrderEntity } from '../orders/order.entity.js';
import type { OutcomeRule, PaymentOutcome } from './outcome-rules.js';
import { offeredMethods } from './payment-methods.js';
import { TransactionMaker } from './transaction-maker.js';
import { SandboxTransactionEntity, type SandboxTransactionType } from './transaction.entity.js';

/** An outcome as far as the order's transactions are concerned. The order itself has been changed already. */
export interface AttemptChange {
  readonly order: SandboxOrderEntity;
  readonly rule: OutcomeRule;
  readonly request: { readonly outcome: PaymentOutcome; readonly method?: string; readonly amount?: number };
}

const UNDECIDED: ReadonlySet<OrderStatus> = new Set(['initialized', 'uncleared']);
const RELATED_TYPE: Partial<Record<PaymentOutcome, SandboxTransactionType>> = {
  chargedback: 'chargeback',
  reversed: 'reverse-chargeback',
};

/** Keeps an order's attempts to pay in step with the order: one transaction for each attempt. */
@Injectable()
export class PaymentAttempts {
  constructor(private readonly maker: TransactionMaker) {}

  /**
   * Pays a part of what is due, as a gift card or a short bank transfer does: a transaction of its own, while the
   * order stays open for the rest.
   *
   * @returns false when the request pays the rest, or is none to pay: then it is for {@link PaymentAttempts.follow}.
   */
  async payPart(em: EntityManager, order: SandboxOrderEntity, request: AttemptChange['request']): Promise<boolean> {
    if (request.outcome !== 'paid' || request.amount === undefined) return false;
    const due = order.amount - (await this.#paid(em, order));
    if (request.amount >= due) return false;
    const method = methodOf(order, request.method);
    const { amount } = request;
    const times = { completedAt: order.modifiedAt };
    const transaction = await this.maker.add(em, order, { method, status: 'completed', amount, ...times });
    order.transactionKey = transaction.id;
    return true;
  }

  /** Makes or changes the transaction that an outcome is about, and adds what the outcome gives rise to. */
  async follow(em: EntityManager, change: AttemptChange): Promise<void> {
    const { order, rule } = change;
    const newest = await this.#newest(em, order);
    const open = newest !== null && UNDECIDED.has(newest.status) ? newest : null;
    const known = rule.attempt === 'newest' ? newest : open;
    if (known !== null) await this.#update(em, order, known);
    else if (rule.attempt === 'open-or-new') await this.#start(em, change);
    const type = RELATED_TYPE[change.request.outcome];
    if (type !== undefined) await this.#relate(em, change, { type, newest });
  }

  async #start(em: EntityManager, { order, request }: AttemptChange): Promise<void> {
    const { status, financialStatus, completedAt } = order;
    const method = methodOf(order, request.method);
    // A refused attempt was made for all of it, one that succeeds pays what was still due.
    const amount = order.amount - (await this.#paid(em, order));
    const fields = { method, amount, status, financialStatus, completedAt };
    order.transactionKey = (await this.maker.add(em, order, fields)).id;
  }

  #update(em: EntityManager, order: SandboxOrderEntity, transaction: SandboxTransactionEntity): Promise<unknown> {
    const { status, financialStatus, completedAt, modifiedAt } = order;
    return em.save(Object.assign(transaction, { status, financialStatus, completedAt, modifiedAt }));
  }

  async #relate(
    em: EntityManager,
    { order, request }: AttemptChange,
    { type, newest }: { type: SandboxTransactionType; newest: SandboxTransactionEntity | null },
  ): Promise<void> {
    await this.maker.add(em, order, {
      type,
      parentKey: order.id,
      referenceId: newest?.transactionId ?? null,
      method: newest?.method ?? '',
      status: 'completed',
      amount: Math.min(request.amount ?? order.amount, order.amount),
      completedAt: order.modifiedAt,
    });
  }

  async #newest(em: EntityManager, { transactionKey }: SandboxOrderEntity): Promise<SandboxTransactionEntity | null> {
    return transactionKey === null ? null : em.findOneBy(SandboxTransactionEntity, { id: transactionKey });
  }

  async #paid(em: EntityManager, { id: orderKey }: SandboxOrderEntity): Promise<number> {
    const parts = await em.findBy(SandboxTransactionEntity, { orderKey, type: 'payment', status: 'completed' });
    return parts.reduce((sum, { amount }) => sum + amount, 0);
  }
}

function methodOf(order: SandboxOrderEntity, method: string | undefined): string {
  return method ?? offeredMethods(order.gateway)[0]?.code ?? '';
}
