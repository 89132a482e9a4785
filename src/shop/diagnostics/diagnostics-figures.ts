import type { HandOverFigures } from '../effects/index.js';
import type { AcknowledgementSummary } from '../notifications/index.js';
import type { CallHealth } from '../client/index.js';
import type { StrayGroup } from './stray-groups.js';
import type { RefundLaneState } from '../refunds/index.js';

/** Counts of rows stop here: it stands for "so many or more". */
export const COUNTED_AT_MOST = 10_000;

/** Notifications that were acknowledged, on their way to the ledger. */
export interface InboxFigures {
  /** Not applied yet, those that wait for their order or their next try included. */
  readonly pending: number;
  /** For how long the one that has waited longest has been due, in milliseconds; null when none is due. */
  readonly oldestPendingMs: number | null;
  /** Of orders that the shop does not have. */
  readonly unmatched: number;
  /** Given up after their last try. */
  readonly parked: number;
}

/** Handlers after the commit. */
export interface EffectFigures {
  /** To be run, those that wait for their next try included. */
  readonly pending: number;
  /** For how long the one that has waited longest has been due, in milliseconds; null when none is due. */
  readonly oldestPendingMs: number | null;
  /** Given up: they wait for a person. */
  readonly failed: number;
}

/** Orders whose end is not known, and those that someone should look at. */
export interface OrderFigures {
  /** Attempts that are still looked at, because money may yet come. */
  readonly unfinished: number;
  /** Age of the oldest of them, in milliseconds; null when there is none. */
  readonly oldestUnfinishedMs: number | null;
  /** Orders that a person should look at. */
  readonly attention: number;
  /** Orders that stand as authorised since before an upgrade, and may be paid: `tillbridge orders recheck`. */
  readonly toRecheck: number;
}

/** Looks at orders of which no notification tells. */
export interface PollingFigures {
  /** Polls that are due now. */
  readonly due: number;
  /** For how long the one that has waited longest has been due, in milliseconds; 0 when none is. */
  readonly overdueMs: number;
}

/** The lane of one terminal group, in short. */
export interface LaneFigures {
  readonly group: string;
  /** Refunds that wait to be sent, those of paused batches included. */
  readonly queued: number;
  /** When the next one can be sent, as far as the lane says, epoch milliseconds (UTC); null when none waits or a person stopped it. */
  readonly nextSlotAt: number | null;
  readonly state: RefundLaneState;
}

/** Refunds of all terminal groups. */
export interface RefundFigures {
  readonly queued: number;
  /** Age of the oldest that waits to be sent, in milliseconds since it was asked for; null when none waits. */
  readonly oldestUnsentMs: number | null;
  /** Of which no one knows whether the service has them. */
  readonly unknown: number;
  /** Which wait for a person. */
  readonly manual: number;
  readonly lanes: readonly LaneFigures[];
}

/** How the calls of one terminal group fare in this process. */
export interface ServiceFigures extends CallHealth {
  readonly group: string;
}

/** The bus by which the processes of a shop wake one another. */
export interface DoorbellFigures {
  /** Whether other processes can wake this one now. While they cannot, it polls the database every two seconds. */
  readonly isListening: boolean;
}

/**
 * How the module is. What stands in the database is the same in every process; `service`, `clockSkewMs`,
 * `acknowledgements`, `doorbell` and `handOver` are of this one. Counts stop at 10,000, which stands for "so many or more". Ages and lengths in
 * milliseconds, times in epoch milliseconds (UTC).
 */
export interface DiagnosticsFigures {
  /** When they were read. */
  readonly at: number;
  readonly inbox: InboxFigures;
  readonly effects: EffectFigures;
  readonly orders: OrderFigures;
  readonly polling: PollingFigures;
  readonly refunds: RefundFigures;
  /** Terminal groups with open rows that neither these options nor those of another living process have. */
  readonly strayGroups: readonly StrayGroup[];
  readonly service: readonly ServiceFigures[];
  /** The worst of all groups; null before any answer. */
  readonly clockSkewMs: number | null;
  readonly acknowledgements: AcknowledgementSummary;
  /** Null where the options have no bus, or this process no background work. */
  readonly doorbell: DoorbellFigures | null;
  /** Null where effects are not handed over to a transport. */
  readonly handOver: HandOverFigures | null;
}
