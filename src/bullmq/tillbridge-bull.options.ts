import type { HandedEffect, PaymentError } from '../shop/index.js';
import { faultList, isWhole, refusal } from '../shop/core/index.js';
import { unknownNames } from '../support/index.js';

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

/** A misspelt name would silently have its default, and effects would run elsewhere than the shop means. */
const QUEUE_NAMES = {
  name: true,
  effects: true,
  concurrency: true,
  configKey: true,
} as const satisfies Record<keyof EffectQueueOptions, true>;
const NAMES = {
  queues: [QUEUE_NAMES],
  workers: true,
  linkOf: true,
} as const satisfies Record<keyof TillbridgeBullOptions, unknown>;

/**
 * Fills in the defaults.
 *
 * @throws PaymentError `OPTIONS_INVALID` listing every fault
 */
export function toBullSettings(options: TillbridgeBullOptions): BullSettings {
  const { queues = DEFAULT_QUEUES, workers = 'inline', linkOf } = options;
  const faults = [
    ...(Array.isArray(queues) ? queuesFaults(queues) : ['queues: must be a list']),
    ...unknownNames(options, NAMES),
  ];
  if (workers !== 'inline' && workers !== 'off') faults.push('workers: must be inline or off');
  if (linkOf !== undefined && typeof linkOf !== 'function') faults.push('linkOf: must be a function that makes a URL');
  if (faults.length > 0) throw invalid(faults);
  const settled = queues.map((queue) => ({ ...queue, concurrency: queue.concurrency ?? CONCURRENCY }));
  return { queues: settled, workers, ...(linkOf && { linkOf }) };
}

const invalid = (faults: readonly string[]): PaymentError =>
  refusal({
    kind: 'configuration',
    code: 'OPTIONS_INVALID',
    message: `TillbridgeBullModule cannot start:${faultList(faults)}`,
    advice: 'Correct the options given to TillbridgeBullModule.forRoot.',
  });

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** Rules of one queue: whether it breaks them, and the fault. */
const QUEUE_RULES: readonly (readonly [breaks: (queue: EffectQueueOptions) => boolean, fault: string])[] = [
  // BullMQ allows no colon in a name.
  [({ name }) => typeof name !== 'string' || !/^[^:\s]+$/.test(name), 'name: must be text without a colon'],
  [
    ({ effects = [] }) => !Array.isArray(effects) || !effects.every(isText),
    'effects: must be a list of names of handlers',
  ],
  [
    ({ concurrency = 1 }) => !isWhole(concurrency, 1, MOST_AT_ONCE),
    `concurrency: must be a whole number from 1 to ${MOST_AT_ONCE}`,
  ],
  [({ configKey }) => configKey !== undefined && !isText(configKey), 'configKey: must be text'],
];

function queuesFaults(queues: readonly EffectQueueOptions[]): string[] {
  const faults = queues.flatMap((queue, index) =>
    QUEUE_RULES.flatMap(([breaks, fault]) => (breaks(queue ?? {}) ? [`queues.${index}.${fault}`] : [])),
  );
  if (queues.length === 0) faults.push('queues: must hold at least one queue');
  return faults.length > 0 ? faults : sharedFaults(queues);
}

function sharedFaults(queues: readonly EffectQueueOptions[]): string[] {
  const faults = [
    ...twice(queues.map(({ name }) => name)).map((name) => `queues: ${name} is there twice`),
    ...twice(queues.flatMap(({ effects = [] }) => effects)).map((effect) => `queues: ${effect} is in two of them`),
  ];
  if (queues.filter(({ effects }) => effects === undefined).length > 1)
    faults.push('queues: only one may take what the others do not name');
  return faults;
}

const twice = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];
