import { Module } from '@nestjs/common';
import { OrderFinder } from './order-finder.js';
import { OrderSnapshots } from './order-snapshots.js';
import { PaymentSessions } from './payment-sessions.js';
import { SessionEvents } from './session-events.js';
import { TransactionIds } from './transaction-ids.js';
import { TransactionMaker } from './transaction-maker.js';

/** Orders, sessions and transactions of the service, and their wire format. */
@Module({
  providers: [OrderFinder, OrderSnapshots, PaymentSessions, SessionEvents, TransactionIds, TransactionMaker],
  exports: [OrderFinder, OrderSnapshots, PaymentSessions, SessionEvents, TransactionMaker],
})
export class SandboxOrdersModule {}
