/** What makes money leave twice, or be lost sight of: the sending. */
const LANE = {
  promise: 4,
  file: 'src/shop/refunds/sending/refund-send.worker.ts',
  spec: 'test/shop/refunds/lane.spec.ts',
};
const REQUEST = { promise: 4, spec: 'src/protocol/requests/order-change.requests.spec.ts' };

export const REFUND_LANES = [
  {
    id: 'later-rejection-forgotten',
    what: 'a refund that was rejected on a later sending is not looked at again',
    promise: 4,
    file: 'src/shop/refund-records/protocol/refund-transitions.ts',
    replace: ['facts.attempts > known ? nextFollowAt(rules, 0, now) : null', 'null'],
    spec: 'test/shop/refunds/lane-refusals.spec.ts',
    test: 'a rejection of a later sending is looked at again, and the refund that an earlier sending brought about is found, told and booked',
  },
  {
    id: 'probe-takes-the-same',
    what: 'a lane whose account was refused tries the same refund repeatedly',
    promise: 4,
    file: 'src/shop/refund-records/protocol/refund-refusals.ts',
    replace: ['refusedAt: moment.now }', 'refusedAt: null }'],
    spec: 'test/shop/refunds/lane-refusals.spec.ts',
    test: 'an account that is refused for a while is tried with another refund each time, after growing pauses, with one alert, and costs no refund anything',
  },
  {
    id: 'refusal-forgotten-in-doubt',
    what: 'a refund whose next sending was unclear takes the turn of those that were never refused',
    promise: 4,
    file: 'src/shop/refund-records/protocol/refund-answers.ts',
    replace: [
      "state: 'unknown', failures: 0, nextReadAt",
      "state: 'unknown', failures: 0, refusedAt: null, nextReadAt",
    ],
    spec: 'src/shop/refund-records/protocol/refund-refusals.spec.ts',
    test: 'a refund that was refused, whose next sending is unclear, or of which a person has decided stays behind the others while the account is refused, until a person decides',
  },
  {
    id: 'refused-stays-last',
    what: 'a refund that was refused once waits behind all others, although the account is in order',
    promise: 4,
    file: 'src/shop/refunds/sending/lane-queue.ts',
    replace: ['isRefused: lane !== null && lane.refusals > 0', 'isRefused: true'],
    spec: 'test/shop/refunds/lane-queue.spec.ts',
    test: 'the next refund of a lane (sqlite) is one that was refused only in its turn, and behind all others while the account is refused',
  },
  {
    id: 'outage-without-end',
    what: 'a refund that always meets a service out of order is sent forever',
    promise: 4,
    file: 'src/shop/refund-records/protocol/refund-reads.ts',
    replace: ['isOutage && outages >= maxOutages', 'isOutage && outages >= Infinity'],
    spec: 'src/shop/refund-records/protocol/refund-refusals.spec.ts',
    test: 'sendings into an outage are reported once, and wait for a person after more than a day',
  },
  {
    id: 'resumed-stays-last',
    what: 'a lane that a person lets go on still puts what was refused behind all others',
    promise: 4,
    file: 'src/shop/refund-records/protocol/refund-refusals.ts',
    replace: ['refusals: 0, refusedAt: null, notBefore }, ', 'refusals: 0, notBefore }, '],
    spec: 'src/shop/refund-records/protocol/refund-refusals.spec.ts',
    test: 'a lane that a person resumes forgets what its refunds were refused for, and the waits after it, but not the quiet time',
  },
  {
    id: 'm7',
    what: 'no one looks at the last instant whether a slot is still good',
    promise: 4,
    file: 'src/shop/refunds/sending/refund-sender.ts',
    replace: ['elapsed < group.refunds.sendWithinMs', 'elapsed < Infinity'],
    spec: 'test/shop/refunds/lane-outcomes.spec.ts',
    test: 'a process that stands still between its slot and the wire does not send, and has its next slot a second later',
  },
  {
    ...LANE,
    id: 'attempt-written-after-sending',
    what: 'that a refund is being sent is committed only after it was sent',
    replace: [
      `const slot = await this.transactions.run((tx) => this.begin(tx, claimed));
    if (slot === null) return this.transactions.run((tx) => this.free(tx, claimed, this.clock.now()));
    const outcome = await this.underWay.during(slot.group.name, () => this.sender.send(slot));`,
      `let outcome!: SlotOutcome;
    const slot = await this.transactions.run(async (tx) => {
      const taken = await this.begin(tx, claimed);
      if (taken) outcome = await this.sender.send(taken);
      return taken;
    });
    if (slot === null) return this.transactions.run((tx) => this.free(tx, claimed, this.clock.now()));`,
    ],
    spec: 'test/shop/refunds/lane-outcomes.spec.ts',
    test: 'a process that stands still between its slot and the wire does not send, and has its next slot a second later',
  },
  {
    id: 'fence-not-compared',
    what: 'an event changes a refund that has changed meanwhile',
    promise: 4,
    file: 'src/shop/refund-records/refund-state.service.ts',
    replace: ['{ id: row.id, fence: row.fence }', '{ id: row.id }'],
    spec: 'test/shop/refunds/lane.spec.ts',
    test: 'slots that come too late are not used by a replica whose lease has ended, and the next one sends once',
  },
  {
    ...LANE,
    id: 'lane-lease-not-compared',
    what: 'a replica sends in a lane that another one has taken over',
    replace: [
      "{ id: lane.id, leaseToken: lane.leaseToken ?? '', state: 'pending' as const }",
      "{ id: lane.id, state: 'pending' as const }",
    ],
    test: 'slots that come too late are not used by a replica whose lease has ended, and the next one sends once',
  },
  {
    ...LANE,
    id: 'paused-lane-sends',
    what: 'a slot that was taken before a person paused the lane is used',
    replace: ["leaseToken: lane.leaseToken ?? '', state: 'pending' as const }", "leaseToken: lane.leaseToken ?? '' }"],
    test: 'a lane that a person has paused is not sent from by a slot that was taken before',
  },
  {
    ...LANE,
    id: 'no-spacing',
    what: 'the next refund of a lane follows the answer at once',
    replace: ['const nextSlotAt = endedAt + group.refunds.spacingMs + ROUNDING_MS;', 'const nextSlotAt = endedAt;'],
    test: 'a lane (sqlite) has one slot a second, counted from the answer, in the order in which refunds were asked for',
  },
  {
    ...LANE,
    id: 'answer-to-an-earlier-sending',
    what: 'the answer to an earlier sending is taken for that of the last one',
    replace: [
      "fresh.state === 'sending' && fresh.fence !== refund.fence",
      "fresh.state === 'sending' && fresh.fence < 0",
    ],
    spec: 'test/shop/refunds/lane-outcomes.spec.ts',
    test: 'an answer that comes when the refund is sent once more says nothing of that sending, however clear it is',
  },
  {
    ...LANE,
    id: 'guards-not-looked-at-again',
    what: 'whether an equal amount stands in the way is not looked at when the slot is used',
    replace: ['if (isHeld || (await mustWait(tx, refund, moment))) return null;', 'if (isHeld) return null;'],
    test: 'slots that come too late are not used for what has become impossible since: an equal amount was seen',
  },
  {
    id: 'equal-amounts-at-once',
    what: 'equal amounts of one order follow one another at once',
    promise: 4,
    file: 'src/shop/refund-records/lane/lane-guards.ts',
    replace: ['this.wait(refund, arrivedBy + this.rules.equalAmountGapMs)', 'this.wait(refund, arrivedBy)'],
    spec: 'test/shop/refunds/lane.spec.ts',
    test: 'a lane (sqlite) sends five equal parts of one order, five minutes apart, and all are paid out (scenario R5)',
  },
  {
    id: 'order-not-single-flight',
    what: 'a refund is sent although another one of its order is in doubt',
    promise: 4,
    file: 'src/shop/refund-records/lane/lane-guards.ts',
    replace: ["state === 'sending' || state === 'unknown'", "state === 'sending'"],
    spec: 'src/shop/refunds/sending/lane-plan.spec.ts',
    test: 'the plan of a lane waits for what is open on the same order, and for equal amounts on it, but not for other orders',
  },
  {
    ...REQUEST,
    id: 'amount-not-said',
    what: 'a refund goes out without its amount, which gives everything back',
    file: 'src/protocol/requests/refund.requests.ts',
    replace: ['    amount: amount.amount,\n', ''],
    test: 'the refund request always names its amount',
  },
  {
    id: 'no-tag',
    what: 'a refund goes out without its tag',
    promise: 4,
    file: 'src/shop/refunds/sending/refund-sending.ts',
    replace: ['  refundOrderId: tag,\n  var3: tag,\n', ''],
    spec: 'test/shop/refunds/lane.spec.ts',
    test: 'a lane (sqlite) sends a refund once, with its tag, and tells that it was accepted',
  },
  {
    id: 'first-page-of-candidates',
    what: 'a lane gives up behind refused refunds whose amount has to wait, although another may be sent',
    promise: 4,
    file: 'src/shop/refunds/sending/lane-queue.ts',
    replace: ['    if (best.length < limit) return null;', '    return null;'],
    spec: 'test/shop/refunds/lane-queue.spec.ts',
    test: 'the next refund of a lane (sqlite) is found behind an amount that is in the way, however many of it were refused at different times',
  },
  {
    id: 'refund-to-other-mode',
    what: 'a refund is sent to whatever environment the process has its group in',
    promise: 4,
    file: 'src/shop/refunds/sending/lane-queue.ts',
    replace: ['if (!isOther) return first;', 'if (isOther !== undefined) return first;'],
    spec: 'test/shop/refunds/other-mode.spec.ts',
    test: 'a refund whose order is of another mode than a process has its group in (scenario C3) (sqlite) holds up none of those that the process may send',
  },
];
