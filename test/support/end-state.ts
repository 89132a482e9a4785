import type { DataSource } from 'typeorm';
import type { EffectSink } from './effect-sink.mjs';

type Row = Record<string, unknown>;

/** The final state of an order, without values that differ between runs (ids, times). */
export interface EndState {
  readonly order: Row[];
  readonly transitions: Row[];
  readonly effects: string[];
  readonly outbox: string[];
  /** The rows that the in-transaction handler wrote into the shop's own table. */
  readonly bookings: string[];
  /** Effects that reached the outside, each id once, however often it was received. */
  readonly reported: string[];
}

async function select(dataSource: DataSource, sql: string, orderId: string): Promise<Row[]> {
  const rows: Row[] = await dataSource.query(sql.replace('?', `'${orderId}'`));
  // Drivers return whole numbers in different forms.
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? `${value}` : value]),
    ),
  );
}

/** Reads an order's end state. Effects are identified by the number of their transition. */
export async function endStateOf(dataSource: DataSource, orderId: string, sink: EffectSink): Promise<EndState> {
  const [order, transitions, effects, outbox, bookings] = [
    await select(dataSource, ORDER, orderId),
    await select(dataSource, TRANSITIONS, orderId),
    await select(dataSource, EFFECTS, orderId),
    await select(dataSource, OUTBOX, orderId),
    await select(dataSource, BOOKINGS, orderId),
  ];
  const versions = new Map(transitions.map(({ id, version }) => [id, String(version)]));
  const named = (row: Row, ...parts: unknown[]): string => [versions.get(row['transition_id']), ...parts].join(' ');
  const reported = [...sink.deliveries.values()].filter((effect) => effect.orderId === orderId);
  return {
    order,
    transitions: transitions.map(({ id: _id, ...rest }) => rest),
    effects: effects.map((row) => named(row, row['effect'], row['phase'])).toSorted(),
    outbox: outbox.map((row) => named(row, row['effect'], row['state'])).toSorted(),
    bookings: bookings.map((row) => named(row, row['kind'])).toSorted(),
    reported: reported
      .map((effect) => [versions.get(effect.transitionId), effect.effect, effect.kind].join(' '))
      .toSorted(),
  };
}

const ORDER = `SELECT status, amount_refunded, version, attention, CASE WHEN paid_at IS NULL THEN 'no' ELSE 'yes' END AS paid
  FROM tillbridge_order WHERE order_id = ?`;
const TRANSITIONS = `SELECT id, version, kind, status, previous_status, amount_refunded
  FROM tillbridge_transition WHERE order_id = ? ORDER BY version`;
const EFFECTS = 'SELECT transition_id, effect, phase FROM tillbridge_effect WHERE order_id = ?';
const OUTBOX = 'SELECT transition_id, effect, state FROM tillbridge_outbox WHERE order_id = ?';
const BOOKINGS = 'SELECT transition_id, kind FROM shop_booking WHERE order_id = ?';

/** Whether inbox and outbox have no work left for an order. */
export async function isSettled(dataSource: DataSource, orderId: string): Promise<boolean> {
  const open = "WHERE order_id = ? AND state = 'pending'";
  const rows = [
    ...(await select(dataSource, `SELECT id FROM tillbridge_notification ${open}`, orderId)),
    ...(await select(dataSource, `SELECT id FROM tillbridge_outbox ${open}`, orderId)),
  ];
  return rows.length === 0;
}
