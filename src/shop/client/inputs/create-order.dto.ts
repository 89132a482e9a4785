import type { CartInput, CreateOrderInput, Money, OrderType } from '../../../protocol/index.js';
import { copyCart, MAX_CART_LINES } from '../../../protocol/cart/cart-copy.js';
import {
  AMOUNT_RULES,
  COUNTRY_LIST_RULES,
  DAYS_ACTIVE_RULES,
  DESCRIPTION_RULES,
  FIELD_RULES,
  GATEWAY_RULES,
  LINK_RULES,
  NOTIFICATION_URL_RULES,
  oneOf,
  ORDER_ID_RULES,
  ORDER_TYPE_RULES,
  SECONDS_ACTIVE_RULES,
  SWITCH_RULES,
  VARIABLE_RULES,
} from '../../../protocol/rules/index.js';
import { AddressDto } from './address.dto.js';
import { CustomerDto } from './customer.dto.js';
import { OptionalField, RequiredField } from './field.decorators.js';
import { Nested, readJson, readList, readMoney, type FieldReading } from '../../core/index.js';
import { CustomInfoDto, GatewayInfoDto, PluginDto } from './order-parts.dto.js';

/** A copy of the cart: what is judged when the request is built is also what the order is known by. */
const readCart: FieldReading = (value, { faults }) => {
  const copy = copyCart(value, MAX_CART_LINES);
  if (copy === null) throw new TypeError('a cart that cannot be read');
  faults.push(...copy.faults);
  return copy.cart;
};

/** What is judged of a {@link CreateOrderInput}; the cart has rules of its own. */
export class CreateOrderDto implements CreateOrderInput {
  @RequiredField(ORDER_ID_RULES)
  readonly orderId: string;

  @RequiredField(AMOUNT_RULES, readMoney)
  readonly amount: Money;

  @RequiredField(DESCRIPTION_RULES)
  readonly description: string;

  @RequiredField(ORDER_TYPE_RULES)
  readonly type?: OrderType;

  @RequiredField(GATEWAY_RULES)
  readonly gateway?: string;

  @OptionalField(NOTIFICATION_URL_RULES)
  readonly notificationUrl?: string;

  @OptionalField(LINK_RULES)
  readonly redirectUrl?: string;

  @OptionalField(LINK_RULES)
  readonly cancelUrl?: string;

  @OptionalField(SWITCH_RULES)
  readonly closeWindow?: boolean;

  @OptionalField(FIELD_RULES)
  readonly templateId?: string;

  @OptionalField(COUNTRY_LIST_RULES, readList)
  readonly allowedCountries?: readonly string[];

  @Nested(() => CustomerDto)
  readonly customer?: CustomerDto;

  @Nested(() => AddressDto)
  readonly delivery?: AddressDto;

  @OptionalField([], readCart)
  readonly cart?: CartInput;

  @OptionalField(VARIABLE_RULES)
  readonly var1?: string;

  @OptionalField(VARIABLE_RULES)
  readonly var2?: string;

  @OptionalField(VARIABLE_RULES)
  readonly var3?: string;

  @OptionalField(SECONDS_ACTIVE_RULES)
  readonly secondsActive?: number;

  @OptionalField(DAYS_ACTIVE_RULES)
  readonly daysActive?: number;

  @OptionalField(oneOf('manual'))
  readonly capture?: 'manual';

  @OptionalField(SWITCH_RULES)
  readonly secondChance?: boolean;

  @Nested(() => CustomInfoDto)
  readonly customInfo?: CustomInfoDto;

  @Nested(() => GatewayInfoDto)
  readonly gatewayInfo?: GatewayInfoDto;

  @OptionalField(oneOf('cardOnFile', 'subscription', 'unscheduled'))
  readonly recurringModel?: 'cardOnFile' | 'subscription' | 'unscheduled';

  @OptionalField(FIELD_RULES)
  readonly recurringId?: string;

  @OptionalField([], readJson)
  readonly paymentData?: Readonly<Record<string, unknown>>;

  @Nested(() => PluginDto)
  readonly plugin?: PluginDto;
}
