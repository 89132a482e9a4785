import type { BasketSeen, LineSeen } from '../../api/shop-types';
import { money } from '../format';
import { Layout, Problem } from './layout';
import { Line } from './lines';

const LineForm = ({ line }: { readonly line: LineSeen }) => {
  const { name } = line.productVariant;
  return (
    <form method="post" action={`/basket/lines/${line.id}`} class="line-form">
      <input
        type="number"
        name="quantity"
        aria-label={`How many: ${name}`}
        min="0"
        max="99"
        required
        value={line.quantity}
      />
      <button class="link" aria-label={`Update ${name}`}>
        Update
      </button>
      <button class="link" name="remove" value="yes" formNoValidate aria-label={`Remove ${name}`}>
        Remove
      </button>
    </form>
  );
};

const Empty = () => (
  <div class="intro">
    <h1>Your basket is empty</h1>
    <p>
      <a href="/">Choose something</a> first.
    </p>
  </div>
);

const Full = ({ basket }: { readonly basket: BasketSeen }) => (
  <>
    <h1>Basket</h1>
    <div class="card sheet">
      <ul class="lines">
        {basket.lines.map((line) => (
          <Line key={line.id} line={line} currency={basket.currencyCode}>
            <LineForm line={line} />
          </Line>
        ))}
      </ul>
      <dl class="totals">
        <dt class="sum">Goods</dt>
        <dd class="sum">{money(basket.subTotalWithTax, basket.currencyCode)}</dd>
      </dl>
      <div class="actions">
        <a href="/">Go on shopping</a>
        <a class="button" href="/checkout">
          Check out
        </a>
      </div>
    </div>
  </>
);

/** `/basket`: what was chosen so far. */
export const BasketPage = ({ basket, problem }: { readonly basket: BasketSeen | null; readonly problem?: string }) => (
  <Layout title="Basket" here="basket" inBasket={basket?.totalQuantity}>
    <Problem text={problem} />
    {basket && basket.lines.length > 0 ? <Full basket={basket} /> : <Empty />}
  </Layout>
);
