import { ConfigurableModuleBuilder, Module, type DynamicModule } from '@nestjs/common';
import {
  checkedAsync,
  CoreModule,
  OptionsModule,
  SystemClockModule,
  TILLBRIDGE_OPTIONS,
  type TillbridgeOptions,
} from '../core/index.js';
import { ErrorsModule } from '../errors/index.js';
import { ClientModule } from './client.module.js';

function composed(definition: DynamicModule): DynamicModule {
  const options = OptionsModule.of(definition, {});
  const core = CoreModule.of(options, SystemClockModule.of(options));
  const features = [ClientModule, ErrorsModule].map((module) => ({ module, imports: [core] }));
  return { module: definition.module, imports: [core, ...features], exports: [core, ...features] };
}

const { ConfigurableModuleClass, OPTIONS_TYPE, ASYNC_OPTIONS_TYPE } = new ConfigurableModuleBuilder<TillbridgeOptions>({
  optionsInjectionToken: TILLBRIDGE_OPTIONS,
})
  .setClassMethodName('forRoot')
  .setExtras({}, composed)
  .build();

/**
 * The typed calls and the error mapper alone, without a database: nothing is stored, no notification is accepted, nothing
 * runs in the background. For a service that only reads, beside the shop that imports `TillbridgeModule`. Takes the same
 * options; those of work that it does not do have no effect, `probe` among them. Refunds are not protected against being sent
 * twice here: give money back in the shop, by `payments.refunds`.
 *
 * @throws PaymentError `OPTIONS_INVALID` listing every fault, when the application is created
 * @example
 * ```ts
 * import { Injectable, Module } from '@nestjs/common';
 * import { PaymentsClient, TerminalGroups, TillbridgeClientModule, type Order } from 'tillbridge';
 *
 * const notificationUrl = 'https://shop.example/payments/notifications/web';
 * const keys = [process.env['WEB_KEY'] ?? ''];
 *
 * @Injectable()
 * class OrderStatus {
 *   constructor(
 *     private readonly client: PaymentsClient,
 *     private readonly groups: TerminalGroups,
 *   ) {}
 *
 *   of(orderId: string): Promise<Order> {
 *     return this.client.getOrder(this.groups.get('web'), orderId);
 *   }
 * }
 *
 * @Module({
 *   imports: [
 *     TillbridgeClientModule.forRoot({ terminalGroups: [{ name: 'web', mode: 'live', apiKeys: keys, notificationUrl }] }),
 *   ],
 *   providers: [OrderStatus],
 * })
 * class StatusModule {}
 * ```
 */
@Module({})
export class TillbridgeClientModule extends ConfigurableModuleClass {
  /** @throws PaymentError `OPTIONS_INVALID` at the start of the application, also when configuration was not loaded */
  static override forRoot(options: typeof OPTIONS_TYPE): DynamicModule {
    return super.forRoot({ ...options });
  }

  /** @throws PaymentError `OPTIONS_INVALID` where nothing makes the options; otherwise at the start of the application */
  static override forRootAsync(options: typeof ASYNC_OPTIONS_TYPE): DynamicModule {
    return super.forRootAsync(checkedAsync(options));
  }
}
