/** What lets an order be created twice, be lost, or become another customer's. */
const CREATE = {
  promise: 2,
  file: 'src/shop/orders/creation/attempt-sender.ts',
  spec: 'test/shop/orders/order-creation.spec.ts',
};
const EARLIER = {
  promise: 3,
  file: 'src/shop/orders/ledger/earlier-order.ts',
  spec: 'test/shop/orders/earlier-order.spec.ts',
};

export const CREATION = [
  {
    ...CREATE,
    id: 'create-without-a-look',
    what: 'the creation of an order that may exist is given up without a read',
    replace: ['return mayExist(error) ? this', 'return mayExist(error) && !error ? this'],
    test: 'creating an order reads the order when a proxy answers with a page, and goes on with what was created',
  },
  {
    ...CREATE,
    id: 'charged-order-replaced',
    what: 'a direct order that may be charged at this moment is sent once more under another id',
    promise: 4,
    file: 'src/shop/orders/creation/lost-page.ts',
    replace: ['return !isCharged && PAID', 'return isCharged || PAID'],
    spec: 'test/shop/orders/order-creation-again.spec.ts',
    test: 'creating an order that may have been created before takes over a transaction by card that may be charged right now as it is',
  },
  {
    ...CREATE,
    id: 'direct-order-not-awaited',
    what: 'a shop is answered before the payment of a direct order is written down, and though that fails',
    replace: ['if (created.order) await this.reader', 'if (created.order) void this.reader'],
    spec: 'test/shop/orders/order-creation-answers.spec.ts',
    test: 'what a create is answered with is not given before a payment that it says is written down',
  },
  {
    ...CREATE,
    id: 'adopts-another-amount',
    what: 'an order of the same id over another amount is taken over',
    replace: ['found.amount !== attempt.amount || ', ''],
    test: 'creating an order does not take over an order of the same id that is not the same order',
  },
  {
    ...EARLIER,
    id: 'adopts-earlier-order',
    what: 'the payment of another customer pays an order that has got the same number months later',
    replace: ['madeAt < createdAt - EARLIER_MS', 'madeAt < -EARLIER_MS'],
    test: 'an order number that another customer had before (sqlite) and which was paid: the new order is made under the next id',
  },
  {
    ...EARLIER,
    id: 'lost-answer-taken-for-earlier',
    what: 'an order whose answer was lost is made a second time where the clock of the service is behind',
    replace: ['createdAt - EARLIER_MS', 'createdAt'],
    test: 'an order number that another customer had before (sqlite) is not what a lost answer looks like: found from a service whose clock is ten hours behind, the order is adopted',
  },
  {
    ...EARLIER,
    id: 'earlier-order-notified',
    what: 'a notification of an earlier order with the same number changes the new one',
    file: 'src/shop/orders/ledger/ledger.ts',
    replace: ['if (isEarlierOrder(', 'if (observation.notificationId === undefined && isEarlierOrder('],
    test: 'an order number that another customer had before (sqlite) is not paid by the old order while nobody goes on with a create that has died, and then gets its page',
  },
  {
    id: 'promise-unwatched',
    what: 'a promise of a lender that has lapsed is noticed by its notification alone',
    promise: 5,
    file: 'src/shop/polling/promised-payments.ts',
    replace: ['[14, 28, 30, 56, 70, 72, 90, 132]', '[70]'],
    spec: 'test/e2e/promised-money.spec.ts',
    test: 'money that a lender has promised (sqlite) is gone, too, where no notification of it arrives: KLARNA, after 28 days',
  },
];
