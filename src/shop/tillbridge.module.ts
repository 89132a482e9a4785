import { Module } from '@nestjs/common';
import { ConfigurableModuleClass } from './tillbridge.module-definition.js';

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
export class TillbridgeModule extends ConfigurableModuleClass {}
