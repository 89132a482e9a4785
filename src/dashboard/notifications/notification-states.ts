import type { NotificationState } from '../../shop/notifications/index.js';

/** A list of notifications: those of one state, or all. */
export type NotificationTab = NotificationState | 'all';

/** The states, in the order in which they concern people. */
export const NOTIFICATION_STATES = ['parked', 'unmatched', 'pending', 'done', 'erased'] as const;

/** Whether all of a state can be replayed together. */
export const isReplayable = (state: string): state is 'unmatched' | 'parked' =>
  state === 'unmatched' || state === 'parked';

/** What can be done with all of a state. */
export const REPLAY_MOVES = ['replay', 'stop'] as const;

/** One of {@link REPLAY_MOVES}. */
export type ReplayMove = (typeof REPLAY_MOVES)[number];

/** Whether it is one of them. */
export const isReplayMove = (move: string): move is ReplayMove => (REPLAY_MOVES as readonly string[]).includes(move);
