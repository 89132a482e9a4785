import { Module, type DynamicModule } from '@nestjs/common';
import {
  type ASYNC_OPTIONS_TYPE,
  checkedAsync,
  ConfigurableModuleClass,
  type OPTIONS_TYPE,
} from './tillbridge.module-definition.js';

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
@Module({})
export class TillbridgeModule extends ConfigurableModuleClass {
  /** @throws PaymentError `OPTIONS_INVALID` at the start of the application, also when configuration was not loaded */
  static override forRoot(options: typeof OPTIONS_TYPE): DynamicModule {
    return super.forRoot({ ...options });
  }

  /** @throws PaymentError `OPTIONS_INVALID` where nothing makes the options; otherwise at the start of the application */
  static override forRootAsync(options: typeof ASYNC_OPTIONS_TYPE): DynamicModule {
    return super.forRootAsync(checkedAsync(options));
  }
}
