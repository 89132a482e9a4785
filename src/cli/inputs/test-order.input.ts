import { InvalidArgumentError, type Command } from 'commander';
import { FieldReader, isCurrency, MAX_ORDER_AMOUNT, parseJson } from '../../protocol/index.js';
import { orderBody } from '../../testing/order.builder.js';
import { usageError } from '../cli-error.js';
import { readBytes } from './bytes.input.js';

/** The content of a test notification. */
export interface TestOrderFlags extends AmountFlags {
  readonly body?: string;
  readonly order?: string;
  readonly status: string;
}

/** The amount of the order in a test notification. */
export interface AmountFlags {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** A body to be sent, and its order id. */
export interface TestOrder {
  readonly orderId: string;
  readonly body: Buffer;
}

/** Adds the flags for the amount of the order in a test notification. */
export const withAmount = (to: Command): Command =>
  to
    .option('--amount <minor units>', "the order's amount: 1250 is 12.50 EUR, 1250 JPY", readAmount, 1250)
    .option('--currency <code>', 'its currency', readCurrency, 'EUR');

/** Adds the flags for the content of a test notification: a file, or the fields of a made-up order. */
export const withTestOrder = (to: Command): Command =>
  withAmount(
    to
      .option('--body <file>', 'the body to send, byte for byte; - for standard input')
      .option('--order <id>', 'order_id of an order made up instead, or of one that is in the body')
      .option('--status <status>', 'its status', 'initialized'),
  );

/**
 * Reads the given body, or makes one.
 *
 * @param at - epoch milliseconds of its times
 * @throws CliError for wrong usage if the order id is not known
 */
export async function readTestOrder(flags: TestOrderFlags, at: number): Promise<TestOrder> {
  const { order, status, amount, currency } = flags;
  if (flags.body !== undefined) {
    const body = await readBytes(flags.body);
    return { orderId: order ?? orderIdIn(body), body };
  }
  if (order === undefined) throw usageError('Nothing says what to send.', 'Give --order ID, or --body FILE.');
  return {
    orderId: order,
    body: Buffer.from(JSON.stringify(orderBody({ orderId: order, amount, currency, status, at }))),
  };
}

function orderIdIn(body: Buffer): string {
  const parsed = parseJson(body.toString('utf8'));
  const orderId = parsed.ok ? new FieldReader(parsed.value, '', []).id('order_id') : null;
  if (orderId !== null) return orderId;
  throw usageError('The body names no order.', 'Say what the query is to name: --order ID.');
}

function readAmount(text: string): number {
  if (/^\d{1,15}$/.test(text) && Number(text) <= MAX_ORDER_AMOUNT) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of minor units, such as 1250 for 12.50 EUR.');
}

function readCurrency(text: string): string {
  if (isCurrency(text)) return text;
  throw new InvalidArgumentError('It must be a currency of ISO 4217, such as EUR.');
}
