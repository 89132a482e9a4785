import type { BasketSeen, CountrySeen, ShippingSeen } from '../../api/shop-types';
import type { CheckoutForm } from '../checkout-form';
import { money } from '../format';
import { Layout, Problem } from './layout';
import { Lines } from './lines';

/** What the checkout page shows. */
export interface CheckoutProps {
  readonly basket: BasketSeen;
  readonly countries: readonly CountrySeen[];
  readonly methods: readonly ShippingSeen[];
  readonly form: CheckoutForm;
  readonly problem?: string;
}

type TextName = Exclude<keyof CheckoutForm, 'country' | 'shipping'>;

const FIELDS: readonly {
  readonly name: TextName;
  readonly label: string;
  readonly complete: string;
  readonly isHalf?: boolean;
}[] = [
  { name: 'email', label: 'E-mail', complete: 'email' },
  { name: 'firstName', label: 'First name', complete: 'given-name', isHalf: true },
  { name: 'lastName', label: 'Last name', complete: 'family-name', isHalf: true },
  { name: 'street', label: 'Street and number', complete: 'address-line1' },
  { name: 'postalCode', label: 'Postal code', complete: 'postal-code', isHalf: true },
  { name: 'city', label: 'City', complete: 'address-level2', isHalf: true },
];

const Address = ({ form, countries }: Pick<CheckoutProps, 'form' | 'countries'>) => (
  <fieldset class="fields">
    <legend>Where it goes</legend>
    <p class="soft wide">Filled in for you. Change what you like: nothing is delivered.</p>
    {FIELDS.map(({ name, label, complete, isHalf }) => (
      <label key={name} class={isHalf ? 'field' : 'field wide'}>
        {label}
        <input
          name={name}
          type={name === 'email' ? 'email' : 'text'}
          autocomplete={complete}
          maxLength={100}
          required
          value={form[name]}
        />
      </label>
    ))}
    <label class="field wide">
      Country
      <select name="country" autocomplete="country">
        {countries.map(({ code, name }) => (
          <option key={code} value={code} selected={code === form.country}>
            {name}
          </option>
        ))}
      </select>
    </label>
  </fieldset>
);

const Shipping = ({ methods, form, basket }: Pick<CheckoutProps, 'methods' | 'form' | 'basket'>) => (
  <fieldset class="choices">
    <legend>How it goes</legend>
    {methods.map(({ id, name, priceWithTax }, index) => (
      <label key={id} class="choice">
        <input
          type="radio"
          name="shipping"
          value={id}
          required
          checked={form.shipping === id || (form.shipping === '' && index === 0)}
        />
        <span>{name}</span>
        <span class="price">{money(priceWithTax, basket.currencyCode)}</span>
      </label>
    ))}
  </fieldset>
);

/** `/checkout`: address, shipping, and off to the payment page. */
export const CheckoutPage = (props: CheckoutProps) => {
  const { basket, problem } = props;
  return (
    <Layout title="Check out" here="basket" inBasket={basket.totalQuantity}>
      <h1>Check out</h1>
      <Problem text={problem} />
      <form method="post" action="/checkout" class="columns">
        <div class="card sheet">
          <Address {...props} />
          <Shipping {...props} />
        </div>
        <section class="card sheet summary" aria-label="What you buy">
          <Lines order={basket} />
          <dl class="totals">
            <dt class="sum">Goods, with tax</dt>
            <dd class="sum">{money(basket.subTotalWithTax, basket.currencyCode)}</dd>
          </dl>
          <p class="soft">Shipping is added. You see the total on the payment page, before you pay.</p>
          <button class="button whole">Go to payment</button>
        </section>
      </form>
    </Layout>
  );
};
