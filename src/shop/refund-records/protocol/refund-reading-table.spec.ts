import { beforeEach, expect, test } from '@jest/globals';
import { reading, refund, row, SINCE } from '../../../../test/support/refund-reading.js';
import { Random } from '../../../../test/support/random.js';
import { formatServiceTime, type RelatedTransaction } from '../../../protocol/index.js';
import { chargebacksIn } from '../matching/chargebacks.js';
import { findElsewhere } from '../matching/refund-elsewhere.js';
import { matchRefund } from '../matching/refund-match.js';
import { REFUND_STATES } from './refund-protocol.types.js';
import type { OwnRefund, RefundReading } from '../matching/related-refunds.js';

const DAY = 86_400_000;
const SLACK = 120_000;
const random = new Random(48);
beforeEach(() => random.restart(48, 0));

/** A possible row of the service; times lie at the bounds between likely, doubtful and foreign. */
function rowOf(): RelatedTransaction {
  const at = SINCE + random.pick([0, -SLACK, -SLACK - 1_000, -SLACK - DAY, -SLACK - DAY - 1_000]);
  return row({
    transaction_id: random.pick(['77', '88', '99', null]),
    type: random.pick(['refund', 'refund', 'refund', null, 'chargeback', 'reverse-chargeback', 'capture']),
    status: random.pick(['reserved', 'reserved', 'completed', 'declined', 'void', 'cancelled', 'odd']),
    amount: random.pick([1_000, 1_000, 500, 0, null]),
    currency: random.pick(['EUR', 'EUR', ' eur ', 'USD', null]),
    created: random.chance(0.1) ? null : formatServiceTime(at),
    refund_order_id: random.pick([null, null, null, 'S1', 'r-1', 'r-2', 'other']),
  }) as RelatedTransaction;
}

const ownOf = (tag: string): OwnRefund =>
  refund({
    tag,
    amount: random.pick([1_000, 1_000, 500]),
    state: random.pick(REFUND_STATES),
    attempts: random.pick([0, 1, 1, 2]),
    serviceRefundId: random.pick([null, null, '77', '88']),
  });

function readingOf(): RefundReading {
  const rows = Array.from({ length: random.between(1, 3) }, rowOf);
  const own = ['r-1', 'r-2'].slice(0, random.between(1, 2)).map(ownOf);
  const known = reading(rows, {
    own,
    elsewhere: new Set(random.chance(0.3) ? ['99'] : []),
    tagsEchoed: random.pick([true, false, false, null, null]),
  });
  return { ...known, order: { ...known.order, amount_refunded: random.pick([0, 500, 1_000, 1_001, 2_500]) } };
}

const rowsIn = ({ order }: Pick<RefundReading, 'order'>): string =>
  order.related_transactions
    .map((each) => {
      const age = each.created === null ? '' : each.created.slice(-14);
      const parts = [each.transaction_id, each.type, each.status, each.amount, each.currency?.trim(), age];
      return [...parts, each.refund_order_id].join(' ');
    })
    .join(' | ');
const ownIn = ({ own }: RefundReading): string =>
  own
    .map(({ tag, amount, state, attempts, serviceRefundId }) =>
      [tag, amount, state, attempts, serviceRefundId].join(' '),
    )
    .join(' | ');

test('what a look at an order says of the first refund, and of those made elsewhere', () => {
  const lines = Array.from({ length: 140 }, () => {
    const seen = readingOf();
    const recorded = random.pick([0, 0, 500, 1_500]);
    const { refunds, unexplained, grown } = findElsewhere(seen, recorded);
    const elsewhere = refunds.map((each) =>
      [each.serviceRefundId, each.status, each.isNew, each.alreadyRecorded].join(' '),
    );
    const about = `tags ${seen.tagsEchoed}, elsewhere ${[...seen.elsewhere].join()}, sum ${seen.order.amount_refunded}`;
    const first = JSON.stringify(matchRefund(seen.own[0]!, seen)).replaceAll('"', '');
    const found = `[${elsewhere.join(' | ')}] untold ${unexplained}, grown ${grown} of ${recorded}`;
    return `${rowsIn(seen)} / ${ownIn(seen)} / ${about} = ${first} ${found}`;
  });
  expect(`\n${lines.join('\n')}\n`).toMatchSnapshot();
});

test('what of each chargeback stands', () => {
  const lines = Array.from({ length: 60 }, () => {
    const rows = Array.from({ length: random.between(2, 5) }, (_, index) => ({
      ...rowOf(),
      transaction_id: random.chance(0.1) ? null : String(index),
      type: random.pick(['chargeback', 'chargeback', 'Reverse Chargeback', 'refund']),
      amount: random.pick([100, 200, 300, 0, null]),
    }));
    const { order } = reading(rows);
    const standing = chargebacksIn(order).map((each) => `${each.id} ${each.standing}`);
    const given = rows.map(({ transaction_id: id, type, status, amount }) => [id, type, status, amount].join(' '));
    return `${given.join(' | ')} = ${standing.join(' | ')}`;
  });
  expect(`\n${lines.join('\n')}\n`).toMatchSnapshot();
});
