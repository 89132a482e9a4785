import { Injectable } from '@nestjs/common';
import {
  apiTokenRequest,
  applePaySessionRequest,
  issuersRequest,
  type PaymentError,
  readApiToken,
  readApplePaySession,
  readIssuers,
  type ApplePaySessionInput,
  type Issuer,
} from '../../protocol/index.js';
import { refusal, type TerminalGroup } from '../core/index.js';
import { ApplePaySessionDto } from './inputs/checkout.dto.js';
import { checkedInput } from './inputs/input-check.js';
import { ServiceCaller } from './transport/service-caller.js';

/** What the shop's own payment page needs before the customer pays (protocol §2.13). */
@Injectable()
export class CheckoutClient {
  constructor(private readonly service: ServiceCaller) {}

  /**
   * The banks that a customer can choose from, for `gatewayInfo.issuer_id` of an order. Tried up to three times.
   *
   * @param gateway - a payment method, such as `MYBANK`; the list is empty for a method without such a choice
   * @throws PaymentError `SERVICE_1023` when the site has no such payment method; `GATEWAY_INVALID`, `SERVICE_<code>`,
   *   `TIMEOUT`, `NETWORK`
   * @example
   * ```ts
   * const banks = await payments.group('web').issuers('MYBANK');
   * console.log(banks.map(({ code, description }) => `${code} ${description}`));
   * ```
   */
  async issuers(group: TerminalGroup, gateway: string): Promise<Issuer[]> {
    return readIssuers((await this.service.call(group, issuersRequest(gateway))).data);
  }

  /**
   * A token with which a browser, which must not have the API key, loads payment components. It is valid for 600 seconds:
   * request one for each page and do not share it. Tried up to three times.
   *
   * @throws PaymentError `BAD_RESPONSE`, `SERVICE_<code>`, `TIMEOUT`, `NETWORK`
   * @example
   * ```ts
   * const apiToken = await payments.group('web').apiToken();
   * ```
   */
  async apiToken(group: TerminalGroup): Promise<string> {
    const token = readApiToken((await this.service.call(group, apiTokenRequest())).data);
    if (token === null) throw nothingIn(group.name, 'token');
    return token;
  }

  /**
   * A session of Apple Pay for a customer who pays on the shop's own page. Pass the result unchanged to the browser's
   * `completeMerchantValidation`. Take `validationUrl` from the browser's event, and `originDomain` from the shop's settings,
   * never from the request.
   *
   * @throws PaymentError `APPLE_PAY_SESSION_INVALID` before sending; `BAD_RESPONSE`, `SERVICE_<code>`, `TIMEOUT`, `NETWORK`
   * @example
   * ```ts
   * const validationUrl = 'https://apple-pay-gateway.apple.com/paymentservices/startSession';
   * const session = await payments.group('web').applePaySession({ originDomain: 'shop.example', validationUrl });
   * ```
   */
  async applePaySession(group: TerminalGroup, input: ApplePaySessionInput): Promise<Readonly<Record<string, unknown>>> {
    const subject = { group, code: 'APPLE_PAY_SESSION_INVALID', what: 'request for a session', orderId: undefined };
    const request = applePaySessionRequest(checkedInput(ApplePaySessionDto, input, subject));
    const session = readApplePaySession((await this.service.call(group, request)).data);
    if (session === null) throw nothingIn(group.name, 'session of Apple Pay');
    return session;
  }
}

function nothingIn(group: string, what: string): PaymentError {
  return refusal({
    code: 'BAD_RESPONSE',
    message: `The answer of the service holds no ${what}.`,
    kind: 'unknown',
    execution: 'not-executed',
    retry: 'backoff',
    advice: 'It may be asked for again.',
    group,
  });
}
