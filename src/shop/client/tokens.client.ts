import { Injectable } from '@nestjs/common';
import {
  isPaymentError,
  type PaymentError,
  readRemoved,
  readStoredToken,
  readStoredTokens,
  removeTokenRequest,
  tokenRequest,
  tokensRequest,
  updateTokenRequest,
  type StoredToken,
  type TokenPlace,
  type UpdateTokenInput,
} from '../../protocol/index.js';
import { refusal, type TerminalGroup } from '../core/index.js';
import { checkedInput } from './inputs/input-check.js';
import { UpdateTokenDto } from './inputs/checkout.dto.js';
import { ServiceCaller } from './transport/service-caller.js';

const TOKENS_A_PAGE = 100;
/** The service's default page size (protocol §2.12). A page with fewer tokens is the last, for any maximum. */
const LEAST_PAGE = 10;
/** Ten thousand tokens. No customer has that many: a longer list is one that does not end. */
const MAX_PAGES = 100;

/** What both answers mean: this token does not exist, or the customer has none (protocol §2.12). */
const isNoneThere = (error: unknown): boolean => isPaymentError(error, 'SERVICE_1000');

/**
 * The means of payment that customers have let the shop store (protocol §2.12): `payments.group(name).tokens`. Orders charge
 * them with `recurringId`. A token is a secret of the shop: no error and no log holds one, nor the reference of its customer.
 *
 * A token that the service does not know, or that belongs to another site, is `SERVICE_1000` with `httpStatus` 404.
 */
@Injectable()
export class TokensClient {
  constructor(private readonly service: ServiceCaller) {}

  /**
   * Every token of a customer. Tried up to three times.
   *
   * @param reference - `customer.reference` of the orders that stored them
   * @returns an empty list for a customer without tokens, and for one that the service does not know
   * @throws PaymentError `CUSTOMER_REFERENCE_INVALID`, `LIST_ENDLESS`, `SERVICE_<code>`, `TIMEOUT`, `NETWORK`
   * @example
   * ```ts
   * const cards = await payments.group('web').tokens.list('customer-7');
   * const choices = cards.filter(({ expired }) => !expired).map(({ display, code }) => ({ display, code }));
   * ```
   */
  async list(group: TerminalGroup, reference: string): Promise<StoredToken[]> {
    const found = new Map<string, StoredToken>();
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const tokens = await this.page(group, reference, page * TOKENS_A_PAGE);
      const before = found.size;
      for (const token of tokens) found.set(token.token, token);
      if (tokens.length < LEAST_PAGE || found.size === before) return [...found.values()];
    }
    throw refusal({
      code: 'LIST_ENDLESS',
      message: `The list of a customer's tokens did not end after ${MAX_PAGES} pages of ${TOKENS_A_PAGE}.`,
      kind: 'unknown',
      execution: 'not-executed',
      retry: 'no',
      advice: 'Tell the service.',
      group: group.name,
    });
  }

  /**
   * One token. Tried up to three times.
   *
   * @throws PaymentError `SERVICE_1000` when there is no such token; `CUSTOMER_REFERENCE_INVALID`, `TOKEN_INVALID`,
   *   `BAD_RESPONSE`, `SERVICE_<code>`, `TIMEOUT`, `NETWORK`
   * @example
   * ```ts
   * const place = { reference: 'customer-7', token: '88888888888888888' };
   * const { expiry_date } = await payments.group('web').tokens.get(place);
   * ```
   */
  async get(group: TerminalGroup, place: TokenPlace): Promise<StoredToken> {
    const token = readStoredToken((await this.service.call(group, tokenRequest(place))).data);
    if (token === null) throw unreadable(group.name, 'not-executed');
    return token;
  }

  /**
   * Stores the expiry date of a card that the customer has given. It may be repeated: the same date changes nothing.
   *
   * @throws PaymentError `TOKEN_UPDATE_INVALID` before sending; `SERVICE_1000` when there is no such token;
   *   `CUSTOMER_REFERENCE_INVALID`, `TOKEN_INVALID`, `SERVICE_<code>`, `TIMEOUT`, `NETWORK`
   * @example
   * ```ts
   * const place = { reference: 'customer-7', token: '88888888888888888' };
   * await payments.group('web').tokens.update(place, { expiryDate: '3012' });
   * ```
   */
  async update(group: TerminalGroup, place: TokenPlace, input: UpdateTokenInput): Promise<void> {
    const subject = { group, code: 'TOKEN_UPDATE_INVALID', what: 'change of the token', orderId: undefined };
    await this.service.call(group, updateTokenRequest(place, checkedInput(UpdateTokenDto, input, subject)));
  }

  /**
   * Deletes a token permanently: it can no longer be charged. After an unknown outcome it may be sent again: the answer for a
   * deleted token is `SERVICE_1000`.
   *
   * @throws PaymentError `SERVICE_1000` when there is no such token, or the service did not delete it: list the customer's
   *   tokens to find out which; `BAD_RESPONSE` when the service does not confirm it; `CUSTOMER_REFERENCE_INVALID`,
   *   `TOKEN_INVALID`, `SERVICE_<code>`, `TIMEOUT`, `NETWORK`
   * @example
   * ```ts
   * await payments.group('web').tokens.delete({ reference: 'customer-7', token: '88888888888888888' });
   * ```
   */
  async delete(group: TerminalGroup, place: TokenPlace): Promise<void> {
    const { data } = await this.service.call(group, removeTokenRequest(place));
    if (!readRemoved(data)) throw unreadable(group.name, 'unknown');
  }

  private async page(group: TerminalGroup, reference: string, offset: number): Promise<StoredToken[]> {
    const request = tokensRequest(reference, { offset, limit: TOKENS_A_PAGE });
    try {
      return readStoredTokens((await this.service.call(group, request)).data);
    } catch (error) {
      if (isNoneThere(error)) return [];
      throw error;
    }
  }
}

function unreadable(group: string, execution: PaymentError['execution']): PaymentError {
  const isUnknown = execution === 'unknown';
  return refusal({
    code: 'BAD_RESPONSE',
    message: isUnknown
      ? 'The service did not say that it has deleted the token.'
      : 'The service answered with something that is no token.',
    kind: 'unknown',
    execution,
    retry: isUnknown ? 'reconcile-first' : 'backoff',
    advice: isUnknown
      ? "List the customer's tokens: what is still there may be deleted again."
      : 'Read it again later.',
    group,
  });
}
