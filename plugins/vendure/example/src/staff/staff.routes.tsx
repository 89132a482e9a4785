import { Router, type NextFunction, type Request, type Response } from 'express';
import type { StaffOrder } from '../api/staff-types';
import type { Settings } from '../settings';
import { readAmount } from '../storefront/format';
import { sendPage, sendParts } from '../storefront/render';
import { Clerk } from './clerk';
import { refundable } from './refundable';
import { OrdersPage, SignInPage } from './staff.pages';
import { StaffOrderPage, StaffOrderParts } from './staff-order.page';

/** Gives back what a form asks for. @returns a sentence when it cannot */
async function refund(
  clerk: Clerk,
  order: StaffOrder,
  body: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const payment = order.payments.find(({ id }) => id === body['payment']);
  if (!payment) return 'There is no such payment.';
  if (String(payment.refunds.length) !== body['seen']) {
    return 'Another refund was made meanwhile. See below whether this one is still needed.';
  }
  const amount = readAmount(String(body['amount']));
  if (!amount) return 'Please give an amount, such as 12.50.';
  if (amount > refundable(payment)) return 'That is more than can be given back.';
  return clerk.refund({ paymentId: payment.id, amount, reason: String(body['reason'] ?? '').trim() });
}

/** Without a session, or with one that is over, the Admin API refuses: then the clerk signs in. */
function askToSignIn(error: Error, _request: Request, response: Response, next: NextFunction): void {
  if (error.name !== 'FORBIDDEN') return next(error);
  sendPage(response, <SignInPage />, 403);
}

/** Where staff refund. It works through Vendure's Admin API, as Vendure's own dashboard does. */
export function staffRoutes(settings: Settings): Router {
  const router = Router();
  const clockUrl = `${settings.serviceUrl}/merchant/clock`;

  router.get('/staff', async (request, response) => {
    sendPage(response, <OrdersPage orders={await Clerk.of(request, response, settings).orders()} />);
  });

  router.post('/staff/session', async (request, response) => {
    const { username, password } = request.body as Record<string, string>;
    const problem = await Clerk.of(request, response, settings).signIn(String(username), String(password));
    if (problem === undefined) return response.redirect(303, '/staff');
    sendPage(response, <SignInPage problem={problem} />, 422);
  });

  router.get('/staff/orders/:code', async (request, response, next) => {
    const order = await Clerk.of(request, response, settings).order(request.params.code);
    if (order) sendPage(response, <StaffOrderPage order={order} clockUrl={clockUrl} />);
    else next();
  });

  router.get('/staff/orders/:code/parts', async (request, response, next) => {
    const order = await Clerk.of(request, response, settings).order(request.params.code);
    if (order) sendParts(response, <StaffOrderParts order={order} clockUrl={clockUrl} />);
    else next();
  });

  router.post('/staff/orders/:code/refunds', async (request, response, next) => {
    const clerk = Clerk.of(request, response, settings);
    const { code } = request.params;
    const order = await clerk.order(code);
    if (!order) return next();
    const problem = await refund(clerk, order, request.body);
    if (problem === undefined) return response.redirect(303, `/staff/orders/${code}`);
    sendPage(
      response,
      <StaffOrderPage order={(await clerk.order(code)) ?? order} clockUrl={clockUrl} problem={problem} />,
      422,
    );
  });

  router.use(askToSignIn);
  return router;
}
