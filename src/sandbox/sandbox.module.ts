import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { SandboxApiModule } from './api/index.js';
import { SandboxControlModule } from './control/index.js';
import { resolveSandboxSettings, SandboxCoreModule, SandboxStateEntity, type SandboxOptions } from './core/index.js';
import { SandboxMerchantModule } from './merchant/index.js';
import { SandboxDeliveryEntity, SandboxNotificationEntity, SandboxNotificationsModule } from './notifications/index.js';
import {
  SandboxOrderEntity,
  SandboxOrderSnapshotEntity,
  SandboxOrdersModule,
  SandboxSessionEntity,
  SandboxTransactionEntity,
} from './orders/index.js';
import {
  SandboxGiftCardEntity,
  SandboxPaymentsModule,
  SandboxPlannedOutcomeEntity,
  SandboxRefundRequestEntity,
  SandboxTokenEntity,
} from './payments/index.js';

/** Every table of the sandbox. They are in its own file, never in the shop's database. */
const ENTITIES: readonly Type[] = [
  SandboxOrderEntity,
  SandboxSessionEntity,
  SandboxTransactionEntity,
  SandboxRefundRequestEntity,
  SandboxPlannedOutcomeEntity,
  SandboxGiftCardEntity,
  SandboxNotificationEntity,
  SandboxDeliveryEntity,
  SandboxOrderSnapshotEntity,
  SandboxStateEntity,
  SandboxTokenEntity,
];

/**
 * The features, each with those that it depends on; one reference each, because Nest identifies modules by reference.
 */
function featuresOf(options: SandboxOptions) {
  const core = SandboxCoreModule.of(resolveSandboxSettings(options), ENTITIES);
  const feature = (module: Type, ...imports: DynamicModule[]): DynamicModule => ({
    module,
    imports: [core, ...imports],
  });
  const orders = feature(SandboxOrdersModule);
  const notifications = feature(SandboxNotificationsModule, orders);
  const payments = feature(SandboxPaymentsModule, orders, notifications);
  const api = feature(SandboxApiModule, orders, notifications, payments);
  const control = feature(SandboxControlModule, orders, notifications, payments);
  const merchant = feature(SandboxMerchantModule, payments, control);
  return { api, control, merchant };
}

/**
 * The service's side of the specification inside a host application: `POST` and `GET /v1/json/orders`, and the payment
 * page below `/pay`. It has its own database, and is connected with the shop only by HTTP.
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
export class SandboxModule {
  /**
   * @throws SandboxError `SANDBOX_OPTIONS_INVALID`, with every fault of the options.
   */
  static forRoot(options: SandboxOptions): DynamicModule {
    const { api, control } = featuresOf(options);
    return { module: SandboxModule, imports: [api, control], exports: [control] };
  }
}

/** Like {@link SandboxModule.forRoot}, with the pages of a standalone sandbox. */
export function standaloneModule(options: SandboxOptions): DynamicModule {
  const { api, control, merchant } = featuresOf(options);
  return { module: SandboxModule, imports: [api, control, merchant], exports: [control] };
}
