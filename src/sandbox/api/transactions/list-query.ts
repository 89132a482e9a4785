import {
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
  normaliseStatus,
  parseServiceTime,
  type OrderStatus,
} from '../../../protocol/index.js';
import { SECOND_MS } from '../../../support/index.js';
import { readListCursor, type CursorPlace } from './list-cursor.js';
import type { SandboxTransactionType } from '../../orders/index.js';

/** Which transactions are listed (protocol §2.8). Times in epoch milliseconds: from inclusive, until exclusive. */
export interface ListQuery {
  readonly limit: number;
  /** Only older, or newer, transactions than this place. */
  readonly after: CursorPlace | null;
  readonly before: CursorPlace | null;
  readonly statuses: readonly OrderStatus[];
  readonly financialStatuses: readonly OrderStatus[];
  readonly methods: readonly string[];
  /** Null: all of them. */
  readonly types: readonly SandboxTransactionType[] | null;
  readonly currency: string | null;
  readonly siteId: string | null;
  readonly debitCredit: 'C' | 'D' | null;
  readonly createdFrom: number | null;
  readonly createdUntil: number | null;
  readonly completedFrom: number | null;
  readonly completedUntil: number | null;
}

/** A query, or its fault. */
export type ListQueryReading = { ok: true; query: ListQuery } | { ok: false; message: string };

const TIMES = {
  created_from: 'createdFrom',
  created_until: 'createdUntil',
  completed_from: 'completedFrom',
  completed_until: 'completedUntil',
} as const;
const UNIX_SECONDS = /^\d{1,11}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:?\d{2})$/;
/** Types in the list's spelling. A type that the sandbox never uses is a filter without results. */
const TYPES: ReadonlyMap<string, SandboxTransactionType[]> = new Map([
  ['payment', ['payment', 'capture', 'shipment']],
  ['refund', ['refund']],
  ['chargeback', ['chargeback']],
  ['reverse_chargeback', ['reverse-chargeback']],
]);

class Unreadable extends Error {}

/** Reads the query of `GET /transactions`. */
export function readListQuery(params: URLSearchParams, timeZone: string): ListQueryReading {
  try {
    return { ok: true, query: listQuery(params, timeZone) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, message: error.message };
    throw error;
  }
}

function listQuery(params: URLSearchParams, timeZone: string): ListQuery {
  const times = Object.entries(TIMES).map(([name, field]) => [field, timeOf(params, name, timeZone)]);
  const after = cursorOf(params, 'after');
  const before = cursorOf(params, 'before');
  if (after !== null && before !== null) throw new Unreadable('Invalid cursor: after and before exclude one another');
  return {
    limit: limitOf(params),
    after,
    before,
    statuses: valuesOf(params, 'status').map((value) => statusOf('status', value)),
    financialStatuses: valuesOf(params, 'financial_status').map((value) => statusOf('financial_status', value)),
    methods: valuesOf(params, 'payment_method').map((value) => value.toUpperCase()),
    types: typesOf(params),
    currency: params.get('currency')?.toUpperCase() ?? null,
    siteId: params.get('site_id'),
    debitCredit: debitCreditOf(params),
    createdFrom: null,
    createdUntil: null,
    completedFrom: null,
    completedUntil: null,
    ...Object.fromEntries(times),
  };
}

function typesOf(params: URLSearchParams): SandboxTransactionType[] | null {
  const names = valuesOf(params, 'type');
  return names.length === 0 ? null : names.flatMap((name) => TYPES.get(name) ?? []);
}

function limitOf(params: URLSearchParams): number {
  const text = params.get('limit');
  if (text === null || text === '') return DEFAULT_PAGE_SIZE;
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_PAGE_SIZE) throw new Unreadable(`Invalid limit: 1 to ${MAX_PAGE_SIZE}`);
  return limit;
}

function cursorOf(params: URLSearchParams, name: string): CursorPlace | null {
  const text = params.get(name);
  if (text === null || text === '') return null;
  const place = readListCursor(text);
  if (place === null) throw new Unreadable(`Invalid cursor: ${name}`);
  return place;
}

// One value, several with the same name, or several in one, separated by commas; PHP adds brackets to the name.
function valuesOf(params: URLSearchParams, name: string): string[] {
  const values = [...params.getAll(name), ...params.getAll(`${name}[]`)];
  return values
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

function statusOf(name: string, value: string): OrderStatus {
  const status = normaliseStatus(value);
  if (status === 'unknown') throw new Unreadable(`Invalid ${name}`);
  return status;
}

function debitCreditOf(params: URLSearchParams): 'C' | 'D' | null {
  const value = params.get('debit_credit');
  if (value === null || value === '') return null;
  if (value !== 'C' && value !== 'D') throw new Unreadable('Invalid debit_credit: C or D');
  return value;
}

function timeOf(params: URLSearchParams, name: string, timeZone: string): number | null {
  const text = params.get(name);
  if (text === null || text === '') return null;
  if (UNIX_SECONDS.test(text)) return Number(text) * SECOND_MS;
  // A plus sign that was not encoded is received as a space.
  const exact = text.replace(' ', '+');
  if (WITH_ZONE.test(exact) && !Number.isNaN(Date.parse(exact))) return Date.parse(exact);
  const time = parseServiceTime(DATE.test(text) ? `${text}T00:00:00` : text, timeZone);
  if (time === null) throw new Unreadable(`Invalid ${name}: a date, a date with a time, or unix seconds`);
  return time;
}
