import {
  HttpException,
  Injectable,
  Logger,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { catchError, of, throwError, type Observable } from 'rxjs';
import type { PageRequest } from '../../pages/page-request.js';
import { isPaymentError } from '../../protocol/index.js';
import { maskPersonal } from '../../support/index.js';
import { ErrorRedactor } from '../../shop/core/index.js';
import { DASHBOARD_LABELS } from '../dashboard.labels.js';
import { DashboardPages } from './dashboard-pages.js';

type FormRequest = PageRequest & { readonly method: string };

/** This status and higher ones are failures of the shop. */
const FAILURE = 500;

/**
 * Answers an unexpected error of a page or form with a page: what failed, and where to look. The text of the error goes
 * only to the log. It runs after the guards: their exceptions are answered by the host.
 */
@Injectable()
export class PageErrors implements NestInterceptor {
  private readonly logger = new Logger('Tillbridge:Dashboard');

  constructor(
    private readonly pages: DashboardPages,
    private readonly texts: ErrorRedactor,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  /** Called by Nest around each route of the dashboard. */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError((error: unknown) => {
        const http = context.switchToHttp();
        const response: unknown = http.getResponse();
        const isBegun = this.adapterHost.httpAdapter.isHeadersSent(response);
        if (isBegun || statusOf(error) < FAILURE) return throwError(() => error);
        this.answer(error, http.getRequest<FormRequest>(), response);
        return of(undefined);
      }),
    );
  }

  private answer(error: unknown, request: FormRequest, response: unknown): void {
    const { title, text, action, handler: failed } = DASHBOARD_LABELS.frame.failed;
    const handler = this.texts.handlerOf(error);
    const isForm = request.method === 'POST';
    const stack = this.texts.clean(error) instanceof Error ? (error as Error).stack : undefined;
    const line = `${isForm ? 'A form' : 'A page'} of the dashboard failed: ${maskPersonal(this.texts.of(error))}`;
    this.logger.error(line, stack === undefined ? undefined : maskPersonal(stack));
    const done = isForm ? { title: action.title, text: `${action.text} ${text}` } : { title, text };
    const notice = handler === null ? done : { title: failed.title, text: failed.text(handler) };
    this.pages.say(request, response, { ...notice, status: statusOf(error) });
  }
}

/** The status that the host would answer. */
function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  return isPaymentError(error) ? Math.max(FAILURE, error.httpStatus) : FAILURE;
}
