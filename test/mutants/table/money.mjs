/** What makes the book of an order's money wrong, or takes reserved money twice. */
const BOOK = {
  promise: 4,
  file: 'src/shop/refund-records/money-book.ts',
  spec: 'src/shop/refund-records/money-book.spec.ts',
};
const MERGE = {
  promise: 3,
  file: 'src/shop/orders/merge/merge.money.ts',
  spec: 'src/shop/orders/merge/merge-money.spec.ts',
};
const STAGE = { promise: 4, spec: 'test/shop/refunds/money-book.spec.ts' };
const CAPTURE = {
  promise: 4,
  file: 'src/shop/orders/captures/order-captures.ts',
  spec: 'test/shop/orders/captures.spec.ts',
};

export const MONEY = [
  {
    ...BOOK,
    id: 'open-fate-explains',
    what: 'a refund of unknown fate explains what the service has given back',
    replace: ["new Set(['accepted', 'settled'])", "new Set(['accepted', 'settled', 'unknown'])"],
    test: 'what is left in the book counts a refund of ours whose fate is open besides: it explains nothing of what was given back',
  },
  {
    ...STAGE,
    id: 'uncovered-is-sent',
    what: 'a refund that waits is sent although the bank has taken its money back',
    file: 'src/shop/refund-records/refund-observer.ts',
    replace: ['results.push(...(await this.rejectUncovered(tx, input)));', ''],
    test: 'one book of money (sqlite) does not send refunds that wait when the bank takes back all of the money: they are told as rejected at once',
  },
  {
    ...BOOK,
    id: 'untold-is-left',
    what: 'what the service has given back untold may be given back again',
    replace: ['let left = paid - unexplainedOf(book);', 'let left = paid - 0 * unexplainedOf(book);'],
    test: 'the book, whatever happens lets nothing leave beyond what came, and loses nothing where every fate is known',
  },
  {
    ...BOOK,
    file: 'src/shop/refund-records/chargebacks.ts',
    id: 'reversal-is-ignored',
    what: 'what the bank has given back stays taken',
    replace: ['each.amount -= given;', ''],
    test: 'chargebacks stand until they are reversed, each by the reversal of its amount, or else the oldest first',
  },
  {
    ...STAGE,
    file: 'src/shop/refund-records/external-refunds.service.ts',
    id: 'chargeback-is-not-booked',
    what: 'a chargeback leaves as much to be given back as before',
    replace: ['    await this.recordChargebacks(tx, input);\n', ''],
    test: 'one book of money (sqlite) has nothing left after a chargeback of all of it, shown as related, and all of it when that is reversed',
  },
  {
    ...STAGE,
    file: 'src/shop/orders/ledger/paid-attempts.ts',
    id: 'each-transaction-pays',
    what: 'a second transaction of one order at the service doubles what may be given back',
    replace: ['Math.max(attempt.amount, ...tips', 'Math.max(attempt.amount * payments.length, ...tips'],
    test: 'one book of money (sqlite) gives back no more of one order at the service than that took, whatever transaction ids appear',
  },
  {
    ...STAGE,
    file: 'src/shop/orders/merge/captured-part.ts',
    id: 'surplus-judged-by-the-chief',
    what: 'what is known of a second payment is not what its refunds are judged by',
    replace: ['known?.facts.amountRefunded ?? 0', 'transactions?.[0]?.facts.amountRefunded ?? 0'],
    test: 'one book of money (sqlite) books what was given back elsewhere of a payment too many, though only the amount reports it',
  },
  {
    ...MERGE,
    id: 'released-part-is-unpaid',
    what: 'a reservation of which a part was captured ends unpaid when the rest is let go of',
    replace: ["status === 'cancelled' || (status === 'authorised'", "status === 'expired' || (status === 'authorised'"],
    test: 'a reservation that is captured in parts is paid once the rest is let go of',
  },
  {
    ...MERGE,
    id: 'tip-without-consent',
    what: 'more than was asked for is a tip whether or not the shop expects tips',
    replace: ['  allowTip &&\n', ''],
    test: 'a tip at a till is none where the shop does not expect tips',
  },
  {
    ...MERGE,
    id: 'annulled-money-stands',
    what: 'money in another amount can be given back after it was annulled',
    replace: ['{ ...known, standing: false }', '{ ...known, standing: true }'],
    test: 'money in another amount is kept in mind as long as it stands',
  },
  {
    promise: 4,
    file: 'src/shop/refund-records/refund-match.ts',
    spec: 'test/shop/refunds/tags-by-method.spec.ts',
    id: 'tags-of-other-orders-prove',
    what: 'a refund without its tag counts as absent since the tags of another payment method came back',
    replace: [
      'if (echoed === null) return TAGS_NOT_KNOWN;',
      'if (echoed === null) return TAGS_NOT_KNOWN; if (echoed) return ABSENT;',
    ],
    test: 'an account that gives tags back for one payment method, and none for another (sqlite) refunds nothing twice where the answer to the first sending is lost',
  },
  {
    promise: 4,
    file: 'src/shop/refunds/sending/refund-sender.ts',
    spec: 'test/shop/refunds/restored-state.spec.ts',
    id: 'first-sending-never-looks',
    what: 'a refund that waited in a restored backup is sent without a look at what was sent since',
    replace: [
      'if (!hasWaitedLong(refund, group.refunds, this.clock.now())) return null;',
      'if (refund.amount > 0) return null;',
    ],
    test: 'a refund that an older state of the database still has to send (sqlite) and that had been sent by then, is found there and not sent again',
  },
  {
    ...CAPTURE,
    id: 'capture-not-compared',
    what: 'what was seen as open is not compared with what is open before a capture',
    replace: ['remaining && remaining.amount !== open.amount', 'remaining && remaining.amount < open.amount'],
    test: 'captures of one order (sqlite) a second submit of the same form, minutes later, is refused, and the next part is taken',
  },
  {
    ...CAPTURE,
    id: 'capture-forgotten-unheard',
    what: 'a capture of which nothing is known is forgotten',
    replace: ['if (!isPaymentError(error) || !mayExist(error)) await release();', 'await release();'],
    test: 'captures of one order (sqlite) of which nothing is known is not taken for made or not made, and the next one has to look',
  },
  {
    ...CAPTURE,
    id: 'part-without-id',
    what: 'a part is captured under an id that the service makes',
    file: 'src/shop/orders/captures/reservation.ts',
    replace: ['isPart && isOrderId(made)', '!isPart && isOrderId(made)'],
    test: 'captures of one order (sqlite) is not made twice where the order is read from a copy that lags',
  },
];
