import { ConfigurableModuleBuilder, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { isolatedHttp } from './client/index.js';
import { createNotificationsController } from './notifications/index.js';
import { createReturnController } from './return-page/index.js';
import { unknownNames } from '../support/index.js';
import { tillbridgeEntities } from './tillbridge.entities.js';
import { optionsError } from './tillbridge.messages.js';
import { ASYNC_NAMES } from './tillbridge.options.names.js';
import type { TillbridgeExtras, TillbridgeOptions } from './tillbridge.options.js';
import { DATA_SOURCE, EXTRAS, HTTP, TILLBRIDGE_OPTIONS } from './tillbridge.tokens.js';

const DEFAULT_EXTRAS: Required<Omit<TillbridgeExtras, 'returnPage'>> = {
  isGlobal: true,
  notificationPath: 'payments/notifications',
  notificationDecorators: [],
  dataSource: 'default',
};

/** What is misspelt beside a factory. What `forRoot` is given is judged as a whole, with the options. */
function checkBesideFactory({ providers = [] }: DynamicModule, given: TillbridgeExtras): void {
  const isGivenAtOnce = providers.some((provider) => 'useValue' in provider);
  const faults = isGivenAtOnce ? [] : unknownNames(given, ASYNC_NAMES);
  if (faults.length > 0) throw optionsError(faults);
}

/** Adds what depends on structure: the route, the tables, the DataSource. */
function withStructure(definition: DynamicModule, given: TillbridgeExtras): DynamicModule {
  checkBesideFactory(definition, given);
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
