import type { ColumnOptions, ValueTransformer } from 'typeorm';

/** MySQL and PostgreSQL return 64-bit integers as text. Conditions of a query stay unchanged. */
const asNumber: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: unknown) => (value === null || value === undefined ? value : Number(value)),
};

/** A view of the same bytes, not a copy. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Bytes are stored as base64 text, because no binary type of TypeORM exists on every engine. */
const asBase64: ValueTransformer = {
  to: (value: unknown) => (value instanceof Uint8Array ? asBuffer(value).toString('base64') : value),
  from: (value: unknown) => (typeof value === 'string' ? Buffer.from(value, 'base64') : value),
};

/**
 * Options of a column of whole numbers up to 2^53 − 1 that is a `number` in the entity on every engine. Used for epoch
 * milliseconds (design §10: independent of the host's time zone) and amounts in minor units.
 *
 * @example
 * const dueAt = { ...bigintColumn({ name: 'due_at' }), nullable: true }; // for Column() or an EntitySchema
 */
export function bigintColumn(options: Omit<ColumnOptions, 'type' | 'transformer'> = {}): ColumnOptions {
  return { ...options, type: 'bigint', transformer: asNumber };
}

/**
 * Options of a column that holds bytes as base64 text and is a `Buffer` in the entity. MySQL's `text` ends at 65 535
 * bytes, which are 49 149 bytes of content: longer content is stored in parts.
 */
export function bytesColumn(options: Omit<ColumnOptions, 'type' | 'transformer'> = {}): ColumnOptions {
  return { ...options, type: 'text', transformer: asBase64 };
}
