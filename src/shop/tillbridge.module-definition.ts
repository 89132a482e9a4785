import { ConfigurableModuleBuilder, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { isolatedHttp } from './client/index.js';
import { createNotificationsController } from './notifications/index.js';
import { createReturnController } from './return-page/index.js';
import { tillbridgeEntities } from './tillbridge.entities.js';
import type { TillbridgeExtras, TillbridgeOptions } from './tillbridge.options.js';
import { DATA_SOURCE, EXTRAS, HTTP, TILLBRIDGE_OPTIONS } from './tillbridge.tokens.js';

const DEFAULT_EXTRAS: Required<Omit<TillbridgeExtras, 'returnPage'>> = {
  isGlobal: true,
  notificationPath: 'payments/notifications',
  notificationDecorators: [],
  dataSource: 'default',
};

/** Adds what depends on structure: the route, the tables, the DataSource. */
function withStructure(definition: DynamicModule, given: TillbridgeExtras): DynamicModule {
  const extras = { ...DEFAULT_EXTRAS, ...given };
  const notifications = createNotificationsController(extras.notificationPath, extras.notificationDecorators);
  return {
    ...definition,
    global: extras.isGlobal,
    imports: [
      ...(definition.imports ?? []),
      DiscoveryModule,
      TypeOrmModule.forFeature([...tillbridgeEntities], extras.dataSource),
    ],
    controllers: [notifications, ...(extras.returnPage ? [createReturnController(extras.returnPage)] : [])],
    providers: [
      ...(definition.providers ?? []),
      { provide: EXTRAS, useValue: extras },
      // A client of our own: what the host does to its shared one must not change a call, nor see it.
      { provide: HTTP, useFactory: isolatedHttp },
      { provide: DATA_SOURCE, useExisting: getDataSourceToken(extras.dataSource) },
    ],
  };
}

/** The base class of TillbridgeModule, made by Nest's own builder: `forRoot` and `forRootAsync`. */
export const { ConfigurableModuleClass, OPTIONS_TYPE, ASYNC_OPTIONS_TYPE } =
  new ConfigurableModuleBuilder<TillbridgeOptions>({ optionsInjectionToken: TILLBRIDGE_OPTIONS })
    .setClassMethodName('forRoot')
    .setExtras<TillbridgeExtras>({}, withStructure)
    .build();
