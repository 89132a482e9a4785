import { ListTable } from '../../pages/list.parts.js';
import { moneyText } from '../../pages/money-text.js';
import { dateText } from '../../pages/time-text.js';
import { parseServiceTime } from '../../protocol/index.js';
import { PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { dayIn } from './days.js';
import type { MoneyFigure, MoneyFigures } from './money-figures.js';

/** The most lines that are shown. */
const MOST_LINES = 40;

interface MoneyProps {
  readonly money: MoneyFigures;
  readonly context: DashboardContext;
}

/** Received and refunded money, by day, terminal group and currency; each figure links to its list. */
export function MoneyTable({ money, context }: MoneyProps) {
  const { money: labels } = context.labels.overview;
  const { columns } = labels;
  const isShort = money.rows.length <= MOST_LINES;
  return (
    <section class="card" data-part="money" aria-labelledby="money">
      <div class="head">
        <h2 id="money">{labels.title}</h2>
        <p>{labels.aside}</p>
      </div>
      {money.rows.length === 0 ? (
        <p class="body small">{labels.none}</p>
      ) : (
        <ListTable
          kind="t-money"
          caption={labels.caption}
          columns={[
            columns.day,
            columns.group,
            { name: columns.received, of: 'figures' },
            { name: columns.refunded, of: 'figures' },
          ]}
        >
          {money.rows.slice(0, MOST_LINES).map((row) => (
            <Row key={row.day + row.group + row.currency} row={row} context={context} />
          ))}
        </ListTable>
      )}
      <Attempts money={money} context={context} />
      {!isShort && <p class="body small">{labels.more(money.rows.length - MOST_LINES)}</p>}
      {money.isCut && <p class="body small">{labels.cut}</p>}
    </section>
  );
}

function Row({ row, context }: { row: MoneyFigure; context: DashboardContext }) {
  const { money: labels } = context.labels.overview;
  const { day, group, currency, received, refunded } = row;
  const at = parseServiceTime(`${day}T12:00:00`, 'UTC') ?? context.now;
  const name = day === dayIn(context, 0) ? labels.today : dateText(at, 'UTC').split(', ')[0];
  const query = new URLSearchParams({ group, from: day, to: day });
  const figure = (amount: number | null, path: string) =>
    amount === null ? labels.unknown : <a href={context.base + path}>{moneyText(amount, currency)}</a>;
  return (
    <tr>
      <th scope="row" class="c-id">
        <span title={day}>{name}</span>
      </th>
      <td class="c-group">{group}</td>
      <td class="c-amount number">{figure(received, `${PATHS.orders}?status=paid&${query}`)}</td>
      <td class="c-status number">{figure(refunded, `${PATHS.refunds}?${query}`)}</td>
    </tr>
  );
}

/** How many attempts ended in a payment. */
function Attempts({ money: { attempts, from }, context }: MoneyProps) {
  const { money: labels } = context.labels.overview;
  if (attempts.attempts === 0) return null;
  const share = Math.round((attempts.paid / attempts.attempts) * 100);
  const orders = `${context.base}${PATHS.orders}?from=${from}`;
  return (
    <p class="body" data-part="attempts">
      <a href={orders}>{labels.attempts(attempts.attempts)}</a>
      {': '}
      <a href={`${orders}&status=paid`}>{labels.paid(attempts.paid)}</a> ({share} %)
    </p>
  );
}
