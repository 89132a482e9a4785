/** What leaves an order pending for ever, or asks more than may be asked. */
const WORKER = { promise: 5, file: 'src/shop/polling/poll.worker.ts' };
const SCHEDULE = {
  promise: 5,
  file: 'src/shop/polling/poll-schedule.ts',
  spec: 'src/shop/polling/poll-schedule.spec.ts',
};
const BUDGET = { promise: 5, file: 'src/shop/client/api-budget.ts', spec: 'src/shop/client/api-budget.spec.ts' };

export const POLLING = [
  {
    ...WORKER,
    id: 'look-cleared-too-early',
    what: 'an order is not looked at any more before it has come to its end',
    replace: ['    if (hasPaid(subject)) {', "    if (order.status !== 'initialized') {"],
    spec: 'test/polling/by-poll-alone.spec.ts',
    test: 'an order of which no notification ever came (scenario P5) (sqlite) is declined, and then paid',
  },
  {
    ...WORKER,
    id: 'absent-is-the-end',
    what: 'an order that the service does not know yet is given up',
    replace: ['const isLost = !isOwed && now', 'const isLost = !isOwed || now'],
    spec: 'test/polling/poll-failures.spec.ts',
    test: 'a look that brings nothing because the service knows no such order: its creation may be under way, so it is not over at once',
  },
  {
    ...WORKER,
    id: 'end-of-time-unheard',
    what: 'an order whose time is over is left alone without a word',
    replace: ['if (dueAt === null && !saysTheEnd(order)) return null;', ''],
    spec: 'test/polling/by-poll-alone.spec.ts',
    test: 'an order of which no notification ever came (scenario P5) (sqlite) came to no end at all: it is parked with one alert, and a payment is recognised all the same',
  },
  {
    ...SCHEDULE,
    id: 'no-last-look',
    what: 'the last look at the end of the time is left out',
    replace: ['Math.min(now + gap, last)', 'now + gap'],
    test: 'the schedule of looks ends, after no more looks than its growth and its longest gap allow, with one after expiry and grace',
  },
  {
    ...SCHEDULE,
    id: 'gap-without-bound',
    what: 'the gap between two looks grows for ever',
    replace: ['Math.min(grown, plan.maxGapMs)', 'grown'],
    test: 'the schedule of looks finds a payment before the age has grown by the factor, between the least and the longest gap',
  },
  {
    id: 'list-is-believed',
    what: 'an order that differs on the list is not read by itself',
    promise: 5,
    file: 'src/shop/orders/listed-difference.ts',
    replace: ["if (isUnknownMoney) return 'paid-there';", 'if (isUnknownMoney) return null;'],
    spec: 'test/polling/sweep.spec.ts',
    test: 'a sweep of the list (sqlite) leaves what differs, and what no page shows, to a get-order of its own through the funnel',
  },
  {
    ...BUDGET,
    id: 'budget-not-charged',
    what: 'calls cost nothing of the budget',
    replace: ['&& this.bucket.tryRemoveTokens(1)', '&& this.bucket.content >= 0'],
    test: 'the API budget of a terminal group lets a burst through at once, and then as many a second as it says',
  },
  {
    ...BUDGET,
    id: 'no-reserve',
    what: 'polls use up what is kept for checkout and refunds',
    replace: ['1 + this.limits.reservedCalls', '1'],
    test: 'the API budget of a terminal group keeps its reserve for checkout and refunds, however many polls there are (scenario P3)',
  },
  {
    id: 'respite-ignored',
    what: 'polls go on while the service asks to be left alone',
    promise: 5,
    file: 'src/shop/client/respite.ts',
    replace: ['isPatient(priority) ? Math.max(', "priority === 'none' ? Math.max("],
    spec: 'src/shop/client/retry-policy.spec.ts',
    test: 'leaving the service alone keeps polls and sweeps back as long as it asks, and nobody who waits for an answer (scenario P3)',
  },
  {
    id: 'retry-after-ignored',
    what: 'a read is repeated sooner than the service wants',
    promise: 5,
    file: 'src/shop/client/retry-policy.ts',
    replace: ['Math.max(own, outcome.retryAfterMs ?? 0)', 'own'],
    spec: 'src/shop/client/retry-policy.spec.ts',
    test: 'whether a read is repeated not before the service wants it, and not at all when that is too late',
  },
];
