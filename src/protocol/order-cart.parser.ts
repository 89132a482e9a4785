import type { FieldReader } from './field-reader.js';
import type { OrderCart, OrderCartItem, OrderCheckoutOptions, OrderTaxTable } from './order-cart.types.js';

/**
 * Reads `shopping_cart` of an order (protocol §2.2). Never throws on a JSON value; a wrong value is a fault and counts
 * as absent.
 *
 * @example
 * const cartOf = (order: FieldReader): OrderCart => readOrderCart(order.object('shopping_cart'));
 */
export function readOrderCart(reader: FieldReader): OrderCart {
  return { items: reader.list('items').map(readItem) };
}

/**
 * Reads `checkout_options` of an order. Its tax tables are direct fields, or stand in `tax_tables` as in a request. If
 * only one place were read, a pay-later refund could be calculated without tax. Never throws on a JSON value.
 *
 * @example
 * const optionsOf = (order: FieldReader): OrderCheckoutOptions => readCheckoutOptions(order.object('checkout_options'));
 */
export function readCheckoutOptions(reader: FieldReader): OrderCheckoutOptions {
  const tables = reader.raw('tax_tables') === null ? reader : reader.object('tax_tables');
  return {
    tax_tables: {
      default: { rate: tables.object('default').exactDecimal('rate') },
      alternate: tables.list('alternate').map(readTable),
    },
  };
}

function readTable(table: FieldReader): OrderTaxTable {
  return {
    name: table.text('name'),
    rules: table.list('rules').map((rule) => ({ rate: rule.exactDecimal('rate'), country: rule.text('country') })),
  };
}

function readItem(reader: FieldReader): OrderCartItem {
  const weight = reader.object('weight');
  return {
    ...reader.texts(['name', 'description', 'merchant_item_id', 'tax_table_selector', 'currency']),
    unit_price: reader.exactDecimal('unit_price'),
    quantity: reader.exactDecimal('quantity'),
    tax_rate: reader.exactDecimal('tax_rate'),
    weight: { unit: weight.text('unit'), value: weight.exactDecimal('value') },
  };
}
