/** Texts of the list of refunds. */
export const REFUNDS_LABELS = {
  title: 'Refunds',
  lead: 'Money on its way back, the newest first. Each terminal group sends one refund at a time. To refund an order, open it. For many at once,',
  upload: 'upload a batch',
  decisions: (count: number) => (count === 1 ? 'One refund needs a decision.' : `${count} refunds need a decision.`),
  evidence: 'Look at the evidence',
  filters: {
    order: 'Order id, as a whole',
    state: 'State',
    anyState: 'Any state',
    group: 'Terminal group',
    anyGroup: 'Any group',
    from: 'Requested from',
    to: 'until',
  },
  none: { title: 'No refunds yet', text: 'They are requested on the page of an order.' },
  /** After "show all". */
  what: 'refunds',
  columns: {
    order: 'Order',
    state: 'State',
    amount: 'Amount',
    sent: 'Sent, or planned',
    group: 'Terminal group',
    requested: 'Requested',
  },
  elsewhere: 'made elsewhere',
  by: (user: string) => `by ${user}`,
  held: 'paused with its group or batch',
  next: 'next',
  neverSent: 'never sent from here',
};
