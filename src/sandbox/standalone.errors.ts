import { STATUS_CODES } from 'node:http';
import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { faultAnswer, RequestRefused } from './core/index.js';
import { pathOf, type PageRequest } from '../pages/page-request.js';
import type { Responder } from '../pages/responder.js';
import { notFoundPage } from './control/index.js';

/** Answers requests without a route: `{"message"}` for programs, as the service does, and a page for people. */
@Catch()
export class StandaloneErrors implements ExceptionFilter {
  readonly #logger = new Logger('TillbridgeSandbox');

  constructor(private readonly responder: Responder) {}

  /** Called by Nest. */
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const path = pathOf(http.getRequest<PageRequest>());
    const status = error instanceof HttpException ? error.getStatus() : 500;
    if (status === 500) this.#logger.error(error instanceof Error ? error.stack : 'Unknown error');
    const response: unknown = http.getResponse();
    // Only one kind of bad request is not answered by its controller: an order_id with an invalid percent-encoding.
    if (status === 400 && path.startsWith('/v1/json/orders/')) {
      const answer = faultAnswer({ code: 1006, detail: 'order_id is not readable' });
      return this.responder.json(response, answer.status, answer.text);
    }
    if (status === 404 && !path.startsWith('/v1/')) return this.responder.html(response, status, notFoundPage());
    const message = error instanceof RequestRefused ? error.message : (STATUS_CODES[status] ?? 'Error');
    this.responder.json(response, status, JSON.stringify({ message }));
  }
}
