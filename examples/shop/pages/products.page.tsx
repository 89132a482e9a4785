import { Art } from './art.js';
import { Layout } from './layout.js';
import type { ProductView } from './views.js';

/** Shown only if the stock is low. */
function stockText(stock: number): string {
  if (stock <= 0) return 'Sold out';
  return stock <= 5 ? `Only ${stock} left` : 'In stock';
}

const PayForm = ({ product }: { product: ProductView }) => (
  <form method="post" action="/checkout">
    <input type="hidden" name="product" value={product.slug} />
    <button class="button" disabled={product.stock <= 0} aria-label={`Pay ${product.price} for ${product.name}`}>
      Pay
    </button>
  </form>
);

const ProductCard = ({ product }: { product: ProductView }) => (
  <li class="card product">
    <Art slug={product.slug} />
    <div class="product-body">
      <h2>{product.name}</h2>
      <p class="blurb">{product.blurb}</p>
      <p class={product.stock <= 5 ? 'stock low' : 'stock'}>{stockText(product.stock)}</p>
      <div class="product-foot">
        <p class="price">{product.price}</p>
        <PayForm product={product} />
      </div>
    </div>
  </li>
);

/** `/`: all products of the shop. */
export function ProductsPage({ products }: { products: readonly ProductView[] }) {
  return (
    <Layout title="Shop" here="shop">
      <div class="intro">
        <h1>Useful things, made slowly</h1>
        <p>
          Choose something and press <em>Pay</em>. On the payment page you decide how the payment ends, and then watch
          what the shop makes of it.
        </p>
      </div>
      <ul class="products">
        {products.map((product) => (
          <ProductCard key={product.slug} product={product} />
        ))}
      </ul>
    </Layout>
  );
}
