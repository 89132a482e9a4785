/** What happens to many orders, drawn from a seed: the same seed gives the same traffic. */
import { orderBody } from '../../../dist/esm/testing/index.js';

const AMOUNT = 1250;
const MINUTE_MS = 60_000;
/** Orders that are under way at a time: what happens to them is mixed. */
export const WINDOW = 200;
/** How many of a hundred orders are created only while their notifications come, and are asked after by their shoppers. */
const PER_CENT = { created: 5, returning: 30 };

function shuffle(items, chance) {
  for (let left = items.length - 1; left > 0; left -= 1) {
    const other = Math.floor(chance() * (left + 1));
    [items[left], items[other]] = [items[other], items[left]];
  }
  return items;
}

/** One payment in four comes to nothing; the others are given back in parts, shown in the amount alone or in the status too. */
function statusesOf(chance) {
  if (chance() < 0.25) return [['initialized'], [['declined', 'cancelled', 'expired'][Math.floor(chance() * 3)]]];
  const parts = Math.floor(chance() * 4);
  const status = chance() < 0.5 ? 'completed' : 'partial_refunded';
  const refunds = Array.from({ length: parts }, (_, index) => [status, (index + 1) * 100]);
  return [['initialized'], ['completed'], ...refunds, ...(chance() < 0.2 ? [['refunded', AMOUNT]] : [])];
}

function orderOf(number, { most, from, chance }) {
  const orderId = `S-${number}`;
  const transactionId = String(1_700_000_000_000_000 + number);
  const times = 1 + Math.floor(chance() * most);
  const steps = statusesOf(chance)
    .slice(0, times)
    .map(([status, amountRefunded = 0], step) => {
      const at = from + step * MINUTE_MS;
      return orderBody({ orderId, amount: AMOUNT, transactionId, at, status, amountRefunded });
    });
  const repeats = Array.from({ length: times - steps.length }, () => Math.floor(chance() * steps.length));
  const reported = shuffle([...steps.keys(), ...repeats], chance).map((step, index) => ({
    kind: 'notify',
    step,
    index,
  }));
  const asked = chance() * 100 < PER_CENT.returning ? [{ kind: 'return' }, { kind: 'return' }] : [];
  return { orderId, steps, last: steps.at(-1), times, actions: [...reported, ...asked] };
}

/** The next orders, and all that happens to them in the order in which it begins. */
export function windowOf(numbers, settings) {
  const { chance } = settings;
  const orders = numbers.map((number) => orderOf(number, settings));
  const early = [];
  const mixed = [];
  for (const order of orders) {
    const create = { order, kind: 'create' };
    (chance() * 100 < PER_CENT.created ? mixed : early).push(create);
    for (const action of order.actions) mixed.push({ order, ...action });
  }
  const place = (action) => ({ ...action, process: Math.floor(chance() * 1_000) });
  return { orders, actions: [...early, ...shuffle(mixed, chance)].map(place) };
}
