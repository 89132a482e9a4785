import { merchantPage, PATHS } from './merchant.layout.js';
import type { PageContext } from '../../pages/page-context.js';
import { Empty, Fact } from '../../pages/parts.js';
import type { TransactionRow } from './merchant-transaction-list.js';
import { TransactionTable } from './transactions.view.js';
import type { RenderedPage } from '../../pages/page.frame.js';

/** The content of the front page. */
export interface HomePage {
  /** The newest orders. */
  readonly rows: readonly TransactionRow[];
  /** Base address of the payment API. */
  readonly apiBase: string;
  /** Names of the terminal groups. */
  readonly groups: readonly string[];
  readonly context: PageContext;
}

/** Renders the front page: the sandbox's address, and the newest orders. */
export function homePage({ rows, apiBase, groups, context }: HomePage): RenderedPage {
  const children = (
    <>
      <h1>A payment service of your own</h1>
      <p class="lead">
        Everything here is made up: no money moves, and nothing leaves this machine that you did not send somewhere.
      </p>
      <section class="card" aria-label="How to reach it">
        <dl class="facts body">
          <Fact name="Base address for your shop">
            <span class="mono">{apiBase}</span>
          </Fact>
          <Fact name="Terminal groups">
            <a href={PATHS.groups}>{groups.join(', ')}</a>
          </Fact>
          <Fact name="Something should go wrong?">
            <a href={PATHS.faults}>Set up a fault</a>
          </Fact>
          <Fact name="No time to wait?">
            <a href={PATHS.clock}>Put the clock forward</a>
          </Fact>
        </dl>
      </section>
      <section class="card" aria-labelledby="newest">
        <div class="head">
          <h2 id="newest">Newest transactions</h2>
          <p>
            <a href={PATHS.transactions}>All transactions</a>
          </p>
        </div>
        {rows.length === 0 ? (
          <Empty title="No orders yet">
            Let your shop create one with <code>POST /v1/json/orders</code>.
          </Empty>
        ) : (
          <TransactionTable rows={rows} context={context} />
        )}
      </section>
    </>
  );
  return merchantPage({ title: 'Overview', section: PATHS.home, context, children });
}
