/** Texts of the lanes, above the list of refunds and on the overview. */
export const LANES_LABELS = {
  states: {
    idle: 'nothing to send',
    waiting: 'sending in turn',
    sending: 'sending now',
    resting: 'resting',
    paused: 'paused by a person',
  },
  title: (group: string) => `Refunds of ${group}`,
  counts: { queued: 'Waiting', unknown: 'Not known yet', manual: 'Needs a decision' },
  pausedBy: 'Nothing is sent until someone resumes it. Paused by',
  someone: 'someone',
  /** Follows the name of the person who paused it. */
  why: (reason: string) => `: “${reason}”`,
  goesOn: 'It continues by itself',
  strip: {
    title: (count: number, first: string, last: string) =>
      count === 1 ? `1 refund, ${first}` : `${count} refunds, the first ${first}, the last of them ${last}`,
    now: 'now',
    until: (shown: number, queued: number, time: string) => `the first ${shown} of ${queued}, until ${time}`,
  },
  next: (when: string) => `Next slot ${when}:`,
  refund: (amount: string, order: string) => `${amount} of order ${order}`,
  resume: { paused: 'Resume', resting: 'Resume now', button: 'Resume' },
  pause: {
    title: 'Pause these refunds',
    button: 'Pause',
    text: 'Nothing more is sent until someone resumes it. What is being sent now is not interrupted.',
  },
  done: {
    pause: (group: string) => `Refunds of ${group} are paused.`,
    resume: (group: string) => `Refunds of ${group} are resumed.`,
  },
};
