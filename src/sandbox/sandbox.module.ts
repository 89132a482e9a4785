import {
  Module,
  RequestMethod,
  type DynamicModule,
  type MiddlewareConsumer,
  type NestModule,
  type Provider,
  type Type,
} from '@nestjs/common';
import { Checkout } from './checkout/checkout.service.js';
import { CheckoutController } from './checkout/checkout.controller.js';
import { Agenda } from './control/agenda.js';
import { ClockApiController } from './control/clock-api.controller.js';
import { ClockMemory } from './control/clock-memory.js';
import { ControlAnswers } from './control/control-answers.js';
import { FaultsApiController } from './control/faults-api.controller.js';
import { NotificationsApiController } from './control/notifications-api.controller.js';
import { SiteSettings } from './control/site-settings.js';
import { TimeTravel } from './control/time-travel.js';
import { CallFaults } from './faults/call-faults.js';
import { FaultMiddleware } from './faults/fault.middleware.js';
import { ForeignRefunds } from './faults/foreign-refunds.js';
import { OrderSnapshots } from './faults/order-snapshots.js';
import { SandboxFaults } from './faults/sandbox-faults.js';
import { HostGuard } from './http/host.guard.js';
import { PublicAddress } from './http/public-address.js';
import { Responder } from '../pages/responder.js';
import { NotificationArchive } from './notifications/notification-archive.js';
import { NotificationDesk } from './notifications/notification-desk.js';
import { NotificationLog } from './notifications/notification-log.js';
import { NotificationQueue } from './notifications/notification-queue.js';
import { NotificationRounds } from './notifications/notification-round.js';
import { NotificationSender } from './notifications/notification-sender.js';
import { NotificationTransport } from './notifications/notification-transport.js';
import { ResendTimer } from './notifications/resend-timer.js';
import { OrderDriver } from './orders/order-driver.js';
import { AccountChecks } from './orders/account-checks.js';
import { CaptureExpiry } from './orders/capture-expiry.js';
import { Captures } from './orders/captures.js';
import { CreateOrderAnswers } from './orders/create-order-answers.js';
import { DirectPayments } from './orders/direct-payments.js';
import { SandboxEventStreamController } from './terminals/event-stream.controller.js';
import { SandboxGatewaysController } from './terminals/gateways.controller.js';
import { SandboxTerminalsController } from './terminals/terminals.controller.js';
import { EventTokens } from './terminals/event-tokens.js';
import { GroupSwitches } from './terminals/group-switches.js';
import { OrderSplit } from './orders/order-split.js';
import { OrderUpdates } from './orders/order-updates.js';
import { PartialShipments } from './orders/partial-shipments.js';
import { ServiceGate } from './orders/service-gate.js';
import { SessionEvents } from './terminals/session-events.js';
import { OrderFinder } from './orders/order-finder.js';
import { SandboxCapturesController } from './orders/captures.controller.js';
import { SandboxOrdersController } from './orders/orders.controller.js';
import { SandboxOrders } from './orders/orders.service.js';
import { RefundDriver } from './refunds/refund-driver.js';
import { RefundEffects } from './refunds/refund-effects.js';
import { RefundHistory } from './refunds/refund-history.js';
import { RefundSettlement } from './refunds/refund-settlement.js';
import { Refunds } from './refunds/refunds.js';
import { SandboxRefundsController } from './refunds/refunds.controller.js';
import { SandboxDatabase } from './sandbox.database.js';
import type { SandboxOptions } from './sandbox.options.js';
import { resolveSandboxSettings, type SandboxSettings } from './sandbox.settings.js';
import { SANDBOX_SETTINGS } from './sandbox.tokens.js';
import { Sandbox } from './sandbox.js';
import { OrderExpiry } from './transactions/order-expiry.js';
import { Chargebacks } from './transactions/chargebacks.js';
import { PaymentAttempts } from './transactions/payment-attempts.js';
import { PaymentOutcomes } from './transactions/payment-outcomes.js';
import { TransactionIds } from './transactions/transaction-ids.js';
import { TransactionList } from './transactions/transaction-list.js';
import { SandboxTransactionsController } from './transactions/transactions.controller.js';
import { TransactionMaker } from './transactions/transaction-maker.js';

