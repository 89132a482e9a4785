import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OrderStatus } from '../../../protocol/index.js';
import {
  isCard,
  offeredMethods,
  type PaidWith,
  type SandboxOrderEntity,
  SandboxTransactionEntity,
  type SandboxTransactionType,
  TransactionMaker,
  tryExpiryMs,
} from '../../orders/index.js';
import { Chargebacks } from './chargebacks.js';
import type { OutcomeRule, PaymentOutcome } from './outcome-rules.js';
import { PaymentParts } from './payment-parts.js';

/** An outcome for the order's transactions. The order itself has already changed. */
export interface AttemptChange {
  readonly order: SandboxOrderEntity;
  readonly rule: OutcomeRule;
  readonly request: {
    readonly outcome: PaymentOutcome;
    readonly method?: string | null;
    readonly amount?: number;
    readonly tip?: number;
    readonly paidWith?: PaidWith;
  };
}

interface PaymentChoice {
  readonly rule: Pick<OutcomeRule, 'attempt'>;
  readonly request: Pick<AttemptChange['request'], 'method' | 'paidWith'>;
}

type OpenTry = Pick<SandboxTransactionEntity, 'status' | 'method' | 'paidWith'>;

/** The method of a card whose scheme is not known yet. */
const ANY_CARD = 'CREDITCARD';

const STARTING: ReadonlySet<OutcomeRule['attempt']> = new Set(['new', 'open-or-new']);
const UNDECIDED: ReadonlySet<OrderStatus> = new Set(['initialized', 'uncleared']);
const RELATED_TYPE: Partial<Record<PaymentOutcome, SandboxTransactionType>> = {
  chargedback: 'chargeback',
  reversed: 'reverse-chargeback',
};

/** Keeps an order's payment attempts consistent with the order: one transaction for each attempt. */
@Injectable()
export class PaymentAttempts {
  constructor(
    private readonly maker: TransactionMaker,
    private readonly chargebacks: Chargebacks,
    private readonly parts: PaymentParts,
  ) {}

  /**
   * Pays a part of the due amount, such as by a gift card or a short bank transfer: its own transaction, while the
   * order stays open for the rest.
   *
   * @returns false if the request pays the whole rest, or is not a payment: then call {@link PaymentAttempts.follow}.
   */
  async payPart(em: EntityManager, order: SandboxOrderEntity, request: AttemptChange['request']): Promise<boolean> {
    if (request.outcome !== 'paid' || request.amount === undefined) return false;
    const { amount, paidWith = null } = request;
    if (amount >= (await this.parts.due(em, order))) return false;
    await this.parts.add(em, order, { method: methodOf(order, request.method), amount, paidWith });
    return true;
  }

  /** The payment method of an outcome; null if none was chosen and none will be. */
  async methodOf(em: EntityManager, { order, rule, request }: AttemptChange): Promise<string | null> {
    const newest = await this.newest(em, order);
    const isOfNewest = rule.attempt === 'newest' || isOpen(newest);
    const known = isOfNewest ? newest?.method : undefined;
    if (request.method === null) return known ?? null;
    return request.method ?? known ?? methodOf(order, undefined);
  }

  /** Makes or changes the transaction of an outcome, and adds what follows from it. */
  async follow(em: EntityManager, change: AttemptChange): Promise<void> {
    const { order, rule, request } = change;
    const newest = await this.newest(em, order);
    const open = isOpen(newest) && !isAnotherTry(change, newest) ? newest : null;
    const known = rule.attempt === 'newest' ? newest : open;
    if (known !== null) await this.#update(em, change, known);
    else if (STARTING.has(rule.attempt) && request.method !== null) await this.#start(em, change);
    const type = RELATED_TYPE[request.outcome];
    if (type !== undefined) await this.#relate(em, change, { type, newest });
  }

  async #start(em: EntityManager, { order, request }: AttemptChange): Promise<void> {
    const method = methodOf(order, request.method);
    // A declined attempt was for the whole amount; a successful one pays what was still due.
    const amount = await this.parts.due(em, order);
    const { paidWith = null } = request;
    const fields = { method, amount, paidWith, ...tryState(order, method, order.modifiedAt) };
    order.transactionKey = (await this.maker.add(em, order, fields)).id;
  }

  #update(em: EntityManager, change: AttemptChange, transaction: SandboxTransactionEntity): Promise<unknown> {
    const { modifiedAt } = change.order;
    const amount = transaction.amount + (change.request.tip ?? 0);
    const { paidWith = transaction.paidWith } = change.request;
    // A card is named by its scheme once it is known.
    const isChosen = change.rule.attempt === 'open-or-new' && typeof change.request.method === 'string';
    const method = isChosen ? methodOf(change.order, change.request.method) : transaction.method;
    const fields = { ...tryState(change.order, method, transaction.createdAt), modifiedAt, amount, paidWith, method };
    return em.save(Object.assign(transaction, fields));
  }

  async #relate(
    em: EntityManager,
    { order, request }: AttemptChange,
    { type, newest }: { type: SandboxTransactionType; newest: SandboxTransactionEntity | null },
  ): Promise<void> {
    const amount = await (type === 'reverse-chargeback'
      ? this.chargebacks.sum(em, order)
      : this.chargebacks.next(em, order, request.amount));
    // An announced chargeback that was never booked has no row.
    if (amount === 0) return;
    await this.maker.add(em, order, {
      type,
      parentKey: order.id,
      referenceId: newest?.transactionId ?? null,
      method: newest?.method ?? '',
      status: 'completed',
      amount,
      completedAt: order.modifiedAt,
    });
  }

  /** The newest transaction of an order. */
  async newest(em: EntityManager, { transactionKey }: SandboxOrderEntity): Promise<SandboxTransactionEntity | null> {
    return transactionKey === null ? null : em.findOneBy(SandboxTransactionEntity, { id: transactionKey });
  }
}

/** The state of a try that has the order's own state, and when it ends by itself. */
export function tryState(
  order: SandboxOrderEntity,
  method: string,
  begunAt: number,
): Partial<SandboxTransactionEntity> & Pick<SandboxTransactionEntity, 'status'> {
  const { status, financialStatus, reason, reasonCode, completedAt, heldUntil, expiresAt } = order;
  const openUntil = begunAt + (tryExpiryMs(method) ?? expiresAt - begunAt);
  const dueAt = status === 'initialized' ? openUntil : status === 'uncleared' ? heldUntil : null;
  return { status, financialStatus, reason, reasonCode, completedAt, dueAt };
}

/**
 * Whether a payment is another try than the open one: by another method, or by another card or account. The open one is left
 * as it is, and comes to an end of its own.
 */
export function isAnotherTry({ rule, request }: PaymentChoice, open: OpenTry): boolean {
  if (rule.attempt === 'new') return true;
  if (rule.attempt !== 'open-or-new' || open.status !== 'initialized') return false;
  const { method, paidWith = null } = request;
  const isSameMethod =
    typeof method !== 'string' || method === open.method || (isCard(method) && open.method === ANY_CARD);
  return !isSameMethod || (paidWith !== null && open.paidWith !== null && !isDeepStrictEqual(paidWith, open.paidWith));
}

/** Whether an attempt is not decided yet; a paid part is decided. */
function isOpen(attempt: SandboxTransactionEntity | null): attempt is SandboxTransactionEntity {
  return attempt !== null && !attempt.isPart && UNDECIDED.has(attempt.status);
}

function methodOf(order: SandboxOrderEntity, method: string | null | undefined): string {
  return method ?? offeredMethods(order)[0]?.code ?? '';
}
