import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { createId } from '../../support/index.js';
import type { SandboxOrderEntity } from './sandbox-order.entity.js';
import { SANDBOX_SETTINGS, type SandboxSettings } from '../core/index.js';
import { TransactionIds } from './transaction-ids.js';
import { SandboxTransactionEntity } from './sandbox-transaction.entity.js';

/** The own fields of a new transaction; the others come from the order. */
export type TransactionFields = Partial<SandboxTransactionEntity> &
  Pick<SandboxTransactionEntity, 'method' | 'status' | 'amount'>;

/** Writes new transactions, with their ids, owner and times. */
@Injectable()
export class TransactionMaker {
  constructor(
    private readonly ids: TransactionIds,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Adds a transaction to an order. Its times are never before the order's own. */
  async add(
    em: EntityManager,
    order: SandboxOrderEntity,
    fields: TransactionFields,
  ): Promise<SandboxTransactionEntity> {
    const now = Math.max(this.settings.clock.now(), order.createdAt);
    const { id: orderKey, group, site, orderId, currency, description, variables } = order;
    const owner = { orderKey, group, site, orderId, currency, description, variables };
    const nothing = {
      parentKey: null,
      refundOrderId: null,
      referenceId: null,
      paidWith: null,
      isPart: false,
      inCosts: false,
      returned: 0,
      amountRefunded: 0,
      reason: '',
      reasonCode: '',
      completedAt: null,
      dueAt: null,
    };
    const times = { createdAt: now, modifiedAt: now };
    const identity = { id: createId(this.settings.clock), transactionId: this.ids.next(), type: 'payment' as const };
    const state = { financialStatus: fields.status };
    const transaction = new SandboxTransactionEntity();
    Object.assign(transaction, identity, owner, nothing, times, state, fields);
    return em.save(transaction);
  }
}
