import type { CreateOrderInput } from '../../../protocol/index.js';
import { copyCart, MAX_CART_LINES } from '../../../protocol/cart/cart-copy.js';
import {
  COUNTRY_LIST_RULES,
  DAYS_ACTIVE_RULES,
  DESCRIPTION_RULES,
  FIELD_RULES,
  GATEWAY_RULES,
  LINK_RULES,
  NOTIFICATION_URL_RULES,
  oneOf,
  ORDER_AMOUNT_RULES,
  ORDER_ID_RULES,
  ORDER_TYPE_RULES,
  PAYMENT_TOKEN_RULES,
  SECONDS_ACTIVE_RULES,
  SWITCH_RULES,
  VARIABLE_RULES,
} from '../../../protocol/rules/index.js';
import { AddressDto, CustomerDto } from './customer.dto.js';
import { inputOf, OptionalField, RequiredField, type InputFields } from './field.decorators.js';
import { Nested, readJson, readList, readMoney, type FieldReading } from '../../core/index.js';
import { CustomInfoDto, GatewayInfoDto, PluginDto } from './order-parts.dto.js';

/** A copy of the cart: the cart that is checked is also the one that is sent and stored. */
const readCart: FieldReading = (value, { faults }) => {
  const copy = copyCart(value, MAX_CART_LINES);
  if (copy === null) throw new TypeError('a cart that cannot be read');
  faults.push(...copy.faults);
  return copy.cart;
};

/** The rules for each field of a {@link CreateOrderInput}; the cart has its own rules. */
export const CREATE_ORDER_FIELDS: InputFields<CreateOrderInput> = {
  orderId: RequiredField(ORDER_ID_RULES),
  amount: RequiredField(ORDER_AMOUNT_RULES, readMoney),
  description: RequiredField(DESCRIPTION_RULES),
  type: RequiredField(ORDER_TYPE_RULES),
  gateway: RequiredField(GATEWAY_RULES),
  notificationUrl: OptionalField(NOTIFICATION_URL_RULES),
  redirectUrl: OptionalField(LINK_RULES),
  cancelUrl: OptionalField(LINK_RULES),
  closeWindow: OptionalField(SWITCH_RULES),
  templateId: OptionalField(FIELD_RULES),
  allowedCountries: OptionalField(COUNTRY_LIST_RULES, readList),
  customer: Nested(() => CustomerDto),
  delivery: Nested(() => AddressDto),
  cart: OptionalField([], readCart),
  var1: OptionalField(VARIABLE_RULES),
  var2: OptionalField(VARIABLE_RULES),
  var3: OptionalField(VARIABLE_RULES),
  secondsActive: OptionalField(SECONDS_ACTIVE_RULES),
  daysActive: OptionalField(DAYS_ACTIVE_RULES),
  capture: OptionalField(oneOf('manual')),
  secondChance: OptionalField(SWITCH_RULES),
  customInfo: Nested(() => CustomInfoDto),
  gatewayInfo: Nested(() => GatewayInfoDto),
  recurringModel: OptionalField(oneOf('cardOnFile', 'subscription', 'unscheduled')),
  recurringId: OptionalField(FIELD_RULES),
  paymentData: OptionalField([], readJson),
  paymentToken: OptionalField(PAYMENT_TOKEN_RULES),
  plugin: Nested(() => PluginDto),
};

/** The rules for a {@link CreateOrderInput}. */
export const CreateOrderDto = inputOf<CreateOrderInput>(CREATE_ORDER_FIELDS);
