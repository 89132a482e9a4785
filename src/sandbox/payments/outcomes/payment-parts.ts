import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  type PaidWith,
  type SandboxOrderEntity,
  SandboxTransactionEntity,
  TransactionMaker,
} from '../../orders/index.js';
import type { OutcomeRule } from './outcome-rules.js';
import { GiftCards } from '../instruments/gift-cards.js';

/** A part of the due amount. */
interface NewPart {
  readonly method: string;
  /** Minor units. */
  readonly amount: number;
  readonly paidWith: PaidWith | null;
}

const HELD = { status: 'initialized', completedAt: null } as const;

/** Whether a transaction is a part that is held until the rest is paid. */
const isOpenPart = ({ isPart, status }: SandboxTransactionEntity): boolean => isPart && status === 'initialized';

/** Parts that are paid before the whole order: by a gift card, or by a transfer that was too short. */
@Injectable()
export class PaymentParts {
  constructor(
    private readonly maker: TransactionMaker,
    private readonly cards: GiftCards,
  ) {}

  /** The amount that is still due, minor units. */
  async due(em: EntityManager, order: SandboxOrderEntity): Promise<number> {
    const payments = await em.findBy(SandboxTransactionEntity, { orderKey: order.id, type: 'payment' });
    const paid = payments.filter((each) => each.isPart && (each.status === 'completed' || isOpenPart(each)));
    return order.amount - paid.reduce((sum, { amount }) => sum + amount, 0);
  }

  /** Adds a part. A gift card's part is only held until the rest is paid. */
  async add(em: EntityManager, order: SandboxOrderEntity, { method, amount, paidWith }: NewPart): Promise<void> {
    const isHeld = paidWith !== null && paidWith.giftCard !== null;
    const state = isHeld ? HELD : { status: 'completed' as const, completedAt: order.modifiedAt };
    const part = await this.maker.add(em, order, { isPart: true, method, amount, paidWith, ...state });
    order.transactionKey = part.id;
  }

  /** Ends the held parts with the order: they are paid with it, or returned to their cards. */
  async follow(em: EntityManager, order: SandboxOrderEntity, rule: OutcomeRule): Promise<void> {
    if (!isOver(order, rule)) return;
    const isPaid = order.completedAt !== null;
    const payments = await em.findBy(SandboxTransactionEntity, { orderKey: order.id, status: 'initialized' });
    for (const part of payments.filter(isOpenPart)) {
      part.modifiedAt = order.modifiedAt;
      if (isPaid) Object.assign(part, { status: 'completed', completedAt: order.modifiedAt });
      else Object.assign(part, { status: order.status });
      part.financialStatus = part.status;
      await em.save(part);
      if (!isPaid) await this.cards.add(em, part.paidWith?.giftCard ?? '', part.amount);
    }
  }
}

/** Whether the order is decided; then the held parts of gift cards are decided too. */
function isOver({ status, completedAt }: SandboxOrderEntity, { staysOpen }: OutcomeRule): boolean {
  return completedAt !== null || (!staysOpen && status !== 'uncleared');
}
