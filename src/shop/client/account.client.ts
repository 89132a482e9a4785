import { Injectable } from '@nestjs/common';
import {
  gatewaysRequest,
  PaymentError,
  paymentMethodsRequest,
  readGateways,
  readPaymentMethods,
  readTerminals,
  terminalsRequest,
  type Gateway,
  type OfferedPaymentMethod,
  type PaymentMethodFilter,
  type Terminal,
} from '../../protocol/index.js';
import { grouped } from '../../support/index.js';
import { refusal, type TerminalGroup } from '../core/index.js';
import { checkedFilter } from './inputs/input-check.js';
import { PaymentMethodFilterDto } from './inputs/filters.dto.js';
import { ServiceCaller } from './transport/service-caller.js';

/** The terminals of one terminal group of the service. */
export interface TerminalsOfGroup {
  /** The service's number of the group; `null` for terminals that name none. */
  readonly group_id: string | null;
  readonly terminals: readonly Terminal[];
}

const TERMINALS_A_PAGE = 100;
/** Ten thousand terminals. No account has that many: a longer list is one that does not end. */
const MAX_PAGES = 100;

/** What an account offers and owns (protocol §2.9, §2.10). All calls are reads, tried up to three times. */
@Injectable()
export class AccountClient {
  constructor(private readonly service: ServiceCaller) {}

  /**
   * The payment methods that can be offered for a payment (protocol §2.9).
   *
   * @throws PaymentError `FILTER_INVALID`, `SERVICE_<code>`, `TIMEOUT`, `NETWORK`
   * @example
   * ```ts
   * const methods = await payments.group('web').paymentMethods({ amount: 1_250, currency: 'EUR', country: 'NL' });
   * const choices = methods.map(({ id, name }) => ({ id, name }));
   * ```
   */
  async paymentMethods(group: TerminalGroup, filter: PaymentMethodFilter = {}): Promise<OfferedPaymentMethod[]> {
    const checked = checkedFilter(PaymentMethodFilterDto, filter, group.name);
    return readPaymentMethods((await this.service.call(group, paymentMethodsRequest(checked))).data);
  }

  /** A shorter form for older accounts. Throws as {@link paymentMethods} does. */
  async gateways(group: TerminalGroup, filter: Omit<PaymentMethodFilter, 'groupCards'> = {}): Promise<Gateway[]> {
    const checked = checkedFilter(PaymentMethodFilterDto, filter, group.name);
    return readGateways((await this.service.call(group, gatewaysRequest(checked))).data);
  }

  /**
   * Every terminal that the key may see, or those of one terminal group of the service (protocol §2.10).
   *
   * @param groupId - the service's number of a group, {@link Terminal.group_id}; not the name in the options
   * @throws PaymentError `TERMINAL_GROUP_ID_INVALID`, `LIST_ENDLESS`, `SERVICE_FORBIDDEN` for a key without the permission,
   *   `SERVICE_<code>`, `TIMEOUT`, `NETWORK`
   */
  async terminals(group: TerminalGroup, groupId?: string): Promise<Terminal[]> {
    const found = new Map<string, Terminal>();
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const request = terminalsRequest({ page, limit: TERMINALS_A_PAGE }, groupId);
      const { items, total } = readTerminals(await this.service.call(group, request));
      const before = found.size;
      for (const terminal of items) found.set(terminal.id, terminal);
      // A page with nothing new is the end. A service without pages repeats the first page.
      if (found.size === before || found.size >= (total ?? Infinity)) return [...found.values()];
    }
    throw endless(group.name);
  }

  /** The terminal groups that the key may see, by the terminals in them: the service has no list of groups. */
  async terminalGroups(group: TerminalGroup): Promise<TerminalsOfGroup[]> {
    const byGroup = grouped(await this.terminals(group), ({ group_id }) => group_id);
    return [...byGroup].map(([group_id, terminals]) => ({ group_id, terminals }));
  }
}

function endless(group: string): PaymentError {
  return refusal({
    code: 'LIST_ENDLESS',
    message: `The list of terminals did not end after ${MAX_PAGES} pages of ${TERMINALS_A_PAGE}.`,
    kind: 'unknown',
    execution: 'not-executed',
    retry: 'no',
    advice: 'Ask for the terminals of one terminal group; tell the service.',
    group,
  });
}
