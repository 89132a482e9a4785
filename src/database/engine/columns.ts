import type { ColumnOptions, ValueTransformer } from 'typeorm';

/** MySQL and PostgreSQL hand 64-bit integers out as text; conditions of a query pass through unchanged. */
const asNumber: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: unknown) => (value === null || value === undefined ? value : Number(value)),
};

/** The same bytes, not a copy. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Text in base64 for bytes, because no binary type of TypeORM is known to every engine. */
const asBase64: ValueTransformer = {
  to: (value: unknown) => (value instanceof Uint8Array ? asBuffer(value).toString('base64') : value),
  from: (value: unknown) => (typeof value === 'string' ? Buffer.from(value, 'base64') : value),
};

/**
 * Options of a column of whole numbers up to 2^53 − 1 that is a `number` in the entity on every engine: epoch
 * milliseconds (design §10: no time zone of the host has a say) and amounts in minor units.
 *
 * @example
 * const dueAt = { ...bigintColumn({ name: 'due_at' }), nullable: true }; // for Column() or an EntitySchema
 */
export function bigintColumn(options: Omit<ColumnOptions, 'type' | 'transformer'> = {}): ColumnOptions {
  return { ...options, type: 'bigint', transformer: asNumber };
}

/**
 * Options of a column that holds bytes as base64 text and is a `Buffer` in the entity. MySQL's `text` ends at 65 535
 * bytes, which are 49 149 of ours: what is longer is kept in parts.
 */
export function bytesColumn(options: Omit<ColumnOptions, 'type' | 'transformer'> = {}): ColumnOptions {
  return { ...options, type: 'text', transformer: asBase64 };
}
