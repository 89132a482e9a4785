import type { FaultKind, FaultStage, ProxyFault } from '../../../support/fault-proxy.js';

/** What goes wrong between a shop and the service, when anything does. */
export interface RefundMix {
  /** On the way: what may strike a connection. */
  readonly onTheWay: readonly ProxyFault[];
  /** How often no one listens at the service's address for a while, 0 to 1. */
  readonly refused?: number;
  /** How often the service books a refund only when the shop has given up, 0 to 1. */
  readonly late?: number;
  /** How often the service refuses whatever it is asked for a moment, and books nothing, 0 to 1. */
  readonly denied?: number;
  /** How often a shop is killed while it works, 0 to 1. */
  readonly killed?: number;
}

/** The time limit of a call, in milliseconds: the least there is. */
export const TIME_LIMIT_MS = 1_000;
/** Longer than that. */
export const TOO_LATE_MS = 1_500;

const at = (stage: FaultStage, ...kinds: readonly FaultKind[]): ProxyFault[] =>
  kinds.map((kind) => ({ kind, stage, delayMs: TOO_LATE_MS }));

const WAYS = {
  'lost requests': [...at('headers', 'reset', 'half-close', 'black hole'), ...at('body', 'truncated', 'reset')],
  'lost answers': at('response status', 'reset', 'half-close', 'black hole'),
  'half answers': [
    ...at('response status', 'truncated', 'garbage'),
    ...at('response body', 'truncated', 'garbage', 'black hole'),
  ],
  'errors before and after': [...at('headers', '5xx'), ...at('response status', '5xx')],
  'too many requests': [...at('headers', '429'), ...at('response status', '429')],
  'refused connections': at('connect', 'reset'),
  'answers beyond the time limit': [...at('headers', 'delay'), ...at('response status', 'delay')],
} satisfies Record<string, ProxyFault[]>;

/** By name: each way of failing by itself, and all of them together with kills. */
export const REFUND_MIXES: Readonly<Record<string, RefundMix>> = {
  ...Object.fromEntries(Object.entries(WAYS).map(([name, onTheWay]) => [name, { onTheWay }])),
  'refused connections': { onTheWay: WAYS['refused connections'], refused: 0.2 },
  'answers beyond the time limit': { onTheWay: WAYS['answers beyond the time limit'], late: 0.2 },
  'refusals, some of them lost': { onTheWay: WAYS['lost answers'], denied: 0.2 },
  'everything, and kills': {
    onTheWay: Object.values(WAYS).flat(),
    refused: 0.05,
    late: 0.05,
    denied: 0.02,
    killed: 0.04,
  },
};
