import type { PortableColumn } from './table-builder.js';

/** The column of the terminal group, which many tables have. */
export const group: PortableColumn = { name: 'group_name', type: 'text:64' };
/** The shop's own order id. */
export const orderId: PortableColumn = { name: 'order_id', type: 'text:64' };
/** An id that the module makes. */
export const id: PortableColumn = { name: 'id', type: 'text:36', isPrimary: true };
/** A column that may be empty. */
export const nullable = (name: string, type: PortableColumn['type']): PortableColumn => ({
  name,
  type,
  isNullable: true,
});

/** The columns of a row that a worker claims under a lease. */
export const claimable: readonly PortableColumn[] = [
  { name: 'state', type: 'text:16' },
  { name: 'attempts', type: 'int', default: 0 },
  { name: 'due_at', type: 'bigint' },
  nullable('lease_token', 'text:36'),
  nullable('lease_until', 'bigint'),
  nullable('last_error', 'text:500'),
];
