import { Catch, Inject, Injectable, Logger, Optional, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { BaseExceptionFilter, HttpAdapterHost } from '@nestjs/core';
import { PaymentError, type ErrorKind, type LocalErrorCode } from '../../protocol/index.js';
import { ERROR_ANSWERS, type ErrorAnswerOptions } from '../core/index.js';
import { acceptedLanguages, printable } from '../../support/index.js';
import { problemAnswer } from './problem-details.js';

type LogLevel = 'error' | 'warn' | 'debug';

/** A failure that a person must handle is an error; one that customers settle themselves is not logged. */
const LOG_LEVELS: Readonly<Record<ErrorKind, LogLevel>> = {
  configuration: 'error',
  request: 'error',
  customer: 'debug',
  refused: 'debug',
  temporary: 'warn',
  'already-done': 'debug',
  unknown: 'error',
};

/**
 * What a visitor or a clerk asked for in vain: an address that was typed, a button that was pressed too late. As errors,
 * strangers could fill the log with lines for which no one has to act.
 */
const OF_CALLERS: ReadonlySet<string> = new Set<LocalErrorCode>([
  'ORDER_UNKNOWN',
  'ORDER_PAYMENT_PENDING',
  'CAPTURE_CHANGED',
  'ATTENTION_CHANGED',
  'REFUND_EXCEEDS_REMAINING',
  'REFUND_NOT_PAID',
  'REFUND_UNKNOWN',
  'REFUND_TOO_LATE',
  'REFUND_NOT_CANCELLABLE',
  'REFUND_NOT_MANUAL',
  'REFUND_BATCH_UNKNOWN',
  'REFUND_BATCH_STATE',
]);

const levelOf = ({ code, kind }: PaymentError): LogLevel =>
  kind === 'request' && OF_CALLERS.has(code) ? 'warn' : (LOG_LEVELS[kind] ?? 'error');

/**
 * Answers every {@link PaymentError} that a route of the host throws with problem details (RFC 9457): a status, a text for
 * the customer in the language of `Accept-Language`, and the code. The operator's text goes to the log. It works on Express
 * and on Fastify. Other exceptions, and contexts other than HTTP, are left to Nest and the host.
 *
 * Texts come from the option `errors` where the host imports the module; elsewhere pass them to the constructor.
 *
 * @example
 * ```ts
 * import { Module } from '@nestjs/common';
 * import { APP_FILTER } from '@nestjs/core';
 * import { TillbridgeExceptionFilter, TillbridgeModule } from 'tillbridge';
 *
 * @Module({
 *   imports: [TillbridgeModule.forRoot({ terminalGroups, errors: { texts: { refused: { en: 'Sorry, not approved.' } } } })],
 *   providers: [{ provide: APP_FILTER, useClass: TillbridgeExceptionFilter }],
 * })
 * class AppModule {}
 * ```
 */
@Injectable()
@Catch(PaymentError)
export class TillbridgeExceptionFilter implements ExceptionFilter<PaymentError> {
  private readonly logger = new Logger('Tillbridge:Errors');

  constructor(
    @Inject(HttpAdapterHost) private readonly adapterHost: Pick<HttpAdapterHost, 'httpAdapter'>,
    @Optional() @Inject(ERROR_ANSWERS) private readonly options: ErrorAnswerOptions | null = null,
  ) {}

  /** Called by Nest. */
  catch(error: PaymentError, host: ArgumentsHost): void {
    // To return nothing means "not handled" in GraphQL and microservices: Nest continues without the filter.
    if (host.getType() !== 'http') return;
    const { httpAdapter } = this.adapterHost;
    const [request, response] = [host.getArgByIndex<unknown>(0), host.getArgByIndex<unknown>(1)];
    // Half an answer cannot be changed any more; Nest ends it.
    if (httpAdapter.isHeadersSent(response)) return new BaseExceptionFilter(httpAdapter).catch(error, host);
    this.report(error);
    const languages = acceptedLanguages(headerOf(request, 'accept-language'));
    const { status, headers, body } = problemAnswer(error, languages, this.options ?? {});
    for (const [name, value] of Object.entries(headers)) httpAdapter.setHeader(response, name, value);
    // Express of Nest 11 sends the body of an error as `application/json`, except for a text; Fastify serialises it as
    // configured.
    const reply = httpAdapter.getType() === 'fastify' ? body : JSON.stringify(body);
    httpAdapter.reply(response, reply, status);
  }

  private report(error: PaymentError): void {
    const { code, group, orderId, execution, docs } = error;
    const facts = printable(JSON.stringify({ code, group, orderId, execution, docs }));
    this.logger[levelOf(error)](`${ended(error.message)} ${error.advice} ${facts}`);
  }
}

/** A list of faults ends in none of these, and the advice would seem to be a part of the last one. */
const ended = (text: string): string => (/[.!?…)]$/.test(text) ? text : `${text}.`);

/** The common part of Express and Fastify. */
function headerOf(request: unknown, name: string): unknown {
  const headers: unknown = typeof request === 'object' && request !== null ? Reflect.get(request, 'headers') : null;
  return typeof headers === 'object' && headers !== null ? Reflect.get(headers, name) : undefined;
}
