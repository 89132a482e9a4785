import { bootstrap, bootstrapWorker } from '@vendure/core';
import { MovedClock } from '../test/support/moved-clock';
import { shopConfig } from '../test/support/shop-config';
import type { Answer, Order, Settings } from './messages';
import { watchSteps } from './steps';

/** A Vendure server or worker that may be killed. Everything is loaded before it is told what to be, so that it starts soon. */
const steps = watchSteps();
const clock = new MovedClock();

const answer = (kind: Answer['kind']): void => void process.send?.({ kind, passed: steps.passed } satisfies Answer);

async function go({ role, database, serviceUrl, port, publicUrl, workers, aheadMs }: Settings): Promise<void> {
  clock.lead(aheadMs);
  const config = await shopConfig({ database, serviceUrl, port, options: { publicUrl, workers, clock } });
  if (role === 'server') return void (await bootstrap(config));
  const worker = await bootstrapWorker(config);
  await worker.startJobQueue();
}

const CARRY_OUT: { [K in Order['kind']]: (order: Extract<Order, { kind: K }>) => Promise<void> } = {
  go: ({ settings }) => go(settings),
  clock: async ({ aheadMs }) => clock.lead(aheadMs),
  arm: async ({ fatal }) => steps.arm(fatal),
};

process.on('message', (order: Order) => {
  void CARRY_OUT[order.kind](order as never).then(() => answer(order.kind));
});
// Whoever started it has gone.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
answer('loaded');
