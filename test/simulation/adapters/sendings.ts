import type Sqlite from 'better-sqlite3';
import type { ServiceRequest } from '../../../src/protocol/index.js';
import type { ClientTransport } from '../../../src/shop/client/index.js';
import type { ManualClock } from '../../../src/testing/index.js';
import { LEAPS, MOST_APART_MS } from './fault-plan.js';

type Send = ClientTransport['send'];
type Transmission = Awaited<ReturnType<Send>>;

// Written here again, so that a change of the module's rules does not change what is demanded of it.
const QUIET_MS = 900_000;
const CLEAN_READ_GAP_MS = 60_000;
const CLEAN_READS = 2;
/** Codes and statuses that leave open whether a refund was carried out (design §8). */
const OPEN_CODES: ReadonlySet<unknown> = new Set([1000, 1014, 1017, 1021, 1022, 1033, 1034, 9999]);
/** With these it is refused, whatever the answer says else. */
const REFUSED_STATUSES: ReadonlySet<number> = new Set([401, 403, 404]);
const OPEN_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429]);
const SLOT = 'SELECT last_sent_at FROM tillbridge_refund WHERE tag = ?';

/** By what a refund is recognised. */
export const tagOf = ({ body }: ServiceRequest): string => String(body?.['refund_order_id']);

/** When a refund left that the service may have. */
interface OpenSending {
  /** The start of its slot. */
  readonly since: number;
  /** When the reads of its order were asked for that have shown something since. */
  readonly reads: number[];
}

/** Follows every refund and every read on the wire, as an onlooker who knows nothing of what the module concludes. */
export class Sendings {
  /** Refunds that were sent once more before it was proved that the service does not have them. */
  readonly hasty: string[] = [];
  readonly #open = new Map<string, OpenSending & { readonly path: string }>();
  readonly #slot: Sqlite.Statement<[string], number | null>;

  constructor(
    private readonly clock: ManualClock,
    committed: Sqlite.Database,
  ) {
    this.#slot = committed.prepare<[string], number | null>(SLOT).pluck();
  }

  /** Every call of a replica is seen here first. */
  attach(transport: ClientTransport): void {
    const send = transport.send.bind(transport);
    const watched: Send = async (group, request, key) => {
      const at = this.clock.now();
      const tag = request.operation === 'refund' ? tagOf(request) : null;
      if (tag !== null) this.#leaves(tag, request);
      const transmission = await send(group, request, key);
      if (tag !== null && isRefused(transmission)) this.#open.delete(tag);
      if (request.method === 'GET' && isShown(transmission)) this.#read(request.path, at);
      return transmission;
    };
    Object.assign(transport, { send: watched });
  }

  /** When the slot of a refund began that is being sent: the clock may have leapt since. */
  slotOf(tag: string): number {
    const now = this.clock.now();
    return Math.max(this.#slot.get(tag) ?? now, now - Math.max(...LEAPS));
  }

  #leaves(tag: string, { path }: ServiceRequest): void {
    const now = this.clock.now();
    const before = this.#open.get(tag);
    const missing = before && whatIsMissing(before, now);
    if (missing) this.hasty.push(`${tag} leaves once more ${missing}`);
    this.#open.set(tag, { since: this.slotOf(tag), reads: [], path: path.replace(/\/refunds$/, '') });
  }

  #read(path: string, at: number): void {
    for (const sending of this.#open.values()) if (sending.path === path) sending.reads.push(at);
  }
}

/** What it takes before it may leave again; null when all of it is there. */
function whatIsMissing({ since, reads }: OpenSending, now: number): string | null {
  // Each replica goes by its own clock.
  const quietUntil = since + QUIET_MS - MOST_APART_MS;
  if (now < quietUntil) return `after ${now - since} ms`;
  let [clean, last] = [0, -Infinity];
  for (const at of reads.filter((each) => each >= quietUntil).toSorted((a, b) => a - b)) {
    if (at < last + CLEAN_READ_GAP_MS - MOST_APART_MS) continue;
    clean += 1;
    last = at;
  }
  return clean < CLEAN_READS ? `after ${clean} reads that were asked for when all of it had arrived` : null;
}

const isShown = (transmission: Transmission): boolean => transmission.ok && transmission.response.httpStatus === 200;

/** Whether the service has said that it has not done it, and will not. */
function isRefused(transmission: Transmission): boolean {
  if (!transmission.ok) return false;
  const { httpStatus, body } = transmission.response;
  if (httpStatus >= 500 || OPEN_STATUSES.has(httpStatus)) return false;
  const code = /"error_code":\s*(\d+)/.exec(body)?.[1];
  if (code === undefined) return REFUSED_STATUSES.has(httpStatus);
  return !OPEN_CODES.has(Number(code));
}
