import { ConfigurableModuleBuilder, type DynamicModule, type Type } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { unknownNames } from '../support/index.js';
import { AdminModule } from './admin/index.js';
import { ClientModule } from './client/index.js';
import {
  asyncNames,
  CoreModule,
  OptionsModule,
  optionsError,
  TILLBRIDGE_OPTIONS,
  settled,
  structureFaults,
  TillbridgeExtras,
  type TillbridgeOptions,
} from './core/index.js';
import { DataSourceModule } from './data-source/index.js';
import { DecisionsModule } from './decisions/index.js';
import { DiagnosticsModule } from './diagnostics/index.js';
import { EffectsModule } from './effects/index.js';
import { ErrorsModule } from './errors/index.js';
import { createNotificationsController, NotificationsModule } from './notifications/index.js';
import { OrdersModule } from './orders/index.js';
import { PaymentsModule, TillbridgeWorkers } from './payments/index.js';
import { PollScheduleModule } from './poll-schedule/index.js';
import { PollingModule } from './polling/index.js';
import { RefundRecordsModule } from './refund-records/index.js';
import { RefundsModule } from './refunds/index.js';
import { RetentionModule } from './retention/index.js';
import { createReturnController, ReturnPageModule } from './return-page/index.js';
import { tillbridgeEntities } from './tillbridge.entities.js';
import { WorkersModule } from './workers/index.js';

/** Checks the structure, and misspelt names beside a factory. The options of `forRoot` are checked later. */
function checkStructure({ providers = [] }: DynamicModule, given: TillbridgeExtras): void {
  const isGivenAtOnce = providers.some((provider) => 'useValue' in provider);
  const faults = [...structureFaults(given), ...(isGivenAtOnce ? [] : unknownNames(given, asyncNames()))];
  if (faults.length > 0) throw optionsError(faults);
}

/** The features, each with those that it builds on. Each is one reference, by which Nest identifies it. */
function featuresOf(definition: DynamicModule, extras: Required<TillbridgeExtras>) {
  const feature = (module: Type, imports: readonly DynamicModule[], more: Partial<DynamicModule> = {}) => ({
    ...more,
    module,
    imports: [core, ...imports],
  });
  const hostModules = (definition.imports ?? []) as DynamicModule[];
  const options = OptionsModule.of(definition, extras);
  const entities = TypeOrmModule.forFeature([...tillbridgeEntities], extras.dataSource);
  const dataSource = DataSourceModule.of(extras.dataSource, [options, entities]);
  const core = CoreModule.of(options, dataSource);
  const workers = feature(WorkersModule, []);
  const client = feature(ClientModule, []);
  const errors = feature(ErrorsModule, []);
  const decisions = feature(DecisionsModule, []);
  const effects = feature(EffectsModule, [workers, decisions]);
  const refundRecords = feature(RefundRecordsModule, []);
  const pollSchedule = feature(PollScheduleModule, []);
  const orders = feature(OrdersModule, [client, effects, refundRecords, pollSchedule]);
  const refunds = feature(RefundsModule, [workers, client, decisions, refundRecords, orders]);
  const polling = feature(PollingModule, [workers, client, pollSchedule, orders]);
  // A guard of the host on a route of the module is built in the module of that route.
  const notifications = feature(NotificationsModule, [workers, client, orders, polling, ...hostModules], {
    controllers: [createNotificationsController(extras.notificationPath, extras.notificationDecorators)],
  });
  const retention = feature(RetentionModule, [workers]);
  const returnPage = feature(ReturnPageModule, [orders, ...hostModules], {
    controllers: extras.returnPage ? [createReturnController(extras.returnPage)] : [],
  });
  const diagnostics = feature(DiagnosticsModule, [workers, client, effects, notifications]);
  const admin = feature(AdminModule, [client, decisions, pollSchedule, orders, refunds, retention, diagnostics]);
  const shop = [client, effects, orders, refunds, polling, notifications, retention, diagnostics, admin];
  // PaymentOrders is an OrdersService, so it needs the same imports.
  const payments = feature(PaymentsModule, [pollSchedule, ...shop]);
  return {
    imports: [core, workers, errors, returnPage, payments, ...shop],
    exports: [core, client, errors, effects, notifications, retention, diagnostics, admin, payments],
  };
}

/** Turns the options into what the host imports: the composed features. */
function composed(definition: DynamicModule, given: TillbridgeExtras): DynamicModule {
  checkStructure(definition, given);
  const extras = settled(TillbridgeExtras, given);
  const { imports, exports } = featuresOf(definition, extras);
  return {
    module: definition.module,
    global: extras.isGlobal,
    imports,
    providers: [TillbridgeWorkers],
    exports: [TillbridgeWorkers, ...exports],
  };
}

export { checkedAsync } from './core/index.js';

/** The base class of TillbridgeModule, made by Nest's own builder: `forRoot` and `forRootAsync`. */
export const { ConfigurableModuleClass, OPTIONS_TYPE, ASYNC_OPTIONS_TYPE } =
  new ConfigurableModuleBuilder<TillbridgeOptions>({ optionsInjectionToken: TILLBRIDGE_OPTIONS })
    .setClassMethodName('forRoot')
    .setExtras<TillbridgeExtras>({}, composed)
    .build();
