import { Module } from '@nestjs/common';
import { readRows } from '../../database/engine/index.js';
import { PreparedEffects } from '../effects/index.js';
import { OrderCaptures } from './captures/order-captures.js';
import { AttemptSender } from './creation/attempt-sender.js';
import { AttemptsRepository } from './creation/attempts.repository.js';
import { OrderCreation } from './creation/order-creation.js';
import { TransitionEntity } from './entities/transition.entity.js';
import { Ledger } from './ledger/ledger.js';
import { OrderReader } from './order-reader.js';
import { OrdersRepository } from './orders.repository.js';
import { OrdersService } from './orders.service.js';
import { ReturnRefreshService } from './return-refresh.service.js';

/** Orders: created, observed, and changed in one place, the ledger. */
@Module({
  providers: [
    AttemptSender,
    AttemptsRepository,
    Ledger,
    OrderCaptures,
    OrderCreation,
    OrderReader,
    OrdersRepository,
    OrdersService,
    ReturnRefreshService,
  ],
  exports: [Ledger, OrderCaptures, OrderCreation, OrderReader, OrdersRepository, OrdersService, ReturnRefreshService],
})
export class OrdersModule {
  /** Connects the effects with the transitions that are read here. */
  constructor(effects: PreparedEffects) {
    effects.useTransitions((tx, values) => readRows(tx, TransitionEntity, { property: 'id', values }));
  }
}
