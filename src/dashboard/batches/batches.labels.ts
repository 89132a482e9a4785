/** Texts of the list of batches, of the upload form, and of the steps before a batch is confirmed. */
export const BATCHES_LABELS = {
  name: 'Batches',
  title: 'Batches of refunds',
  lead: 'Many refunds from one file. The file is judged as a whole before anything is written; nothing is sent before every refund is on record; and the same file uploaded again under the same name changes nothing.',
  none: { title: 'No batches yet', text: 'They are listed here, the newest first.' },
  columns: { batch: 'Batch', state: 'State', sent: 'Sent', group: 'Terminal group', requested: 'Requested' },
  /** Between amounts. */
  and: ' and ',
  of: (sent: number, size: number) => `${sent} of ${size}`,
  /** After the number of sent refunds, before a time. */
  last: ', the last one',
  by: (user: string) => `by ${user}`,
  upload: {
    title: 'Upload a batch',
    hint: 'You see what it comes to before anything happens',
    file: 'A CSV file with a header: order id, amount, currency, reason, key',
    text: 'Or its text',
    example: 'order id,amount,currency,reason,key\nS10042,12.50,EUR,Mug broken,return-88',
    group: 'Terminal group',
    key: 'Name of the batch, such as that of the file',
    why: 'Why are these refunds made? It is recorded with your name.',
    button: 'Check it',
  },
  preview: {
    name: 'Check a batch',
    right: 'Please check and confirm',
    wrong: 'Nothing was written',
    lead: 'All rows are right. Nothing has been written, and nothing is sent before you say yes.',
    change: 'Or change it',
    correct: 'Correct the file, and upload it again',
    refunds: (count: number, sums: string) => `${count} ${count === 1 ? 'refund' : 'refunds'}, ${sums}`,
    hint: 'Nothing has been written yet',
    facts: {
      batch: 'Batch',
      group: 'Terminal group',
      duration: 'Sending takes about',
      end: 'Over at the soonest',
      why: 'Why',
    },
    button: (sums: string) => `Refund ${sums}`,
    known: {
      fact: 'On record already',
      text: (count: number, sums: string) => `${count} of them, ${sums}: not requested again`,
      button: 'Go on with what is on record',
    },
    alike: {
      title: 'Has this been refunded before?',
      lead: (count: number) =>
        `${count === 1 ? 'One row with a new key is' : `${count} rows with new keys are`} like a refund on record. A spreadsheet may have changed the keys of a file: then this money is refunded twice.`,
      columns: { line: 'Line', on: 'On record' },
    },
  },
  chooseAgain: {
    name: 'Choose the file once more',
    title: 'Please choose the file once more',
    lead: 'Nothing has been written. A checked file is kept for half an hour, by the process that has checked it, and this one does not have it. Only the very same file is taken; another one is checked first.',
    file: 'The file',
    button: 'Refund what was checked',
  },
  faults: {
    title: 'What is wrong',
    lead: (count: number) =>
      `${count === 1 ? 'One thing is wrong.' : `${count} things are wrong.`} A batch is taken as a whole or not at all.`,
    columns: { line: 'Line', wrong: 'What is wrong' },
    more: (count: number) => `… and ${count} more.`,
    wholeFile: 'the file',
    allLines: 'all',
    notText: 'must be text in UTF-8',
  },
  refused: {
    otherFile: 'This is another file than the one that was checked. Nothing was written: see what this one comes to.',
    noReason: 'A reason is missing.',
  },
};
