/** What the schemas of the published answers are made of. */
export type Schema = Readonly<Record<string, unknown>>;

export const TEXT: Schema = { type: 'string' };
export const FLAG: Schema = { type: 'boolean' };
export const NUMBER: Schema = { type: 'number' };
/** Minor units. */
export const AMOUNT: Schema = { type: 'integer', minimum: 0 };
/** Zoneless, with whole seconds (spec §2.2). */
export const TIME: Schema = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$' };
/** ISO with its zone, as tills have it (protocol §2.10). */
export const INSTANT: Schema = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{3})?Z$',
};
export const CURRENCY: Schema = { type: 'string', pattern: '^[A-Z]{3}$' };
export const COUNTRY: Schema = { type: 'string', pattern: '^[A-Z]{2}$' };
export const CODE: Schema = { type: 'string', pattern: '^[A-Z0-9_]+$' };
export const URL: Schema = { type: 'string', pattern: '^https?://[^\\s]+$' };
/** The service's ids are numbers of up to 18 digits, or text of digits (spec §2.2). */
export const ID: Schema = { anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^\\d{6,18}$' }] };
export const STATUS: Schema = {
  enum: [
    'initialized',
    'completed',
    'uncleared',
    'reserved',
    'shipped',
    'declined',
    'canceled',
    'cancelled',
    'void',
    'expired',
    'refunded',
    'partial_refunded',
    'chargedback',
  ],
};

export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
export const listOf = (items: Schema, more: Schema = {}): Schema => ({ type: 'array', items, ...more });

/** An object whose fields are all there, but for those that may be absent, and no others. */
export const object = (fields: Record<string, Schema>, absent: Record<string, Schema> = {}): Schema => ({
  type: 'object',
  properties: { ...fields, ...absent },
  required: Object.keys(fields),
  additionalProperties: false,
});

/** The same schema for several fields. */
export const each = (names: string, schema: Schema): Record<string, Schema> =>
  Object.fromEntries(names.split(' ').map((name) => [name, schema]));
