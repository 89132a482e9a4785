import { Router, type Response } from 'express';
import type { Settings } from '../../settings';
import { problemOf, readCheckoutForm, SAMPLE, type CheckoutForm } from '../checkout-form';
import { CheckoutPage } from '../pages/checkout.page';
import { OrderPage, OrderParts } from '../pages/order.page';
import { sendPage, sendParts } from '../render';
import { Shopper } from '../shopper';

/** Shows the form, or the basket when there is nothing to pay. */
async function showForm(shopper: Shopper, response: Response, form: CheckoutForm, problem?: string): Promise<void> {
  const { basket, methods, countries } = await shopper.checkout();
  if (!basket || basket.lines.length === 0) return response.redirect(303, '/basket');
  const page = <CheckoutPage {...{ basket, methods, countries, form, problem }} />;
  sendPage(response, page, problem === undefined ? 200 : 422);
}

/** The checkout, and the page to which shoppers come back from paying. */
export function checkoutRoutes(settings: Settings): Router {
  const router = Router();

  router.get('/checkout', (request, response) => showForm(Shopper.of(request, response, settings), response, SAMPLE));

  router.post('/checkout', async (request, response) => {
    const shopper = Shopper.of(request, response, settings);
    const form = readCheckoutForm(request.body);
    const problem = problemOf(form) ?? (await shopper.deliverTo(form));
    if (problem !== undefined) return showForm(shopper, response, form, problem);
    const payment = await shopper.pay();
    if ('problem' in payment) return showForm(shopper, response, form, payment.problem);
    response.redirect(303, payment.paymentUrl);
  });

  router.get('/orders/:code', async (request, response) => {
    sendPage(response, <OrderPage {...await Shopper.of(request, response, settings).order(request.params.code)} />);
  });

  router.get('/orders/:code/parts', async (request, response) => {
    sendParts(response, <OrderParts {...await Shopper.of(request, response, settings).order(request.params.code)} />);
  });

  router.post('/orders/:code/payments', async (request, response) => {
    const shopper = Shopper.of(request, response, settings);
    const payment = await shopper.pay();
    if ('paymentUrl' in payment) return response.redirect(303, payment.paymentUrl);
    sendPage(response, <OrderPage {...await shopper.order(request.params.code)} {...payment} />, 422);
  });

  return router;
}
