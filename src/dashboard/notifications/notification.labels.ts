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
    meaning: 'Something failed time and again: mend the cause, then replay.',
  },
  unmatched: {
    tone: 'wait',
    name: 'No such order',
    meaning: 'They are about orders that this shop does not have. Should one come to be, replay.',
  },
  pending: { tone: 'note', name: 'Waiting', meaning: 'To be applied by a worker, or to be tried again.' },
  done: { tone: 'good', name: 'Applied', meaning: 'Taken to their orders.' },
  erased: { tone: 'plain', name: 'Erased', meaning: 'Done with, and their content is gone.' },
};

/** Whether all of a state can be replayed together. */
export const isReplayable = (state: string): state is 'unmatched' | 'parked' =>
  state === 'unmatched' || state === 'parked';
