import { ListTable } from '../../pages/list.parts.js';
import { moneyText } from '../../pages/money-text.js';
import type { RelatedTransaction } from '../../protocol/index.js';
import type { Refund } from '../../shop/refunds/index.js';
import type { DashboardLabels } from '../dashboard.labels.js';
import type { ServiceReading } from './refund-details.service.js';
import type { RefundPage } from './refund-page.types.js';
import { refundPath } from './refund-parts.js';

type Labels = DashboardLabels['refundService'];

/** The service's data of the order, on request. */
export function AtTheService({ page: { refund, reading, siblings, context } }: { page: RefundPage }) {
  const { refundService: labels } = context.labels;
  return (
    <section class="card" aria-labelledby="service">
      <div class="head">
        <h2 id="service">{labels.title}</h2>
        <p>{labels.hint}</p>
      </div>
      {reading !== null && <Answer reading={reading} own={[refund, ...siblings]} of={refund} labels={labels} />}
      <div class="body">
        <a class="button" href={`${refundPath(context, refund.id)}?read=service#service`}>
          {reading === null ? labels.ask : labels.askAgain}
        </a>
      </div>
    </section>
  );
}

interface OfRefund {
  /** All refunds of its order. */
  readonly own: readonly Refund[];
  readonly of: Refund;
  readonly labels: Labels;
}

function Answer({ reading, own, of, labels }: OfRefund & { readonly reading: ServiceReading }) {
  if ('failure' in reading) {
    return (
      <p class="body" role="alert">
        {labels.failed(reading.failure)}
      </p>
    );
  }
  if (reading.rows.length === 0) {
    return (
      <p class="body">
        {labels.status(reading.status ?? labels.noStatus)} <strong>{labels.nothing}</strong> {labels.noProof}
      </p>
    );
  }
  const { columns } = labels;
  return (
    <ListTable
      kind="t-refunds"
      caption={labels.caption}
      columns={[columns.number, columns.state, { name: columns.amount, of: 'figures' }, columns.owner, columns.made]}
    >
      {reading.rows.map((row, index) => (
        <Row key={index} row={row} own={own} of={of} labels={labels} />
      ))}
    </ListTable>
  );
}

function Row({ row, own, of, labels }: OfRefund & { readonly row: RelatedTransaction }) {
  const { transaction_id: id, type, status, amount, currency, created } = row;
  return (
    <tr>
      <th scope="row" class="c-id mono">
        {id ?? labels.none}
        <span class="under">{type ?? labels.noType}</span>
      </th>
      <td class="c-status">{status ?? labels.none}</td>
      <td class="c-amount number">
        {amount === null ? labels.none : moneyText(amount, currency ?? of.amount.currency)}
      </td>
      <td class="c-to">{ownerText(row, { own, of, labels })}</td>
      <td class="c-time">{created ?? labels.unknown}</td>
    </tr>
  );
}

/** Decided by tag or number only; the user judges similar rows. */
function ownerText(row: RelatedTransaction, { own, of, labels: { owners } }: OfRefund): string {
  const isMarked = ({ tag, serviceRefundId }: Refund): boolean =>
    (tag !== null && [row.refund_order_id, row.var1, row.var2, row.var3].includes(tag)) ||
    (serviceRefundId !== null && serviceRefundId === row.transaction_id);
  const owner = own.find(isMarked);
  if (owner === of) return owners.this;
  if (owner !== undefined) return owners.other;
  const isAlike = row.amount === of.amount.amount && (row.currency ?? of.amount.currency) === of.amount.currency;
  return isAlike ? owners.alike : owners.unlike;
}
