import { moneyText } from '../../pages/money-text.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import type { PageContext } from '../../pages/page-context.js';
import { ListTable } from '../../pages/list.parts.js';
import { ActionForm, Empty, Fact, StatusTag, When } from '../../pages/parts.js';
import { offeredMethods, type SandboxOrderEntity } from '../orders/index.js';
import type { TillState } from '../payments/index.js';
import { merchantPage, PATHS } from './merchant.layout.js';
import type { TransactionRow } from './merchant-transaction-list.js';
import { transactionPath, TransactionTable } from './transactions.view.js';

/** The address of one till's page. */
export function tillPath({ group, id }: Pick<TillState, 'group' | 'id'>): string {
  return `${PATHS.tills}/${encodeURIComponent(group)}/${encodeURIComponent(id)}`;
}

/** Renders the list of tills. */
export function tillsPage(tills: readonly TillState[], context: PageContext): RenderedPage {
  const children = (
    <>
      <h1>Tills</h1>
      <p class="lead">
        The terminals of this sandbox. An order goes to one of them when it names it in{' '}
        <code>gateway_info.terminal_id</code>; choose a till to be its customer.
      </p>
      <section class="card" aria-label="Tills">
        {tills.length === 0 ? (
          <Empty title="No tills yet">
            Start the sandbox with one: <code>tillbridge sandbox --terminal till=T1</code>
          </Empty>
        ) : (
          <ListTable
            kind="t-orders"
            caption="Tills"
            columns={['Till', 'Status', { name: 'Amount', of: 'figures' }, 'Group']}
          >
            {tills.map((till) => (
              <Row key={tillPath(till)} till={till} />
            ))}
          </ListTable>
        )}
      </section>
    </>
  );
  return merchantPage({ title: 'Tills', section: PATHS.tills, context, children });
}

function Row({ till }: { till: TillState }) {
  const { group, name, order } = till;
  return (
    <tr>
      <th scope="row" class="c-id">
        <a href={tillPath(till)}>{name}</a>
        {order !== null && <span class="under">{order.orderId}</span>}
      </th>
      <td class="c-status">{order === null ? idleText(till) : <StatusTag status={order.status} />}</td>
      <td class="c-amount number">{order !== null && moneyText(order.amount, order.currency)}</td>
      <td class="c-group">{group}</td>
    </tr>
  );
}

const idleText = ({ active }: TillState): string => (active ? 'free' : 'not active');

/** The content of the page of one till. */
export interface TillPage {
  readonly till: TillState;
  /** Its newest orders. */
  readonly rows: readonly TransactionRow[];
  readonly context: PageContext;
}

/** Renders one till: its order, and the possible actions of its customer. */
export function tillPage({ till, rows, context }: TillPage): RenderedPage {
  const { name, group, id, provider, order } = till;
  const children = (
    <>
      <h1>{name}</h1>
      <p class="lead">
        Till {id} of the group {group}, {provider}. An order is on it for a minute, and for another one after a declined
        card.
      </p>
      {order === null ? <Free till={till} context={context} /> : <Asked till={till} order={order} context={context} />}
      {rows.length > 0 && (
        <section class="card" aria-labelledby="newest">
          <div class="head">
            <h2 id="newest">Newest orders of this till</h2>
          </div>
          <TransactionTable rows={rows} context={context} />
        </section>
      )}
    </>
  );
  const above = [{ href: PATHS.tills, text: 'Tills' }];
  return merchantPage({ title: name, section: PATHS.tills, above, context, children });
}

function Free({ till, context }: { till: TillState; context: PageContext }) {
  return (
    <section class="card" aria-label="The till">
      <Empty title={till.active ? 'No order on this till' : 'This till is not active'}>
        {till.active && (
          <>
            Let your shop create one with <code>gateway_info.terminal_id</code> {till.id}, then{' '}
            <a href={context.here}>look again</a>.
          </>
        )}
      </Empty>
    </section>
  );
}

interface AskedProps {
  readonly till: TillState;
  readonly order: SandboxOrderEntity;
  readonly context: PageContext;
}

function Asked({ till, order, context }: AskedProps) {
  return (
    <section class="card" aria-labelledby="order">
      <div class="body order">
        <div>
          <div class="title">
            <h2 id="order">
              <a href={transactionPath(order.id)}>{order.orderId}</a>
            </h2>
            <StatusTag status={order.status} />
          </div>
          <p class="lead">{order.description}</p>
        </div>
        <p class="sum">{moneyText(order.amount, order.currency)}</p>
      </div>
      <div class="body actions" role="group" aria-label="What the customer can do">
        <PayForm till={till} order={order} context={context} />
        <EndForm till={till} order={order} context={context} />
      </div>
      <dl class="facts body">
        <Fact name="On the till until">
          <When at={order.expiresAt} context={context} />
        </Fact>
      </dl>
    </section>
  );
}

function PayForm({ till, order, context }: AskedProps) {
  const path = tillPath(till);
  return (
    <ActionForm action={`${path}/pay`} context={context} back={path}>
      <input type="hidden" name="order" value={order.id} />
      <div class="field">
        <label for="method">Card</label>
        <select id="method" name="method">
          {offeredMethods(order).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="tip">Tip</label>
        <input
          id="tip"
          type="text"
          name="tip"
          inputmode="decimal"
          autocomplete="off"
          size={8}
          maxlength={24}
          placeholder="none"
        />
      </div>
      <button class="button main" type="submit">
        Pay
      </button>
      <button class="button danger" type="submit" formaction={`${path}/decline`}>
        Decline
      </button>
    </ActionForm>
  );
}

function EndForm({ till, order, context }: AskedProps) {
  const path = tillPath(till);
  return (
    <ActionForm action={`${path}/cancel`} context={context} back={path}>
      <input type="hidden" name="order" value={order.id} />
      <button class="button" type="submit">
        Cancel
      </button>
    </ActionForm>
  );
}
