/**
 * The statements that write orders as the module would have created them, directly into its tables: of 12.50 EUR in the
 * group `web`.
 *
 * @param {{ id: string, openedAt: string | number, rows: string }} orders in SQL: the order's id, when it was opened in epoch
 *   milliseconds, and the `FROM` that counts them
 * @returns {readonly string[]}
 */
export const writtenOrders = ({ id, openedAt, rows }) => [
  `INSERT INTO tillbridge_order (group_name, order_id, mode, amount, currency, description, created_at, updated_at)
   SELECT 'web', ${id}, 'sandbox', 1250, 'EUR', 'Two mugs', ${openedAt}, ${openedAt} ${rows}`,
  `INSERT INTO tillbridge_attempt (group_name, service_order_id, order_id, number, amount, currency, create_state,
     request_fingerprint, created_at, updated_at)
   SELECT 'web', ${id}, ${id}, 1, 1250, 'EUR', 'created', '', ${openedAt}, ${openedAt} ${rows}`,
];
