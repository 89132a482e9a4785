import type { INestApplication } from '@nestjs/common';
import { bootstrap, JobQueueService } from '@vendure/core';
import { populate } from './catalogue/populate';
import { databaseOf, isFirstStart } from './database';
import type { DemoClock } from './demo-clock';
import type { Settings } from './settings';
import { vendureConfig } from './vendure-config';

/**
 * Starts the Vendure server and, in the same process, what its worker does. At the first start it makes the tables and fills
 * the shop. It answers when this resolves; close it with `close()`.
 */
export async function startServer(settings: Settings, clock: DemoClock): Promise<INestApplication> {
  const database = databaseOf(settings);
  const isFirst = await isFirstStart(database);
  const app = await bootstrap(vendureConfig(settings, clock, { ...database, synchronize: isFirst }), {
    onBeforeAppListen: async (app) => {
      if (!isFirst) return;
      await app.init();
      await populate(app);
    },
  });
  await app.get(JobQueueService).start();
  return app;
}
