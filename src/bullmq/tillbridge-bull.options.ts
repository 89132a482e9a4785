import type { HandedEffect } from '../shop/index.js';
import { optionsError } from '../shop/core/index.js';

/** One queue of BullMQ, and the effects that it gets. */
export interface EffectQueueOptions {
  /** Its name in Redis. */
  readonly name: string;
  /** Names of the handlers whose effects it gets. Default: all that no other queue names; only one queue may omit it. */
  readonly effects?: readonly string[];
  /** How many effects each process runs at a time. 1 to 1,000, default 20. */
  readonly concurrency?: number;
  /** The key of its connection in `BullModule.forRoot`; default: the connection without a key. */
  readonly configKey?: string;
}

/**
 * Which effects BullMQ runs, and where.
 *
 * @example
 * import type { TillbridgeBullOptions } from 'tillbridge/bullmq';
 *
 * const options: TillbridgeBullOptions = {
 *   queues: [{ name: 'invoices', effects: ['Invoices.send'], concurrency: 2 }],
 *   linkOf: ({ group, orderId }) =>
 *     `https://shop.example/payments/admin/orders/order?${new URLSearchParams({ group, id: orderId })}`,
 * };
 */
export interface TillbridgeBullOptions {
  /** Default: one queue, `tillbridge-effects`, for all effects after the commit. */
  readonly queues?: readonly EffectQueueOptions[];
  /** `off`: this process runs no effects of the queues. Default `inline`. */
  readonly workers?: 'inline' | 'off';
  /** A URL that is added to each job, such as the order's page in the dashboard. Default: none. */
  readonly linkOf?: (effect: HandedEffect) => string;
}

/** {@link TillbridgeBullOptions} with all defaults filled in. */
export interface BullSettings extends Pick<TillbridgeBullOptions, 'linkOf'> {
  readonly queues: readonly EffectQueue[];
  readonly workers: 'inline' | 'off';
}

/** A queue with all defaults filled in. */
export interface EffectQueue extends EffectQueueOptions {
  readonly concurrency: number;
}

const DEFAULT_QUEUES: readonly EffectQueueOptions[] = [{ name: 'tillbridge-effects' }];
const CONCURRENCY = 20;
const MOST_AT_ONCE = 1_000;

/**
 * Fills in the defaults.
 *
 * @throws PaymentError `OPTIONS_INVALID` listing every fault
 */
export function toBullSettings({
  queues = DEFAULT_QUEUES,
  workers = 'inline',
  linkOf,
}: TillbridgeBullOptions): BullSettings {
  const settled = queues.map((queue) => ({ ...queue, concurrency: queue.concurrency ?? CONCURRENCY }));
  const faults = [...queueFaults(settled), ...effectFaults(settled)];
  if (workers !== 'inline' && workers !== 'off') faults.push('workers: must be inline or off');
  if (faults.length > 0) throw optionsError(faults.map((fault) => `TillbridgeBullModule: ${fault}`));
  return { queues: settled, workers, ...(linkOf && { linkOf }) };
}

function queueFaults(queues: readonly EffectQueue[]): string[] {
  const faults = queues.flatMap(({ name, concurrency }, index) => [
    // BullMQ allows no colon in a name.
    ...(typeof name === 'string' && /^[^:\s]+$/.test(name)
      ? []
      : [`queues.${index}.name: must be text without a colon`]),
    ...(Number.isInteger(concurrency) && concurrency >= 1 && concurrency <= MOST_AT_ONCE
      ? []
      : [`queues.${index}.concurrency: must be a whole number from 1 to ${MOST_AT_ONCE}`]),
  ]);
  if (queues.length === 0) faults.push('queues: must hold at least one queue');
  return [...faults, ...twice(queues.map(({ name }) => name)).map((name) => `queues: ${name} is there twice`)];
}

function effectFaults(queues: readonly EffectQueue[]): string[] {
  const faults = twice(queues.flatMap(({ effects = [] }) => effects)).map(
    (effect) => `queues: ${effect} is in two of them`,
  );
  if (queues.filter(({ effects }) => effects === undefined).length > 1)
    faults.push('queues: only one may take what the others do not name');
  return faults;
}

const twice = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];
