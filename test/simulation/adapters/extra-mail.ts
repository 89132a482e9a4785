import type { SandboxDelivery } from '../../../src/sandbox/index.js';
import { sign } from '../../../src/protocol/index.js';
import { orderBody, signedNotification } from '../../../src/testing/index.js';
import type { Random } from '../../support/random.js';
import type { Journal } from './journal.js';
import { AMOUNT, type People } from './people.js';
import type { Stage } from './stage.js';

/** What those sign with who are not the service. */
export const KEY_OF_A_STRANGER = 'another-key-of-somebody';
/** A request that the service did not send. */
interface Forgery {
  readonly kind: string;
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const HOUR = 3_600_000;
/** A notification that was not acknowledged comes three more times, a quarter of an hour apart; the clock may leap meanwhile. */
const REPEATED_MS = 0.66 * HOUR;
/** Signatures count for ten minutes, and the clock may leap by four before one arrives. */
const FRESH_MS = HOUR / 12;

/** Whether it is as the service signed it, and not too old: then it is to be taken. */
export const isToBeTaken = ({ fault, at, timestamp }: Pick<SandboxDelivery, 'fault' | 'at' | 'timestamp'>): boolean =>
  !SPOILT.has(fault) && at - timestamp * 1_000 < FRESH_MS;
/** What the service did not send, or not so. */
const SPOILT: ReadonlySet<string | null> = new Set(['corrupt', 'wrong-key', 'clock-skew']);

/** @returns the status of the answer */
async function posted(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> {
  const answer = await fetch(url, { method: 'POST', headers, body });
  await answer.text();
  return answer.status;
}

/** Notifications beside those that the service sends by its plan: forged ones, and some that come once more. */
export class ExtraMail {
  /** Authentic ones that were refused. */
  readonly refused: string[] = [];

  constructor(
    private readonly stage: Stage,
    private readonly random: Random,
    private readonly journal: Journal,
    private readonly people: People,
  ) {}

  /** Someone else writes to the shop; or the service does, about an amount that is not the order's. */
  async forge(): Promise<void> {
    const { people } = this;
    const orderId = people.anyOrder() ?? 'nobody';
    const { kind, ...forgery } = this.#forgery(orderId);
    this.journal.count(`forged: ${kind}`);
    const { search, headers, body } = forgery;
    const url = `${people.replica().url}/payments/notifications/${this.stage.group}${search}`;
    people.asked += 1;
    const answer = await fetch(url, kind === 'unsigned look' ? {} : { method: 'POST', headers, body });
    const text = await answer.text();
    this.journal.note(() => `${orderId}: forged (${kind}): ${answer.status} ${text}`);
    if (kind !== 'unsigned look' && kind !== 'other amount' && answer.status === 200) {
      this.journal.violated('S7', `a forged notification of ${orderId} (${kind}) was answered ${answer.status}`);
    }
  }

  /** What the service has sent before comes once more, to every replica at once; signed anew if that was long ago. */
  async echo(): Promise<void> {
    const { people, stage, journal } = this;
    const orderId = people.anyOrder();
    if (orderId === null) return;
    // Drawn before anything is waited for: the order in which others draw is then the same each time.
    const chosen = this.random.next();
    const now = stage.clock.now();
    const deliveries = await stage.sandbox.deliveries(orderId);
    const sent = deliveries.filter((each) => each.at >= now - REPEATED_MS && isToBeTaken(each));
    if (sent.length === 0) return;
    const { url, at, ...first } = sent[Math.floor(chosen * sent.length)]!;
    const path = new URL(url);
    const isOfKeyBefore = at < stage.keys.signingSince;
    const isOld = first.timestamp * 1_000 < now - FRESH_MS;
    const timestamp = isOld ? Math.floor(now / 1_000) : first.timestamp;
    const body = first.body ?? '';
    const key = isOfKeyBefore ? stage.keys.before : stage.keys.signing;
    const headers = isOld ? { ...first.headers, Auth: sign({ timestamp, body, key }) } : first.headers;
    path.searchParams.set('timestamp', String(timestamp));
    people.asked += 1;
    const statuses = await Promise.all(
      stage.replicas.map(({ url: to }) => posted(`${to}${path.pathname}${path.search}`, headers, body)),
    );
    journal.count('notification once more, to every replica');
    if (path.pathname !== `/payments/notifications/${stage.group}`) journal.count('notification to the name before');
    if (isOfKeyBefore) journal.count('notification signed with the key before');
    journal.note(
      () =>
        `${orderId}: a notification comes once more, to every replica${isOld ? ', signed anew' : ''}: ${statuses.join(', ')}`,
    );
    if (statuses.includes(401)) this.refused.push(`a notification of ${orderId} that came once more`);
  }

  #forgery(orderId: string): Forgery {
    const { stage, random } = this;
    const at = stage.clock.now();
    const fields = { var1: 'forged' };
    const right = { key: stage.keys.signing, orderId, at, body: orderBody({ orderId, amount: AMOUNT, at, fields }) };
    const unsigned = signedNotification(right);
    const { before } = stage.keys;
    const leaked = stage.isRemoved(before)
      ? [{ kind: 'removed key', ...signedNotification({ ...right, key: before }) }]
      : [];
    return random.pick<Forgery>([
      ...leaked,
      { kind: 'other key', ...signedNotification({ ...right, key: KEY_OF_A_STRANGER }) },
      { kind: 'other body', ...unsigned, body: unsigned.body.replace('"completed"', '"refunded" ') },
      { kind: 'unsigned', ...unsigned, headers: { 'content-type': 'application/json' } },
      { kind: 'old', ...signedNotification({ ...right, at: at - 3 * HOUR }) },
      { kind: 'unsigned look', ...unsigned, headers: {}, body: '' },
      { kind: 'other amount', ...signedNotification({ ...right, body: this.#otherAmount(orderId, at) }) },
    ]);
  }

  #otherAmount(orderId: string, at: number): Record<string, unknown> {
    return orderBody({ orderId, amount: 1, at, fields: { var1: 'other amount' } });
  }
}
