/** One metric: its OpenTelemetry name, its unit (UCUM) and its description. */
export interface MetricRow {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
}

/** What is counted. */
export const COUNTERS = {
  refusals: {
    name: 'tillbridge.notifications.refused',
    unit: '{notification}',
    description: 'Requests to the notification route that were refused.',
  },
  observations: {
    name: 'tillbridge.observations',
    unit: '{observation}',
    description: 'States of orders that were seen, by source and by what became of them.',
  },
  contradictions: {
    name: 'tillbridge.reads.confirming',
    unit: '{read}',
    description: 'Reads of orders whose answer took back what was known, so that a later read has to confirm it.',
  },
  transitions: {
    name: 'tillbridge.transitions',
    unit: '{transition}',
    description: 'Recorded changes of orders and refunds, by what they tell.',
  },
  holds: {
    name: 'tillbridge.service.calls.held',
    unit: '{call}',
    description: 'Calls that were not made, by why: circuit, budget, shutdown.',
  },
  retries: {
    name: 'tillbridge.transaction.retries',
    unit: '{retry}',
    description: 'Transactions that were run again, by why.',
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

/** How long things take, in seconds. */
export const DURATIONS = {
  acknowledgement: {
    name: 'tillbridge.notification.acknowledge.duration',
    unit: 's',
    description: "From a notification's head to the last byte of OK.",
  },
  effect: {
    name: 'tillbridge.effect.duration',
    unit: 's',
    description: 'How long a handler took, whether it ended well or not.',
  },
  call: {
    name: 'tillbridge.service.call.duration',
    unit: 's',
    description: 'How long a call of the service took that was sent, by what came of it.',
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

/** Bounds of the buckets of {@link DURATIONS}, in seconds: from a quick commit to the longest time limit. */
export const BUCKETS_S: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];