const CONTROL_CONTROLLERS: Type[] = [ClockApiController, FaultsApiController, NotificationsApiController];

const PROVIDERS: Provider[] = [
  AccountChecks,
  Agenda,
  CallFaults,
  CaptureExpiry,
  Captures,
  Checkout,
  ClockMemory,
  ControlAnswers,
  CreateOrderAnswers,
  DirectPayments,
  EventTokens,
  ForeignRefunds,
  GroupSwitches,
  HostGuard,
  NotificationArchive,
  NotificationDesk,
  NotificationLog,
  NotificationQueue,
  NotificationRounds,
  NotificationSender,
  NotificationTransport,
  OrderDriver,
  OrderExpiry,
  OrderFinder,
  OrderSnapshots,
  OrderSplit,
  OrderUpdates,
  PartialShipments,
  PaymentAttempts,
  Chargebacks,
  PaymentOutcomes,
  PublicAddress,
  RefundDriver,
  RefundEffects,
  RefundHistory,
  RefundSettlement,
  Refunds,
  ResendTimer,
  Responder,
  Sandbox,
  SandboxFaults,
  SandboxOrders,
  ServiceGate,
  SessionEvents,
  SiteSettings,
  TimeTravel,
  TransactionIds,
  TransactionList,
  TransactionMaker,
];

/**
 * The service's side of the specification inside a host application: `POST` and `GET /v1/json/orders`, and the
 * payment page below `/pay`. It keeps its data in a database of its own and shares nothing with the shop but HTTP.
 *
 * @example
 * ```ts
 * import { Test } from '@nestjs/testing';
 * import { Sandbox, SandboxModule } from 'tillbridge/sandbox';
 *
 * const app = (await Test.createTestingModule({
 *   imports: [SandboxModule.forRoot({ terminalGroups: [{ name: 'web', apiKey: 'sandbox-web' }] })],
 * }).compile()).createNestApplication();
 * await app.listen(0, '127.0.0.1');
 * const sandbox = app.get(Sandbox);
 * ```
 */
@Module({})
export class SandboxModule implements NestModule {
  /** Called by Nest: faults strike before anything else of the sandbox sees a call. */
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(FaultMiddleware).forRoutes({ path: 'v1/json/*splat', method: RequestMethod.ALL });
  }

  /**
   * @throws SandboxError `SANDBOX_OPTIONS_INVALID`, with every fault of the options.
   */
  static forRoot(options: SandboxOptions): DynamicModule {
    return sandboxModule(options, []);
  }
}

/** As {@link SandboxModule.forRoot}, with what a sandbox that is an application of its own has besides. */
export function sandboxModule(options: SandboxOptions, controllers: Type[], providers: Provider[] = []): DynamicModule {
  const settings = resolveSandboxSettings(options);
  const database: Provider = {
    provide: SandboxDatabase,
    useFactory: ({ database }: SandboxSettings) => SandboxDatabase.open(database),
    inject: [SANDBOX_SETTINGS],
  };
  return {
    module: SandboxModule,
    controllers: [
      SandboxOrdersController,
      SandboxCapturesController,
      SandboxRefundsController,
      SandboxTransactionsController,
      SandboxTerminalsController,
      SandboxGatewaysController,
      SandboxEventStreamController,
      CheckoutController,
      ...CONTROL_CONTROLLERS,
      ...controllers,
    ],
    providers: [{ provide: SANDBOX_SETTINGS, useValue: settings }, database, ...PROVIDERS, ...providers],
    exports: [Sandbox],
  };
}
