import { Module } from '@nestjs/common';
import {
  AccountClient,
  ClientTransport,
  EventsClient,
  PaymentsClient,
  RawRequestClient,
  ServiceCaller,
  TransactionsClient,
} from './client/index.js';
import { Decisions } from './decisions/index.js';
import {
  EffectsDispatcher,
  EffectsService,
  HandlerCalls,
  HandlersRegistry,
  TillbridgeEffects,
} from './effects/index.js';
import { UnlistedCodes } from './errors/index.js';
import {
  AcknowledgementTimes,
  BootCheck,
  BootCheckNonce,
  Entrance,
  EntranceGate,
  GetNotifications,
  Inbox,
  InboxWorker,
  notificationTimeline,
  RefusalLog,
  SignatureGuard,
  SignatureJudge,
} from './notifications/index.js';
import { VitalGauges, Vitals } from './health/index.js';
import { KeyProbe } from './key-probe/index.js';
import { GroupAccounts } from './group-account.js';
import {
  AttemptsRepository,
  AttemptSender,
  Ledger,
  OrderCreation,
  OrdersRepository,
  OrdersService,
  ReturnReads,
  Timeline,
} from './orders/index.js';
import { OPERATOR_PROVIDERS, OrderDossiers, OrderSearch, TillbridgeNotifications } from './operator/index.js';
import { Payments } from './payments.service.js';
import {
  PollBook,
  PollCron,
  Poller,
  PollParking,
  PollRequests,
  PollTurns,
  PollWorker,
  Sweep,
  TillbridgePolling,
  pollJobsProvider,
} from './polling/index.js';
import {
  ElsewhereBook,
  Lanes,
  LaneWorker,
  RefundBatches,
  RefundBatchJudge,
  RefundBatchQueue,
  RefundBatchViews,
  RefundBook,
  RefundDesk,
  RefundFollower,
  RefundIntake,
  RefundSender,
  RefundsRepository,
  RefundsService,
  refundTimeline,
  RefundWatchWorker,
} from './refunds/index.js';
import { Reconciliation } from './reconciliation/index.js';
import { Erasure, RetentionWork, TillbridgeRetention } from './retention/index.js';
import { ReturnPages } from './return-page/index.js';
import { TerminalGroups } from './terminal-groups/index.js';
import { DATABASE_PROVIDERS } from './tillbridge.database.js';
import { ConfigurableModuleClass } from './tillbridge.module-definition.js';
import type { TillbridgeOptions } from './tillbridge.options.js';
import {
  ATTEMPT_WATCH,
  CLOCK,
  DATA_SOURCE,
  ERROR_ANSWERS,
  NOTIFICATION_TIMELINE,
  OBSERVATION_FOLLOWER,
  PAYMENTS,
  REFUND_TIMELINE,
  RETENTION,
  TILLBRIDGE_OPTIONS,
  TOOLBOX,
  VITALS,
  WORK_SETTINGS,
} from './tillbridge.tokens.js';
import { toRetentionSettings } from './tillbridge.options.retention.js';
import { toWorkSettings } from './tillbridge.options.work.js';
import { Toolbox } from './tool/index.js';
import { FailureTexts } from './workers/index.js';
import { TillbridgeWorkers } from './workers.service.js';

/**
 * Takes payments through a `/v1/json` payment order service. Import it once, beside the host's own
 * `TypeOrmModule.forRoot()`; create the application with `rawBody: true`.
 *
 * @example
 * ```ts
 * import { Module } from '@nestjs/common';
 * import { TypeOrmModule } from '@nestjs/typeorm';
 * import { TillbridgeModule } from 'tillbridge';
 * import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
 *
 * const notificationUrl = 'https://shop.example/payments/notifications/web';
 * const keys = [process.env['WEB_KEY'] ?? ''];
 *
 * @Module({
 *   imports: [
 *     TypeOrmModule.forRoot({ type: 'mariadb', entities: [...tillbridgeEntities], migrations: [...tillbridgeMigrations] }),
 *     TillbridgeModule.forRoot({ terminalGroups: [{ name: 'web', mode: 'live', apiKeys: keys, notificationUrl }] }),
 *   ],
 * })
 * class AppModule {}
 * ```
 */
@Module({
  providers: [
    ...DATABASE_PROVIDERS,
    { provide: NOTIFICATION_TIMELINE, inject: [DATA_SOURCE], useFactory: notificationTimeline },
    { provide: REFUND_TIMELINE, inject: [DATA_SOURCE], useFactory: refundTimeline },
    { provide: WORK_SETTINGS, inject: [TILLBRIDGE_OPTIONS], useFactory: toWorkSettings },
    {
      provide: ERROR_ANSWERS,
      inject: [TILLBRIDGE_OPTIONS],
      useFactory: (options: TillbridgeOptions) => options?.errors ?? {},
    },
    { provide: RETENTION, inject: [TILLBRIDGE_OPTIONS], useFactory: toRetentionSettings },
    { provide: OBSERVATION_FOLLOWER, useExisting: RefundFollower },
    { provide: ATTEMPT_WATCH, useExisting: PollBook },
    pollJobsProvider,
    { provide: PAYMENTS, useExisting: Payments },
    { provide: VITALS, useExisting: Vitals },
    { provide: TOOLBOX, useClass: Toolbox },
    AccountClient,
    AcknowledgementTimes,
    AttemptSender,
    AttemptsRepository,
    BootCheck,
    BootCheckNonce,
    Entrance,
    EntranceGate,
    GetNotifications,
    PollBook,
    PollCron,
    Poller,
    PollParking,
    PollRequests,
    PollTurns,
    Sweep,
    PollWorker,
    ClientTransport,
    Decisions,
    EffectsDispatcher,
    FailureTexts,
    HandlerCalls,
    TillbridgeEffects,
    EffectsService,
    EventsClient,
    GroupAccounts,
    HandlersRegistry,
    Inbox,
    InboxWorker,
    KeyProbe,
    Ledger,
    OrderCreation,
    Erasure,
    ...OPERATOR_PROVIDERS,
    OrdersRepository,
    OrdersService,
    Payments,
    PaymentsClient,
    RawRequestClient,
    Reconciliation,
    ElsewhereBook,
    Lanes,
    LaneWorker,
    RefundBatches,
    RefundBatchJudge,
    RefundBatchQueue,
    RefundBatchViews,
    RefundBook,
    RefundDesk,
    RefundFollower,
    RefundIntake,
    RefundSender,
    RefundsRepository,
    RefundsService,
    RefundWatchWorker,
    RetentionWork,
    ReturnPages,
    ReturnReads,
    ServiceCaller,
    RefusalLog,
    SignatureGuard,
    SignatureJudge,
    TerminalGroups,
    TillbridgePolling,
    TillbridgeRetention,
    TillbridgeWorkers,
    Timeline,
    UnlistedCodes,
    TransactionsClient,
    VitalGauges,
    Vitals,
  ],
  exports: [
    ERROR_ANSWERS,
    OrderDossiers,
    OrderSearch,
    Payments,
    PAYMENTS,
    PaymentsClient,
    RefusalLog,
    SignatureGuard,
    TerminalGroups,
    TillbridgeEffects,
    TillbridgeNotifications,
    TillbridgeRetention,
    TillbridgeWorkers,
    SignatureJudge,
    CLOCK,
    DATA_SOURCE,
    TOOLBOX,
    VITALS,
    Vitals,
  ],
})
export class TillbridgeModule extends ConfigurableModuleClass {}
