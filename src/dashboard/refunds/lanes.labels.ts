/** Texts of the lanes, above the list of refunds and on the overview. */
export const LANES_LABELS = {
  states: {
    idle: 'nothing to send',
    waiting: 'sending in turn',
    sending: 'sending now',
    resting: 'resting',
    paused: 'stopped by a person',
  },
  title: (group: string) => `Refunds of ${group}`,
  counts: { queued: 'Waiting', unknown: 'Not known yet', manual: 'Needs a decision' },
  stoppedBy: 'Nothing is sent until someone lets it go on. Stopped by',
  someone: 'someone',
  /** After who stopped it. */
  why: (reason: string) => `: “${reason}”`,
  goesOn: 'It goes on by itself',
  strip: {
    title: (count: number, first: string, last: string) =>
      count === 1 ? `1 refund, ${first}` : `${count} refunds, the first ${first}, the last of them ${last}`,
    now: 'now',
    until: (shown: number, queued: number, time: string) => `the first ${shown} of ${queued}, until ${time}`,
  },
  next: (when: string) => `Next slot ${when}:`,
  refund: (amount: string, order: string) => `${amount} of order ${order}`,
  resume: { paused: 'Let it go on', resting: 'Let it go on now', button: 'Let it go on' },
  pause: {
    title: 'Stop these refunds',
    button: 'Stop it',
    text: 'Nothing more is sent until someone lets it go on. What is being sent now is not cut.',
  },
  done: {
    pause: (group: string) => `Refunds of ${group} are stopped.`,
    resume: (group: string) => `Refunds of ${group} go on.`,
  },
};
