import { ListTable } from '../../pages/list.parts.js';
import { moneyText } from '../../pages/money-text.js';
import type { RelatedTransaction } from '../../protocol/index.js';
import type { Refund } from '../../shop/refunds/index.js';
import type { ServiceReading } from './refund-details.service.js';
import type { RefundPage } from './refund-page.types.js';
import { refundPath } from './refund-parts.js';

/** What the service has of the order, when someone wants to know. */
export function AtTheService({ page: { refund, reading, siblings, context } }: { page: RefundPage }) {
  return (
    <section class="card" aria-labelledby="service">
      <div class="head">
        <h2 id="service">What the service shows</h2>
        <p>Asked only when you say so; asking changes nothing</p>
      </div>
      {reading !== null && <Answer reading={reading} own={[refund, ...siblings]} of={refund} />}
      <div class="body">
        <a class="button" href={`${refundPath(context, refund.id)}?read=service#service`}>
          {reading === null ? 'Ask the service now' : 'Ask again'}
        </a>
      </div>
    </section>
  );
}

function Answer({ reading, own, of }: { reading: ServiceReading; own: readonly Refund[]; of: Refund }) {
  if ('failure' in reading) {
    return (
      <p class="body" role="alert">
        The service could not be asked. {reading.failure}
      </p>
    );
  }
  if (reading.rows.length === 0) {
    return (
      <p class="body">
        The order is “{reading.status ?? 'without a status'}” there, and <strong>nothing was refunded</strong> as far as
        the service shows now. Just after a refund was sent that proves nothing yet.
      </p>
    );
  }
  return (
    <ListTable
      kind="t-refunds"
      caption="What the service has of this order"
      columns={[
        'Its number there',
        'State',
        { name: 'Amount', of: 'figures' },
        'Whose it is',
        "Made, by the service's clock",
      ]}
    >
      {reading.rows.map((row, index) => (
        <Row key={index} row={row} own={own} of={of} />
      ))}
    </ListTable>
  );
}

function Row({ row, own, of }: { row: RelatedTransaction; own: readonly Refund[]; of: Refund }) {
  const { transaction_id: id, type, status, amount, currency, created } = row;
  return (
    <tr>
      <th scope="row" class="c-id mono">
        {id ?? 'none'}
        <span class="under">{type ?? 'without a type'}</span>
      </th>
      <td class="c-status">{status ?? 'none'}</td>
      <td class="c-amount number">{amount === null ? 'none' : moneyText(amount, currency ?? of.amount.currency)}</td>
      <td class="c-to">{ownerText(row, own, of)}</td>
      <td class="c-time">{created ?? 'unknown'}</td>
    </tr>
  );
}

/** By mark or number only: a likeness is for the person who reads this to judge. */
function ownerText(row: RelatedTransaction, own: readonly Refund[], of: Refund): string {
  const isMarked = ({ tag, serviceRefundId }: Refund): boolean =>
    (tag !== null && [row.refund_order_id, row.var1, row.var2, row.var3].includes(tag)) ||
    (serviceRefundId !== null && serviceRefundId === row.transaction_id);
  const owner = own.find(isMarked);
  if (owner === of) return 'this refund: it carries its mark';
  if (owner !== undefined) return 'another refund of this shop';
  const isAlike = row.amount === of.amount.amount && (row.currency ?? of.amount.currency) === of.amount.currency;
  return isAlike ? 'no mark of ours; the amount is the same' : 'no mark of ours; another amount';
}
