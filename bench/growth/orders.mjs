/** Complete orders: created by the module, reported by signed notifications, processed, polled to their end. */
import { Money } from '../../dist/esm/index.js';
import { orderBody, signedNotification } from '../../dist/esm/testing/index.js';

const AMOUNT = 1250;
const AT_ONCE = 8;
/** The number of orders per step; the clock moves between the steps, as in a shop. */
const CHUNK = 200;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** One order in this many is refunded at the end, at the service. */
const REFUNDED_EVERY = 10;

const idOf = (number) => `WEB-${String(number).padStart(8, '0')}`;
const transactionIdOf = (number) => String(1_756_720_780_000_000 + number);

const STORIES = {
  initialized: { status: 'initialized' },
  completed: { status: 'completed' },
  refunded: { status: 'completed', amountRefunded: AMOUNT },
};

/**
 * @param {{ shop: object, service: object, count: number, progress(text: string): void }} what
 * @returns {Promise<{ notifications: number, bytes: number }>} `bytes`: the size of all notification bodies together
 */
export async function playOrders({ shop, service, count, progress }) {
  const sent = { notifications: 0, bytes: 0 };
  for (let from = 0; from < count; from += CHUNK) {
    const numbers = Array.from({ length: Math.min(CHUNK, count - from) }, (_, index) => from + index);
    await eachOf(numbers, (number) => create(shop, number));
    await report(numbers, 'initialized');
    await report(numbers, 'completed');
    await report(
      numbers.filter((number) => number % REFUNDED_EVERY === 0),
      'refunded',
    );
    progress(`${from + numbers.length} of ${count} orders`);
  }
  // Every poll is due by then, and ends.
  shop.clock.advance(2 * DAY_MS);
  await shop.drain();
  return sent;

  async function report(numbers, story) {
    shop.clock.advance(MINUTE_MS);
    await eachOf(numbers, async (number) => {
      const { bytes, order } = await notify(shop, number, STORIES[story]);
      service.orders.set(idOf(number), order);
      sent.notifications += 1;
      sent.bytes += bytes;
    });
    await shop.drain();
  }
}

async function eachOf(numbers, work) {
  for (let from = 0; from < numbers.length; from += AT_ONCE)
    await Promise.all(numbers.slice(from, from + AT_ONCE).map(work));
}

const create = ({ payments }, number) =>
  payments.group('web').orders.create({
    orderId: idOf(number),
    amount: Money.ofMinor(AMOUNT, 'EUR'),
    description: `Your order ${idOf(number)}`,
    redirectUrl: 'https://shop.example/return',
  });

async function notify({ url, key, clock }, number, story) {
  const at = clock.now();
  const orderId = idOf(number);
  const order = orderBody({ orderId, amount: AMOUNT, at, transactionId: transactionIdOf(number), ...story });
  const { search, headers, body } = signedNotification({ key, orderId, at, body: order });
  const { status } = await fetch(url + search, { method: 'POST', headers, body });
  if (status !== 200) throw new Error(`a notification was answered with ${status}`);
  return { order, bytes: Buffer.byteLength(body) };
}
