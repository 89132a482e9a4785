import fc from 'fast-check';
import { isAcknowledged } from 'tillbridge/protocol';
import type { Query } from './forged-books.js';
import { bytesOf, encode, macOf } from './forger.js';
import { ORDER_KINDS } from './fuzz-orders.js';
import { TEXT_KINDS } from './fuzz-texts.js';
import type { Answer, Wire } from './wire.js';

const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Orders of the shop, one for each body: `F-0` and so on, 12.50 EUR each. */
export const FUZZED = 'F-';
/** Orders that are paid before anything is measured. */
export const WARM = 'WARM-';

const FUZZ_KINDS = [...ORDER_KINDS, ...TEXT_KINDS];
const AMOUNT = 1250;
/** Statuses that say that money has come, also where it went back later (spec §3). */
const PAID = new Set([
  'completed',
  'shipped',
  'refunded',
  'partial_refunded',
  'partially_refunded',
  'chargeback',
  'chargedback',
]);
const AT_ONCE = 64;
const MOST_SAMPLES = 500;

/** What became of one kind of body. */
export interface FuzzTally {
  tried: number;
  acknowledged: number;
  /** Refused as no order, or as another one than the query names. */
  refused: number;
  paid: number;
}

/** Bodies that were acknowledged, and what came to light while they were sent. */
export interface FuzzOutcome {
  readonly tallies: ReadonlyMap<string, FuzzTally>;
  /** Signatures of what was acknowledged: as many rows have to be there. */
  readonly acknowledged: ReadonlySet<string>;
  /** The kind of body that each order was sent. */
  readonly kindOf: ReadonlyMap<string, string>;
  /** Orders whose body says that they are paid, as they were asked for. */
  readonly payable: ReadonlySet<string>;
  readonly faults: readonly string[];
}

/** What is sent, and where. */
export interface FuzzRun {
  readonly wire: Wire;
  readonly key: string;
  readonly seed: number;
  readonly count: number;
  readonly progress?: (done: number) => void;
}

interface Body {
  readonly orderId: string;
  readonly kind: string;
  readonly body: Buffer;
  /** The order id that the body names, or the order's own: the query of the notification. */
  readonly claimed: string;
}

/** Bodies of every kind in turn; the same for the same seed. */
function* bodiesOf({ seed, count }: FuzzRun): Generator<Body> {
  const each = Math.min(MOST_SAMPLES, Math.ceil(count / FUZZ_KINDS.length));
  for (let first = 0; first < count; first += each * FUZZ_KINDS.length) {
    const samples = FUZZ_KINDS.map(({ bodies }, index) =>
      fc.sample(bodies, { seed: seed + first + index, numRuns: each }),
    );
    for (let next = 0; next < each * FUZZ_KINDS.length && first + next < count; next += 1) {
      const index = next % FUZZ_KINDS.length;
      const orderId = `${FUZZED}${first + next}`;
      const body = samples[index]![Math.floor(next / FUZZ_KINDS.length)]!(orderId, Date.now());
      yield { orderId, kind: FUZZ_KINDS[index]!.name, body, claimed: claimOf(body) ?? orderId };
    }
  }
}

