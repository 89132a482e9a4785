import { FieldReader } from '../field-reader.js';

/** A terminal, in the service's own field names (protocol §2.10). */
export interface Terminal {
  /** The value for `gateway_info.terminal_id` of an order. */
  readonly id: string;
  readonly name: string | null;
  /** `SMARTPOS`, `CTAP`, `VERIFONE`, … as received. */
  readonly provider: string | null;
  readonly code: string | null;
  readonly active: boolean;
  /** The service's number of the terminal group. */
  readonly group_id: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly manufacturer_id: string | null;
  readonly serial_number: string | null;
  /** ISO 8601 with `Z`, unlike the times of an order. */
  readonly created: string | null;
  readonly last_updated: string | null;
}

/** A page of terminals, and their total number if the service gives it. */
export interface TerminalsPage {
  readonly items: readonly Terminal[];
  readonly total: number | null;
}

/**
 * Reads a page of terminals (protocol §2.10). Never throws on a JSON value. Entries without an `id` are left out,
 * because an order cannot name them.
 *
 * @param answer - `data` and `pager` of the envelope
 * @example
 * readTerminals({ data: [{ id: 'T1', active: true }], pager: { total_items: 1 } }).total; // 1
 */
export function readTerminals({ data, pager }: { data: unknown; pager: unknown }): TerminalsPage {
  const readers = new FieldReader({ data }, '', []).list('data');
  const items = readers.flatMap((reader): Terminal[] => {
    const id = reader.id('id');
    return id === null ? [] : [readTerminal(reader, id)];
  });
  return { items, total: new FieldReader(pager, '', []).amount('total_items') };
}

function readTerminal(reader: FieldReader, id: string): Terminal {
  return {
    id,
    ...reader.texts([
      'name',
      'provider',
      'code',
      'country',
      'manufacturer_id',
      'serial_number',
      'created',
      'last_updated',
    ] as const),
    active: reader.flag('active'),
    group_id: reader.id('group_id'),
  };
}
