import express, { type NextFunction, type Request, type Response } from 'express';
import { once } from 'node:events';
import { join } from 'node:path';
import { HOME } from '../home';
import { HOST } from '../process/ports';
import type { Settings } from '../settings';
import { staffRoutes } from '../staff/staff.routes';
import { MessagePage } from './pages/message.page';
import { sendPage } from './render';
import { basketRoutes } from './routes/basket.routes';
import { checkoutRoutes } from './routes/checkout.routes';

/** What a browser may do with the pages: forms may lead on to the payment page, nothing else leaves. */
const guardPages =
  ({ serviceUrl }: Settings) =>
  (_request: Request, response: Response, next: NextFunction): void => {
    const policy = `default-src 'self'; form-action 'self' ${serviceUrl}; frame-ancestors 'none'; base-uri 'none'`;
    response.set({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    next();
  };

/** A form of another site cannot buy or refund here; browsers say where a form comes from. */
function refuseForeignForms(request: Request, response: Response, next: NextFunction): void {
  const from = request.headers['sec-fetch-site'] ?? 'same-origin';
  if (request.method !== 'POST' || from === 'same-origin' || from === 'none') return next();
  const text = 'This form was sent from another site. Open the shop, and send it from there.';
  sendPage(response, <MessagePage title="Not from here" text={text} />, 403);
}

const NOT_FOUND = { title: 'Not here', text: 'There is no such page, or the order is not yours to see.' };
const FAILED = { title: 'That did not work', text: 'Something went wrong here. Please try again in a moment.' };

function notFound(_request: Request, response: Response): void {
  sendPage(response, <MessagePage {...NOT_FOUND} />, 404);
}

function failed(error: Error, _request: Request, response: Response, _next: NextFunction): void {
  if (error.name === 'FORBIDDEN') return sendPage(response, <MessagePage {...NOT_FOUND} />, 404);
  console.error(error);
  sendPage(response, <MessagePage {...FAILED} />, 500);
}

/** The pages of the shop. They know Vendure only through its APIs, as a storefront in any other process would. */
export async function startStorefront(settings: Settings): Promise<{ close(): Promise<void> }> {
  const app = express();
  app.disable('x-powered-by');
  app.use(guardPages(settings), express.static(join(HOME, 'public')), refuseForeignForms);
  app.use(express.urlencoded({ extended: false, limit: '20kb' }));
  app.use(basketRoutes(settings), checkoutRoutes(settings), staffRoutes(settings));
  app.use(notFound, failed);
  const server = app.listen(settings.shopPort, HOST);
  await once(server, 'listening');
  return {
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
