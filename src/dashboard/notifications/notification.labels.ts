import type { NotificationState } from '../../shop/notifications/index.js';

/** A list of notifications: those of one state, or all. */
export type NotificationTab = NotificationState | 'all';

/** The states, in the order in which they concern people. */
export const NOTIFICATION_STATES = ['parked', 'unmatched', 'pending', 'done', 'erased'] as const;

/** How a state looks, and what it says. */
export const NOTIFICATION_LABELS: Readonly<Record<NotificationTab, { tone: string; name: string; meaning: string }>> = {
  all: { tone: 'plain', name: 'All', meaning: 'Every notification that was received, verified and acknowledged.' },
  parked: {
    tone: 'bad',
    name: 'Could not be applied',
    meaning: 'Applying them failed several times: correct the cause, then replay.',
  },
  unmatched: {
    tone: 'wait',
    name: 'No such order',
    meaning: 'They are about orders that this shop does not have. If such an order is created later, replay.',
  },
  pending: { tone: 'note', name: 'Waiting', meaning: 'They wait for a worker, or for the next attempt.' },
  done: { tone: 'good', name: 'Applied', meaning: 'They have been applied to their orders.' },
  erased: { tone: 'plain', name: 'Erased', meaning: 'They are finished, and their content has been erased.' },
};

/** Whether all of a state can be replayed together. */
export const isReplayable = (state: string): state is 'unmatched' | 'parked' =>
  state === 'unmatched' || state === 'parked';

/** What can be done with all of a state. */
export const REPLAY_MOVES = ['replay', 'stop'] as const;

/** Whether it is one of them. */
export const isReplayMove = (move: string): move is (typeof REPLAY_MOVES)[number] =>
  (REPLAY_MOVES as readonly string[]).includes(move);
