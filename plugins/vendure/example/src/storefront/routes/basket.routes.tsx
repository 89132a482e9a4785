import { Router } from 'express';
import type { Settings } from '../../settings';
import { BasketPage } from '../pages/basket.page';
import { ProductsPage } from '../pages/products.page';
import { sendPage } from '../render';
import { Shopper } from '../shopper';

/** The shelves and the basket. */
export function basketRoutes(settings: Settings): Router {
  const router = Router();

  router.get('/', async (request, response) => {
    sendPage(response, <ProductsPage {...await Shopper.of(request, response, settings).products()} />);
  });

  router.get('/basket', async (request, response) => {
    sendPage(response, <BasketPage basket={await Shopper.of(request, response, settings).basket()} />);
  });

  router.post('/basket', async (request, response) => {
    const shopper = Shopper.of(request, response, settings);
    const problem = await shopper.add(String(request.body['variant']));
    if (problem === undefined) return response.redirect(303, '/basket');
    sendPage(response, <ProductsPage {...await shopper.products()} problem={problem} />, 422);
  });

  router.post('/basket/lines/:line', async (request, response) => {
    const shopper = Shopper.of(request, response, settings);
    const quantity = request.body['remove'] ? 0 : Number(request.body['quantity']);
    const isCount = Number.isInteger(quantity) && quantity >= 0;
    const problem = isCount ? await shopper.adjust(request.params.line, quantity) : 'How many? Please give a number.';
    if (problem === undefined) return response.redirect(303, '/basket');
    sendPage(response, <BasketPage basket={await shopper.basket()} problem={problem} />, 422);
  });

  return router;
}
