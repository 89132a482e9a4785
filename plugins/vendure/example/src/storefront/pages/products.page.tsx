import type { ProductSeen } from '../../api/shop-types';
import { money } from '../format';
import { Layout, Problem } from './layout';

const ProductCard = ({ product }: { readonly product: ProductSeen }) => {
  const [variant] = product.variants;
  if (!variant) return null;
  const isSoldOut = variant.stockLevel === 'OUT_OF_STOCK';
  return (
    <li class="card product">
      <img class="art" src={`/pictures/${product.slug}.svg`} alt="" width="320" height="240" />
      <div class="product-body">
        <h2>{product.name}</h2>
        <p class="soft">{product.description}</p>
        <div class="product-foot">
          <p class="price">{money(variant.priceWithTax, variant.currencyCode)}</p>
          <form method="post" action="/basket">
            <input type="hidden" name="variant" value={variant.id} />
            <button class="button" disabled={isSoldOut} aria-label={isSoldOut ? undefined : `Add ${product.name}`}>
              {isSoldOut ? 'Sold out' : 'Add'}
            </button>
          </form>
        </div>
      </div>
    </li>
  );
};

/** `/`: everything the shop sells. */
export const ProductsPage = (props: {
  readonly products: readonly ProductSeen[];
  readonly inBasket: number;
  readonly problem?: string;
}) => (
  <Layout title="Shop" here="shop" inBasket={props.inBasket}>
    <div class="intro">
      <h1>For people with earth on their hands</h1>
      <p>Fill the basket and check out. On the payment page you decide how the payment ends.</p>
    </div>
    <Problem text={props.problem} />
    <ul class="products">
      {props.products.map((product) => (
        <ProductCard key={product.id} product={product} />
      ))}
    </ul>
  </Layout>
);
