/** Texts of the page of one batch, and of the tags and bars that lists of batches also show. */
export const BATCH_LABELS = {
  phases: {
    queueing: {
      name: 'being written down',
      meaning: 'Its refunds are being put on record. Nothing is sent before all of them are.',
    },
    running: { name: 'under way', meaning: 'Its refunds are sent one by one.' },
    paused: { name: 'paused', meaning: 'Its refunds keep their places; none is sent until someone resumes it.' },
    stopped: { name: 'stopped', meaning: 'What had not been sent was cancelled permanently.' },
    done: { name: 'done', meaning: 'Nothing of it waits any more.' },
  },
  progress: {
    part: 'How far it has come',
    of: (sent: number, size: number) => `${sent} of ${size}`,
    sent: 'sent',
    bar: (sent: number, size: number) => `${sent} of ${size} sent`,
  },
  refunds: { title: 'Its refunds, those that need attention first', all: 'All of them' },
  facts: {
    group: 'Terminal group',
    requested: 'Requested',
    by: (user: string) => `by ${user}`,
    onRecord: (refunds: number) => `${refunds} on record`,
    known: 'On record before',
    knownOf: (count: number) => `${count}: this batch does not send them again`,
    end: 'The last one is sent',
  },
  queueing: {
    onRecord: (count: number, size: number) => `${count} of ${size}`,
    stuck: 'are on record. If that number stands still, the process that wrote them down has ended:',
    again: 'upload the same rows again',
    goesOn: 'under the same name, and it goes on where it stopped. Nothing is sent twice.',
  },
  actions: {
    pause: {
      title: 'Pause it',
      button: 'Pause the batch',
      text: 'Nothing more of it is sent until someone resumes it. Its refunds keep their places.',
    },
    resume: { title: 'Resume it', button: 'Resume' },
    stop: {
      title: 'Stop it permanently',
      button: 'Cancel what was not sent',
      text: 'What has not been sent is cancelled permanently. What has been sent comes to its end. To refund that money after all, it is requested again under other keys.',
    },
  },
  refused: {
    title: 'Could no longer be accepted',
    hint: 'They were right when the file was checked; something else happened to their orders meanwhile',
    caption: 'Rows that could not be accepted',
    columns: { key: 'Key', order: 'Order', why: 'Why' },
  },
  decided: { title: 'Who did what, and why' },
  done: {
    pause: 'The batch is paused.',
    resume: 'The batch is resumed.',
    stop: 'What was not sent is cancelled.',
  },
};
