import type { OnApplicationBootstrap } from '@nestjs/common';
import {
  I18nService,
  PluginCommonModule,
  ProcessContext,
  VendurePlugin,
  type RuntimeVendureConfig,
  type Type,
} from '@vendure/core';
import { TillbridgeModule } from 'tillbridge';
import { tillbridgeEntities } from 'tillbridge/database';
import { ACTION_ERROR_TRANSLATION } from './admin/action.results';
import { adminProviders, adminResolvers, adminSchema } from './admin';
import { PAYMENT_ERROR_TRANSLATION } from './checkout/checkout.results';
import { CheckoutService } from './checkout/checkout.service';
import { Coupons } from './checkout/coupons.service';
import { PaymentPreparation } from './checkout/payment-preparation.service';
import { PaymentRequests } from './checkout/payment-request.service';
import { CreatePaymentResultResolver, TillbridgeShopResolver } from './checkout/shop.resolver';
import { shopSchema } from './checkout/shop.schema';
import { NOTIFICATION_PATH, PLUGIN_OPTIONS } from './constants';
import { AdditionalPayments } from './events/additional-payments.service';
import { OrderJournal } from './events/order-journal.service';
import { PaymentEvents } from './events/payment-events';
import { PaymentRecorder } from './events/payment-recorder.service';
import { RefundEvents } from './events/refund-events';
import { tillbridgeVendureMigrations } from './migrations';
import type { TillbridgePluginOptions } from './options/plugin-options';
import { VendureAmounts } from './money/vendure-amounts.service';
import { rawBodyMiddleware } from './options/raw-body.middleware';
import { moduleOptions } from './options/resolve-options';
import { Cancellations } from './payment-method/cancellations.service';
import { createOrderProcess } from './payment-method/order.process';
import { createEligibilityChecker } from './payment-method/eligibility.checker';
import { OfferedMethods } from './payment-method/offered-methods.service';
import { createPaymentMethodHandler } from './payment-method/payment-method.handler';
import { PaymentOperations } from './payment-method/payment-operations.service';
import { tillbridgeRefundProcess } from './payment-method/refund.process';
import { TillbridgePaymentRecord } from './records/payment-record.entity';
import { PaymentRecords } from './records/payment-records.service';
import { JoinedTransaction } from './transaction/joined-transaction.service';

/** The plugin keeps the bytes itself, so if they are missing, a middleware of the shop is the cause. */
const RAW_BODY_ADVICE =
  'TillbridgePlugin keeps the raw body of /payments/notifications itself. Look in apiOptions.middleware, and in other ' +
  'plugins, for a body parser with beforeListen: true that comes before it on that route, and put it on another route.';

/** The plugin's additions to Vendure's configuration. */
function configure(config: RuntimeVendureConfig): RuntimeVendureConfig {
  const { apiOptions, dbConnectionOptions, orderOptions, paymentOptions } = config;
  apiOptions.middleware.push(rawBodyMiddleware());
  const migrations = Object.values(dbConnectionOptions.migrations ?? []);
  Object.assign(dbConnectionOptions, { migrations: [...migrations, ...tillbridgeVendureMigrations] });
  orderOptions.process.push(createOrderProcess());
  paymentOptions.paymentMethodHandlers.push(createPaymentMethodHandler());
  paymentOptions.paymentMethodEligibilityCheckers?.push(createEligibilityChecker());
  paymentOptions.refundProcess?.push(tillbridgeRefundProcess);
  return config;
}

/**
 * Takes the payments of a Vendure shop through a `/v1/json` payment order service.
 *
 * @example
 * ```ts
 * export const config: VendureConfig = {
 *   plugins: [
 *     TillbridgePlugin.init({
 *       publicUrl: 'https://shop.example',
 *       redirectUrl: 'https://shop.example/checkout/confirmation/{code}',
 *       terminalGroups: [{ name: 'web', mode: 'live', apiKeys: [process.env.WEB_KEY ?? ''] }],
 *     }),
 *   ],
 * };
 * ```
 */
@VendurePlugin({
  compatibility: '^3.7.0',
  imports: [
    PluginCommonModule,
    TillbridgeModule.forRootAsync({
      imports: [PluginCommonModule],
      inject: [ProcessContext],
      useFactory: (process: ProcessContext) => moduleOptions(TillbridgePlugin.options, process),
      notificationPath: NOTIFICATION_PATH,
      rawBodyAdvice: RAW_BODY_ADVICE,
    }),
  ],
  entities: () => [...tillbridgeEntities, TillbridgePaymentRecord],
  configuration: configure,
  providers: [
    { provide: PLUGIN_OPTIONS, useFactory: () => TillbridgePlugin.options },
    CheckoutService,
    Coupons,
    PaymentPreparation,
    PaymentRequests,
    PaymentRecords,
    PaymentRecorder,
    AdditionalPayments,
    PaymentOperations,
    PaymentEvents,
    RefundEvents,
    OrderJournal,
    OfferedMethods,
    JoinedTransaction,
    VendureAmounts,
    Cancellations,
    ...adminProviders,
  ],
  exports: [CheckoutService, JoinedTransaction, PaymentRecords],
  shopApiExtensions: { schema: shopSchema, resolvers: [TillbridgeShopResolver, CreatePaymentResultResolver] },
  adminApiExtensions: { schema: adminSchema, resolvers: adminResolvers },
  dashboard: './dashboard/index.tsx',
})
export class TillbridgePlugin implements OnApplicationBootstrap {
  /** The input of {@link TillbridgePlugin.init}. */
  static options: TillbridgePluginOptions;

  constructor(private readonly i18n: I18nService) {}

  /** The fallback for other languages. */
  onApplicationBootstrap(): void {
    for (const texts of [PAYMENT_ERROR_TRANSLATION, ACTION_ERROR_TRANSLATION]) this.i18n.addTranslation('en', texts);
  }

  /** The plugin with its options, for `plugins` of the Vendure configuration. */
  static init(options: TillbridgePluginOptions): Type<TillbridgePlugin> {
    this.options = options;
    return TillbridgePlugin;
  }
}
