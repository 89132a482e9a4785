import { Injectable } from '@nestjs/common';
import type { TerminalGroup } from '../core/index.js';
import type { ServiceAnswer } from './transport/outcome.js';
import { toServiceRequest, type RawRequest } from './transport/raw-request.rules.js';
import { ServiceCaller } from './transport/service-caller.js';

/** Calls operations that the package does not cover. */
@Injectable()
export class RawRequestClient {
  constructor(private readonly service: ServiceCaller) {}

  /**
   * Sends the caller's own request like every other one: one time limit, no redirects, the key added, the envelope read,
   * failures typed, long numbers kept as text. A read is tried again, a write never is.
   *
   * Nothing is recorded: an order that is created here is unknown to the shop's own records.
   *
   * @returns `data` and `pager` of the answer
   * @throws PaymentError `REQUEST_INVALID` before sending, listing every fault; `SERVICE_<code>`, `TIMEOUT`, `NETWORK`
   *   with `execution` telling whether it may have been carried out
   * @example
   * ```ts
   * const { data } = await payments.group('web').request({ method: 'GET', path: '/v1/json/categories' });
   * ```
   */
  async request(group: TerminalGroup, request: RawRequest): Promise<ServiceAnswer> {
    return this.service.call(group, toServiceRequest(group, request));
  }
}
