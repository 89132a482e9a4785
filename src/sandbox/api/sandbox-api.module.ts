import { Module, RequestMethod, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { AccountChecks } from './creation/account-checks.js';
import { CreateOrderAnswers } from './creation/create-order-answers.js';
import { OrderCreationService } from './creation/order-creation.service.js';
import { CallFaults } from './faults/call-faults.js';
import { FaultMiddleware } from './faults/fault.middleware.js';
import { ForeignRefunds } from './faults/foreign-refunds.js';
import { MissingPathsController } from './missing-paths.controller.js';
import { SandboxOrdersController } from './sandbox-orders.controller.js';
import { SandboxRefundsController } from './refunds/sandbox-refunds.controller.js';
import { ServiceGate } from './service-gate.js';
import { SandboxEventStreamController } from './terminals/sandbox-event-stream.controller.js';
import { EventTokens } from './terminals/event-tokens.js';
import { SandboxGatewaysController } from './methods/sandbox-gateways.controller.js';
import { SandboxIconsController } from './methods/sandbox-icons.controller.js';
import { SandboxLookupsController } from './methods/sandbox-lookups.controller.js';
import { SandboxWalletsController } from './methods/sandbox-wallets.controller.js';
import { SandboxReceiptsController } from './terminals/sandbox-receipts.controller.js';
import { SandboxTerminalsController } from './terminals/sandbox-terminals.controller.js';
import { TokenCharges } from './creation/token-charges.js';
import { SandboxTokensController } from './tokens/sandbox-tokens.controller.js';
import { TransactionList } from './transactions/transaction-list.js';
import { SandboxTransactionsController } from './transactions/sandbox-transactions.controller.js';
import { CaptureRequests } from './updates/capture-requests.js';
import { SandboxCapturesController } from './updates/sandbox-captures.controller.js';
import { OrderUpdates } from './updates/order-updates.js';

/** The API for shops: `/v1/json` and the event stream, with the faults that apply to calls. */
@Module({
  controllers: [
    SandboxOrdersController,
    SandboxCapturesController,
    SandboxRefundsController,
    SandboxTransactionsController,
    SandboxTerminalsController,
    SandboxGatewaysController,
    SandboxLookupsController,
    SandboxIconsController,
    SandboxReceiptsController,
    SandboxWalletsController,
    SandboxEventStreamController,
    SandboxTokensController,
    // Must be last: it answers all other paths.
    MissingPathsController,
  ],
  providers: [
    AccountChecks,
    CallFaults,
    CaptureRequests,
    CreateOrderAnswers,
    EventTokens,
    ForeignRefunds,
    OrderUpdates,
    OrderCreationService,
    ServiceGate,
    TokenCharges,
    TransactionList,
  ],
})
export class SandboxApiModule implements NestModule {
  /** Called by Nest: faults apply before any other part of the sandbox sees a call. */
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(FaultMiddleware).forRoutes({ path: 'v1/json/*splat', method: RequestMethod.ALL });
  }
}
