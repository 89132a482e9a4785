import type { NotificationTab } from './notification-states.js';
import { REPLAY_ALL } from './replay-all.labels.js';

/** Colour and text of a state. */
const STATES: Readonly<Record<NotificationTab, { tone: string; name: string; meaning: string }>> = {
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

/** Texts of the pages of notifications, and of refused requests. */
export const NOTIFICATION_LABELS = {
  title: 'Notifications',
  lists: { title: 'Lists', refused: 'Refused', tasks: 'Failed tasks' },
  states: STATES,
  columns: ['About', 'State', 'What went wrong', 'Terminal group', 'Received'],
  tried: (times: number) => `tried ${times} times`,
  noneYet: 'No notification has come yet',
  none: 'None',
  one: {
    title: (orderId: string) => `Notification about ${orderId}`,
    lead: 'Its signature was verified, its bytes were stored, then it was acknowledged.',
    order: 'Order',
    noOrder: 'this shop has none of that id',
    group: 'Terminal group',
    received: 'Received',
    signed: "Signed, by the service's clock",
    key: 'Verified by the key',
    done: 'Done with',
    due: 'Worked on next',
    wrong: (attempts: number) => (attempts > 1 ? `What went wrong, the last of ${attempts} times` : 'What went wrong'),
    replayedBy: (by: string) => `Replayed by ${by}`,
    actions: 'What can be done',
    content: 'Content',
    masked: 'Nothing personal is shown',
    erased: 'It has been erased.',
  },
  replay: {
    title: 'Replay it',
    button: 'Replay',
    text: 'Applies the stored notification again. Nothing happens twice.',
    replayed: 'It will be applied again. Nothing happens twice.',
    waiting: 'It waits to be applied already.',
    erased: 'Its content is erased: there is nothing to apply.',
    unknown: 'There is no such notification.',
  },
  replayAll: {
    ...REPLAY_ALL,
    text: 'Applies each of the stored notifications again. Nothing happens twice.',
    waiting: 'Those that failed are tried now, and need not wait for their next attempt. Nothing happens twice.',
    progress: (seen: number, replayed: number, waiting: number) =>
      `${seen} checked: ${replayed} put back to be applied, ${waiting} that wait already.`,
    answers: {
      ...REPLAY_ALL.answers,
      begun: 'They are being queued to be applied again; this page shows how far it has come.',
      stopping: 'It stops after the notifications that are being checked. If you start it again, it continues.',
    },
  },
  refused: {
    title: 'Refused requests',
    lead: "Requests that were not taken for the service's own, counted by the process that shows this page, since it was started. Nothing of them is stored: a stranger must not be able to fill the database. Other processes have counts of their own, and the log has a line for each sort.",
    none: 'This process has refused nothing',
    others: (count: number) => `${count} more, for other reasons.`,
    caption: 'Refused requests by reason',
    columns: { why: 'Why', times: 'Times', group: 'Last named group', last: 'Last' },
  },
};
