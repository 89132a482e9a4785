import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TillbridgeModule } from 'tillbridge';
import { databaseOptions } from './database.js';
import { Fulfilment, PROCESS_NAME } from './fulfilment.service.js';
import { Heartbeat } from './heartbeat.service.js';
import { Public } from './public.decorator.js';
import { readSettings } from './settings.js';

/** The common parts of both processes: the database, the payments and their handlers. */
@Module({})
export class ShopModule {
  /**
   * The worker does the background work: it applies notifications, polls, sends refunds and mails. The web process
   * stores and answers.
   */
  static for(processName: 'web' | 'worker'): DynamicModule {
    return {
      module: ShopModule,
      imports: [
        TypeOrmModule.forRoot(databaseOptions()),
        TillbridgeModule.forRoot({
          terminalGroups: [readSettings().paymentGroup],
          workers: processName === 'worker' ? 'inline' : 'off',
          // The guard of the web process is global; the service sends a signature instead of a token.
          notificationDecorators: [Public()],
        }),
      ],
      providers: [
        { provide: PROCESS_NAME, useValue: processName },
        Fulfilment,
        ...(processName === 'worker' ? [Heartbeat] : []),
      ],
    };
  }
}
