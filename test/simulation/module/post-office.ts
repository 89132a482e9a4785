import { isAcknowledged } from '../../../src/protocol/acknowledgement.js';
import { DELIVERY_PLAN, nextDelivery } from '../../../src/protocol/delivery-plan.js';
import { sign } from '../../../src/protocol/signature.js';
import type { IncomingNotification } from '../../../src/shop/notifications/intake/notification-authenticator.js';
import type { RequestQueue } from './request-queue.js';
import { receive, type Delivery } from './entrance.js';
import type { ServiceOrder, Version } from './service-order.js';
import { strikes, type Setting } from './setting.js';

/** How long the service waits for an acknowledgement. */
const PATIENCE_MS = 10_000;
const HOUR = 3_600_000;

/** One notification of the service, with what is known of its sendings. */
interface Letter {
  readonly id: string;
  readonly version: Version;
  attemptsMade: number;
}

/** The service's notifications, how they travel, and those of someone who has no key. */
export class PostOffice {
  constructor(
    private readonly setting: Setting,
    private readonly queues: readonly RequestQueue[],
  ) {}

  /** Notifies of an order as it is now: once or more often, soon or late, or never. */
  changed({ id }: ServiceOrder, version: Version): void {
    const { agenda, random, faults } = this.setting;
    const copies = this.#strikes('notification repeated', faults.notificationRepeated) ? random.between(2, 4) : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const isLost = this.#strikes('notification lost', faults.notificationLost);
      const isLate = this.#strikes('notification late', faults.notificationLate);
      const waits = random.between(5, isLate ? faults.notificationLateMs : 1_000);
      if (!isLost) agenda.at(agenda.now + waits, () => this.#send({ id, version, attemptsMade: 0 }));
    }
    if (this.#strikes('forged', faults.forged)) {
      agenda.at(agenda.now + random.between(1, HOUR), () => this.#forge(id, version));
    }
  }

  /** One sending: signed anew, and followed by the next where no one says that it has arrived. */
  #send(letter: Letter): void {
    const { agenda, random, faults } = this.setting;
    const { id, version } = letter;
    letter.attemptsMade += 1;
    const sentAt = agenda.now;
    let isOver = false;
    const next = (isTaken: boolean): void => {
      if (isOver) return;
      isOver = true;
      const plan = nextDelivery(DELIVERY_PLAN, { attemptsMade: letter.attemptsMade, lastAttemptAtMs: sentAt });
      if (!isTaken && plan !== 'exhausted') agenda.at(plan.dueAtMs, () => this.#send(letter));
    };
    agenda.at(sentAt + PATIENCE_MS, () => next(false));
    if (this.#strikes('delivery lost', faults.deliveryLost)) return;
    const isMixedUp = this.#strikes('other order in the query', faults.otherOrderInQuery);
    const request = requestOf(this.#signed(version.json, sentAt), isMixedUp ? this.#otherThan(id) : id);
    const answer: Delivery['answer'] = (response, key) => {
      const isTaken = isAcknowledged(response);
      if (isTaken && key !== null) this.setting.orderMonitor.acknowledged(key);
      if (!this.#strikes('acknowledgement lost', faults.acknowledgementLost)) next(isTaken);
    };
    agenda.at(sentAt + random.between(5, 100), () => this.#hand({ request, named: id, isForged: false, answer }));
  }

  /** Nothing of this is signed with the key, or not now, or not about this. */
  #forge(id: string, version: Version): void {
    const { agenda, random } = this.setting;
    const claim = version.json
      .replace(/"status":"\w+"/, '"status":"completed"')
      .replace(/"financial_status":"\w+"/, '"financial_status":"completed"');
    const kinds: readonly (() => Signed)[] = [
      () => ({
        json: claim,
        auth: sign({ timestamp: stamp(agenda.now), body: claim, key: 'another-key' }),
        at: agenda.now,
      }),
      () => ({ ...this.#signed(`${version.json} `, agenda.now), json: claim }),
      () => ({ json: claim, auth: '', at: agenda.now }),
      () => this.#signed(version.json, agenda.now - random.between(11, 600) * 60_000),
      () => this.#signed(version.json, agenda.now + random.between(3, 600) * 60_000),
    ];
    const request = requestOf(random.pick(kinds)(), id);
    this.#hand({ request, named: id, isForged: true, answer: () => {} });
  }

  #signed(json: string, at: number): Signed {
    return { json, auth: sign({ timestamp: stamp(at), body: json, key: this.setting.key }), at };
  }

  /** To a replica that is there; no one answers for one that is not. */
  #hand(delivery: Delivery): void {
    const queue = this.setting.random.pick(this.queues);
    queue.put((clock) => receive(this.setting, clock, delivery));
  }

  #otherThan(id: string): string {
    const others = [...this.setting.service.orders.keys()].filter((other) => other !== id);
    return others.length === 0 ? `${id}x` : this.setting.random.pick(others);
  }

  #strikes(kind: string, chance: number): boolean {
    return strikes(this.setting, kind, chance);
  }
}

interface Signed {
  readonly json: string;
  readonly auth: string;
  readonly at: number;
}

const stamp = (epochMs: number): string => String(Math.floor(epochMs / 1_000));

const requestOf = ({ json, auth, at }: Signed, named: string): IncomingNotification => {
  const rawBody = Buffer.from(json);
  const headers = { auth, 'content-type': 'application/json', 'content-length': String(rawBody.byteLength) };
  return { params: { group: 'web' }, headers, query: { transactionid: named, timestamp: stamp(at) }, rawBody };
};
