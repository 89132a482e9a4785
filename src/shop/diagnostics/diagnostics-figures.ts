import type { HandOverFigures } from '../effects/index.js';
import type { AcknowledgementSummary } from '../notifications/index.js';
import type { CallHealth } from '../client/index.js';
import type { KeyGap } from '../core/index.js';
import type { FailingWork } from './failing-work.js';
import type { StrayGroup } from './stray-groups.js';
import type { RefundLaneState } from '../refunds/index.js';

/** Counts of rows stop here: it stands for "so many or more". */
export const COUNTED_AT_MOST = 10_000;

/** Notifications that were acknowledged, on their way to the ledger. */
export interface InboxFigures {
  /** Not applied yet, including those that wait for their order or their next try. */
  readonly pending: number;
  /**
   * How long the notification that has waited longest has been due, in milliseconds; null when none is due. While this process
   * can store none of those that come, it is the time since the first of them.
   */
  readonly oldestPendingMs: number | null;
  /** Notifications for orders that the shop does not have. */
  readonly unmatched: number;
  /** Notifications that failed too often. */
  readonly parked: number;
}

/** Handlers after the commit. */
export interface EffectFigures {
  /** To be run, including those that wait for their next try. */
  readonly pending: number;
  /** How long the effect that has waited longest has been due, in milliseconds; null when none is due. */
  readonly oldestPendingMs: number | null;
  /** Effects that failed too often: they wait for a person. */
  readonly failed: number;
}

/** Unfinished orders, and those that need attention. */
export interface OrderFigures {
  /** Attempts that are still polled, because money may come. */
  readonly unfinished: number;
  /** Age of the oldest of them, in milliseconds; null when there is none. */
  readonly oldestUnfinishedMs: number | null;
  /** Orders that need attention. */
  readonly attention: number;
  /** Orders that are stored as authorised from before an upgrade, and may be paid: `tillbridge orders recheck`. */
  readonly toRecheck: number;
}

/** Polls of orders without a notification. */
export interface PollingFigures {
  /** Polls that are due now. */
  readonly due: number;
  /** How long the poll that has waited longest has been due, in milliseconds; 0 when none is due. */
  readonly overdueMs: number;
}

/** The lane of one terminal group, in short. */
export interface LaneFigures {
  readonly group: string;
  /** Refunds that wait to be sent, including those of paused batches. */
  readonly queued: number;
  /**
   * When the next one can be sent by the lane's state, epoch milliseconds (UTC); null when none waits or a person stopped the
   * lane.
   */
  readonly nextSlotAt: number | null;
  readonly state: RefundLaneState;
}

/** Refunds of all terminal groups. */
export interface RefundFigures {
  readonly queued: number;
  /** Age of the oldest refund that waits to be sent, in milliseconds since its request; null when none waits. */
  readonly oldestUnsentMs: number | null;
  /** Refunds of which it is unknown whether the service has them. */
  readonly unknown: number;
  /** Refunds that wait for a person. */
  readonly manual: number;
  readonly lanes: readonly LaneFigures[];
}

/** How the calls of one terminal group do in this process. */
export interface ServiceFigures extends CallHealth {
  readonly group: string;
}

/** A terminal group of which no key is valid now: nothing is sent for it, and its rows wait. */
export interface KeylessGroup extends KeyGap {
  readonly group: string;
}

/** The bus by which the processes of a shop wake one another. */
export interface DoorbellFigures {
  /** Whether other processes can wake this one now. While they cannot, this process polls the database every two seconds. */
  readonly isListening: boolean;
}

/**
 * The state of the module. Figures from the database are the same in every process; `service`, `clockSkewMs`,
 * `acknowledgements`, `doorbell` and `handOver` are of this process. Counts stop at 10,000, which stands for "so many or
 * more". Ages and lengths in milliseconds, times in epoch milliseconds (UTC).
 */
export interface DiagnosticsFigures {
  /** When they were read. */
  readonly at: number;
  readonly inbox: InboxFigures;
  readonly effects: EffectFigures;
  readonly orders: OrderFigures;
  readonly polling: PollingFigures;
  readonly refunds: RefundFigures;
  /** What fails and is tried again by itself, by cause; those with the most rows first, at most 20. */
  readonly failing: readonly FailingWork[];
  /** Terminal groups with open rows that are neither in these options nor in those of another living process. */
  readonly strayGroups: readonly StrayGroup[];
  /** Terminal groups without a valid key, by the options of this process. */
  readonly keylessGroups: readonly KeylessGroup[];
  readonly service: readonly ServiceFigures[];
  /** The greatest of all groups; null before any answer. */
  readonly clockSkewMs: number | null;
  readonly acknowledgements: AcknowledgementSummary;
  /** Null where the options have no bus, or this process has no background work. */
  readonly doorbell: DoorbellFigures | null;
  /** Null where effects are not handed over to a transport. */
  readonly handOver: HandOverFigures | null;
}
