/** Texts about the service's data of a refund's order. */
export const REFUND_SERVICE_LABELS = {
  title: 'What the service shows',
  hint: 'Asked only when you say so; asking changes nothing',
  ask: 'Ask the service now',
  askAgain: 'Ask again',
  failed: (failure: string) => `The service could not be asked. ${failure}`,
  status: (status: string) => `The order is “${status}” there, and`,
  noStatus: 'without a status',
  nothing: 'nothing was refunded',
  noProof: 'as far as the service shows now. Just after a refund was sent that proves nothing yet.',
  caption: 'What the service has of this order',
  columns: {
    number: 'Its number there',
    state: 'State',
    amount: 'Amount',
    owner: 'Whose it is',
    made: "Made, by the service's clock",
  },
  none: 'none',
  noType: 'without a type',
  unknown: 'unknown',
  owners: {
    this: 'this refund: it carries its mark',
    other: 'another refund of this shop',
    alike: 'no mark of ours; the amount is the same',
    unlike: 'no mark of ours; another amount',
  },
};
