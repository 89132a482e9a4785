import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { faultAnswer, SandboxDatabase, type ServiceAnswer } from '../../core/index.js';
import { NotificationSender } from '../../notifications/index.js';
import { Captures, type ChangeOutcome, OrderExpiry } from '../../payments/index.js';
import { readCapture, readRelease } from './capture.parser.js';
import { triggeredByOrder, triggeredByRequest } from '../error-triggers.js';
import { OrderFinder, type SandboxOrderEntity } from '../../orders/index.js';
import type { OrderAddress } from './order-updates.js';
import type { BodyReading } from '../request-body.js';
import { ServiceGate } from '../service-gate.js';

type Work = (em: EntityManager, order: SandboxOrderEntity) => Promise<ChangeOutcome>;

/** Answers the shop's requests to capture or release reserved money (protocol §2.4). */
@Injectable()
export class CaptureRequests {
  constructor(
    private readonly gate: ServiceGate,
    private readonly database: SandboxDatabase,
    private readonly finder: OrderFinder,
    private readonly captures: Captures,
    private readonly expiry: OrderExpiry,
    private readonly sender: NotificationSender,
  ) {}

  /** `POST /orders/{id}/capture` */
  async capture(address: OrderAddress, reading: BodyReading): Promise<ServiceAnswer> {
    const asked = reading.ok ? readCapture(reading.body) : reading;
    if (!asked.ok) return faultAnswer(asked.fault);
    return this.#change(address, reading, (em, order) => this.captures.captureIn(em, order, asked.capture));
  }

  /** `PATCH /capture/{id}` */
  async release(address: OrderAddress, reading: BodyReading): Promise<ServiceAnswer> {
    const fault = reading.ok ? readRelease(reading.body) : reading.fault;
    if (fault !== null) return faultAnswer(fault);
    return this.#change(address, reading, (em, order) => this.captures.releaseIn(em, order));
  }

  async #change(address: OrderAddress, reading: BodyReading, work: Work): Promise<ServiceAnswer> {
    await this.expiry.runDue();
    const outcome = await this.database.run(async (em): Promise<ChangeOutcome> => {
      const found = await this.finder.find(address.account.name, address.id, em);
      if (found === null) return { ok: false, fault: { code: 1006, detail: 'no such order' } };
      const order = await this.finder.byKey(em, found.id);
      const asked = reading.ok ? triggeredByRequest(reading.body) : null;
      const trigger = asked ?? triggeredByOrder(order, 'capture');
      return trigger === null ? work(em, order) : { ok: false, fault: trigger };
    });
    if (!outcome.ok) return faultAnswer(outcome.fault);
    for (const ticket of outcome.tickets) this.sender.sendSoon(ticket);
    return this.gate.success(outcome.data);
  }
}
