import type { ReplayState } from '../../shop/admin/index.js';
import type { NotificationState } from '../../shop/notifications/index.js';

/** A list of notifications: those of one state, or all. */
export type NotificationTab = NotificationState | 'all';

/** The states, the most important for people first. */
export const NOTIFICATION_STATES = ['parked', 'unmatched', 'pending', 'done', 'erased'] as const;

/** Whether all notifications of a state can be replayed together. */
export const isReplayable = (state: string): state is ReplayState =>
  state === 'unmatched' || state === 'parked' || state === 'pending';

/** The actions on all notifications of a state. */
export const REPLAY_MOVES = ['replay', 'stop'] as const;

/** One of {@link REPLAY_MOVES}. */
export type ReplayMove = (typeof REPLAY_MOVES)[number];

/** Whether it is one of {@link REPLAY_MOVES}. */
export const isReplayMove = (move: string): move is ReplayMove => (REPLAY_MOVES as readonly string[]).includes(move);