function orderIn(body: Buffer): Record<string, unknown> | null {
  try {
    // One byte order mark before it is passed over.
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function claimOf(body: Buffer): string | null {
  const claimed = orderIn(body)?.['order_id'];
  return typeof claimed === 'string' && claimed !== '' ? claimed.replace(LONE_SURROGATE, '\ufffd') : null;
}

const read = (value: unknown): string => (typeof value === 'string' ? value.trim().toLowerCase() : '');

/** Whether a body may pay its order: what was asked for, whatever the case of its letters, and nothing that resembles it. */
function pays(body: Buffer, orderId: string): boolean {
  const order = orderIn(body);
  if (order === null || !PAID.has(read(order['status'])) || read(order['currency']) !== 'eur') return false;
  return (order['amount'] === AMOUNT || order['amount'] === String(AMOUNT)) && order['order_id'] === orderId;
}

async function send({ wire, key }: FuzzRun, { body, claimed }: Body): Promise<Answer & { auth: string }> {
  const seconds = Math.floor(Date.now() / 1_000);
  const search = `?transactionid=${encodeURIComponent(claimed)}&timestamp=${seconds}`;
  const auth = encode(`${seconds}:${macOf(seconds, body, key)}`);
  return { auth, ...(await wire.send(bytesOf({ auth, body, search }))) };
}

/** Sends bodies of every kind, each well signed. */
export async function fuzz(run: FuzzRun): Promise<FuzzOutcome> {
  const tallies = new Map(FUZZ_KINDS.map(({ name }) => [name, { tried: 0, acknowledged: 0, refused: 0, paid: 0 }]));
  const [acknowledged, payable, kindOf] = [new Set<string>(), new Set<string>(), new Map<string, string>()];
  const faults: string[] = [];
  const bodies = bodiesOf(run);
  let done = 0;
  const keepSending = async (): Promise<void> => {
    for (const each of bodies) {
      const { status, body: text, auth } = await send(run, each);
      const tally = tallies.get(each.kind)!;
      tally.tried += 1;
      if (status === 200 && text === 'OK') {
        tally.acknowledged += 1;
        acknowledged.add(auth);
        kindOf.set(each.orderId, each.kind);
        if (pays(each.body, each.orderId)) payable.add(each.orderId);
      } else if ([400, 401, 413].includes(status) && !isAcknowledged({ status: 200, body: text })) tally.refused += 1;
      else faults.push(`${each.orderId}, ${each.kind}: answered ${status} ${text.slice(0, 80)}`);
      done += 1;
      run.progress?.(done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keepSending));
  return { tallies, acknowledged, kindOf, payable, faults };
}

/** What the database says of it, once nothing is left to do. Fills in what was paid. */
export async function judge(query: Query, outcome: FuzzOutcome): Promise<string[]> {
  const rows = await query(
    `SELECT state, last_error, COUNT(*) AS n FROM tillbridge_notification WHERE order_id NOT LIKE '${WARM}%'
      GROUP BY state, last_error`,
  );
  const stored = rows.reduce((sum, { n }) => sum + Number(n), 0);
  const open = rows.filter(({ state }) => !['done', 'unmatched', 'parked'].includes(String(state)));
  const mute = rows.filter(({ state, last_error: error }) => state === 'parked' && !error);
  const paid = await query(
    `SELECT DISTINCT order_id FROM tillbridge_transition WHERE kind = 'completed' AND order_id NOT LIKE '${WARM}%'`,
  );
  const ids = paid.map(({ order_id: orderId }) => String(orderId));
  for (const id of ids) {
    const tally = outcome.tallies.get(outcome.kindOf.get(id) ?? '');
    if (tally) tally.paid += 1;
  }
  const control = outcome.tallies.get(FUZZ_KINDS[0]!.name)!;
  return [
    ...outcome.faults,
    ...(stored === outcome.acknowledged.size ? [] : [`${outcome.acknowledged.size} acknowledged, ${stored} stored`]),
    ...open.map(({ state, n, last_error: error }) => `${n} are still ${state}: ${error}`),
    ...(mute.length === 0 ? [] : ['some are parked and no one knows why']),
    ...ids
      .filter((id) => !outcome.payable.has(id))
      .map((id) => `${id}, ${outcome.kindOf.get(id)}: paid against its amount, currency or status`),
    ...(control.paid === control.tried ? [] : [`${control.tried} as they are, ${control.paid} paid`]),
  ];
}

/** How many of the stored ones ended in which state, for the report. */
export async function statesOf(query: Query): Promise<Record<string, number>> {
  const rows = await query(
    `SELECT state, COUNT(*) AS n FROM tillbridge_notification WHERE order_id NOT LIKE '${WARM}%' GROUP BY state`,
  );
  return Object.fromEntries(rows.map(({ state, n }) => [String(state), Number(n)]));
}
