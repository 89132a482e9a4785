import { bootstrap, bootstrapWorker, DefaultLogger, LogLevel } from '@vendure/core';
import { MovedClock } from '../test/support/moved-clock';
import { shopConfig } from '../test/support/shop-config';
import type { Answer, Order, Settings } from './messages';
import { watchSteps } from './steps';

/** A Vendure server or worker that may be killed. Everything is loaded before it is told what to be, so that it starts soon. */
const steps = watchSteps();
const clock = new MovedClock();

const answer = (kind: Answer['kind'], passed = 0): void => void process.send?.({ kind, passed } satisfies Answer);

async function go({ role, database, serviceUrl, port, publicUrl, workers, aheadMs }: Settings): Promise<void> {
  clock.lead(aheadMs);
  const logger = new DefaultLogger({ level: LogLevel.Error, timestamp: true });
  const parts = { database, serviceUrl, port, config: { logger }, options: { publicUrl, workers, clock } };
  const config = await shopConfig(parts);
  if (role === 'server') return void (await bootstrap(config));
  // Vendure's own jobs are none of the plugin's: the queue of the suite lives in the memory of the server.
  await bootstrapWorker(config);
}

const CARRY_OUT: { [K in Order['kind']]: (order: Extract<Order, { kind: K }>) => Promise<number | void> } = {
  go: ({ settings }) => go(settings),
  clock: async ({ aheadMs }) => clock.lead(aheadMs),
  arm: async ({ fatal }) => steps.arm(fatal),
};

process.on('message', (order: Order) => {
  void CARRY_OUT[order.kind](order as never).then((passed) => answer(order.kind, passed ?? 0));
});
// Whoever started it has gone.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
answer('loaded');
