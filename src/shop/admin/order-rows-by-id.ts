import type { EntityManager } from 'typeorm';
import { beyond, engineOf, RowMaker } from '../../database/engine/index.js';
import type { PageStart } from '../../support/index.js';
import { PaymentOrderEntity } from '../orders/index.js';
import { rowsAt } from './order-rows-at.js';
import type { OrderQuery } from './order-rows-by-age.js';

/** Sorts after every text with which an id can begin. */
const LAST = '\u{10FFFF}';

/** Comparison of texts by their characters: the operators of most engines, and those of one that otherwise sorts by language. */
const PLAIN = { least: '>=', less: '<', more: '>', most: '<=', rising: 'ASC', falling: 'DESC' };
const BY_CHARACTER = {
  least: '~>=~',
  less: '~<~',
  more: '~>~',
  most: '~<=~',
  rising: 'USING ~<~',
  falling: 'USING ~>~',
};

const wordsOf = (tx: EntityManager): typeof PLAIN => (engineOf(tx.connection) === 'postgres' ? BY_CHARACTER : PLAIN);

/**
 * Orders whose id begins with a text, sorted by it, and by their group where several have one of that id.
 *
 * @param start - the time of its place is not used
 */
export async function rowsById(tx: EntityManager, text: string, start: PageStart): Promise<PaymentOrderEntity[]> {
  const words = wordsOf(tx);
  const query = beginningWith(tx, 'orderId', text);
  if (start.place) {
    const [, group = '', id = ''] = start.place;
    beyond(query, { columns: ['o.orderId', 'o.group'], place: [id, group], isRising: !start.isBack }, words);
  }
  const columns = `${column(tx, 'orderId')} ${start.isBack ? words.falling : words.rising}`;
  return inOrder(tx, query, {
    sorted: `${columns}, ${column(tx, 'group')} ${start.isBack ? 'DESC' : 'ASC'}`,
    limit: start.size + 1,
  });
}

/** The first orders whose payment's id at the service begins with a text, sorted by that id. */
export async function rowsByTransaction(tx: EntityManager, text: string, limit: number): Promise<PaymentOrderEntity[]> {
  const sorted = `${column(tx, 'transactionId')} ${wordsOf(tx).rising}`;
  return inOrder(tx, beginningWith(tx, 'transactionId', text), { sorted, limit });
}

function beginningWith(tx: EntityManager, property: 'orderId' | 'transactionId', text: string): OrderQuery {
  const { least, less } = wordsOf(tx);
  return tx
    .createQueryBuilder(PaymentOrderEntity, 'o')
    .select('o.group', 'group_name')
    .addSelect('o.orderId', 'order_id')
    .where(`o.${property} ${least} :text AND o.${property} ${less} :end`, { text, end: text + LAST });
}

const column = (tx: EntityManager, property: keyof PaymentOrderEntity): string =>
  `${tx.connection.driver.escape('o')}.${RowMaker.of(tx.connection, PaymentOrderEntity).column(property)}`;

/** Written by hand, because the query builder cannot order by characters. */
async function inOrder(
  tx: EntityManager,
  query: OrderQuery,
  { sorted, limit }: { sorted: string; limit: number },
): Promise<PaymentOrderEntity[]> {
  const [sql, parameters] = query.getQueryAndParameters();
  const rows: { group_name: string; order_id: string }[] = await tx.query(
    `${sql} ORDER BY ${sorted} LIMIT ${limit}`,
    parameters as unknown[],
  );
  return rowsAt(
    tx,
    rows.map((row) => ({ group: row.group_name, orderId: row.order_id })),
  );
}
