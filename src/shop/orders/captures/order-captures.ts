import { Inject, Injectable } from '@nestjs/common';
import { isPaymentError, Money, type CaptureInput, type PaymentError } from '../../../protocol/index.js';
import { createId, type Clock } from '../../../support/index.js';
import { checkedInput, invalidInput, PaymentsClient, type OrderPart } from '../../client/index.js';
import { CLOCK, type TerminalGroup } from '../../core/index.js';
import type { AttemptKey } from '../../poll-schedule/index.js';
import { whileRenewing } from '../../workers/index.js';
import { mayExist } from '../creation/attempt-sender.js';
import { AttemptsRepository } from '../creation/attempts.repository.js';
import { waitForNextCheck, SENDER_LEASE_MS } from '../creation/create-claim.js';
import { impliesPaid, knownCapture, paymentStatusOf, type KnownCapture } from '../merge/payment-status.js';
import { OrderReader } from '../order-reader.js';
import { captureChanged, orderBusy } from '../orders.errors.js';
import { OrdersRepository } from '../orders.repository.js';
import { CapturePaymentOrderDto, type CapturePaymentOrderInput } from './capture-payment-order.dto.js';
import { openOf, partIdOf } from './reservation.js';

/** A requested capture, with its order. */
interface WantedCapture extends AttemptKey {
  readonly terminalGroup: TerminalGroup;
  readonly input: CapturePaymentOrderInput;
  readonly asked: KnownCapture;
}

/**
 * Captures reserved money, one request of an order at a time. The service has no idempotency key for captures: two requests
 * of one click would take a part twice.
 */
@Injectable()
export class OrderCaptures {
  constructor(
    private readonly client: PaymentsClient,
    private readonly attempts: AttemptsRepository,
    private readonly orders: OrdersRepository,
    private readonly reader: OrderReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Takes money that is reserved, all of it or a part (protocol §2.4). The open amount is read first and compared with
   * `remaining`, if given. Without `remaining`, a request is refused while another one is on its way, and once after one with
   * an unknown outcome; a later equal request is a separate capture.
   *
   * @param serviceOrderId - the order's id at the service
   * @returns the captured order: a part becomes a separate order
   * @throws PaymentError `CAPTURE_INVALID`, `CAPTURE_CHANGED` and `ORDER_BUSY` before sending; `SERVICE_1001` for more than
   *   is reserved; `TIMEOUT`, `NETWORK` with `execution: 'unknown'` when the outcome could not be found out
   * @example
   * ```ts
   * const { orders } = payments.group('web');
   * const { payment_details, currency } = await orders.get('S10042');
   * const remaining = Money.ofMinor(payment_details.capture_remain ?? 0, currency ?? 'EUR');
   * await orders.capture('S10042', { amount: Money.of('12.50', 'EUR'), remaining });
   * ```
   */
  async capture(group: TerminalGroup, serviceOrderId: string, given: CapturePaymentOrderInput): Promise<OrderPart> {
    const input = checkedInput(CapturePaymentOrderDto, given, subjectOf(group, serviceOrderId));
    const record = await this.orders.findByServiceId(serviceOrderId, group.name);
    const attempt = record?.attempts.find((each) => each.serviceOrderId === serviceOrderId);
    const asked = record && attempt ? knownCapture(attempt.capture, record.order.status) : null;
    const capture = { group: group.name, serviceOrderId, terminalGroup: group, input, asked };
    return attempt ? this.alone(capture) : this.send(capture);
  }

  /** Keeps the attempt while the outcome is unknown: the next capture without `remaining` is refused. */
  private async alone(capture: WantedCapture): Promise<OrderPart> {
    const token = createId(this.clock);
    await this.take(capture, token);
    const renew = (): Promise<void> => this.attempts.renew(capture, token).catch(() => undefined);
    const release = (): Promise<void> => this.attempts.release(capture, token).catch(() => undefined);
    try {
      const part = await whileRenewing({ leaseMs: SENDER_LEASE_MS, renew }, () => this.send(capture));
      await release();
      return part;
    } catch (error) {
      if (!isPaymentError(error) || !mayExist(error)) await release();
      throw error;
    }
  }

  private async take(capture: WantedCapture, token: string): Promise<void> {
    const { terminalGroup, serviceOrderId: orderId, group, input } = capture;
    const patience = input.remaining ? 2 * terminalGroup.timeoutMs + SENDER_LEASE_MS : 0;
    for (let waited = 0; waited <= patience; waited += await waitForNextCheck(waited)) {
      const former = await this.attempts.take(capture, token);
      if (former === null || (former !== false && input.remaining)) return;
      if (former !== false) await this.attempts.release(capture, token);
      if (!input.remaining) throw captureChanged({ group, orderId }, 'what became of another request is not known yet');
    }
    throw orderBusy({ group, orderId });
  }

  private async send({ terminalGroup, serviceOrderId, group, input, asked }: WantedCapture): Promise<OrderPart> {
    const { remaining, ...capture } = input;
    const { order } = await this.reader.fetch({ group, serviceOrderId });
    const { currency } = order;
    if (currency !== null && currency !== capture.amount.currency)
      throw otherCurrency(terminalGroup, serviceOrderId, currency);
    const open = Money.ofMinor(openOf(order, asked), capture.amount.currency);
    const about = { group, orderId: serviceOrderId };
    if (remaining && remaining.amount !== open.amount) throw captureChanged(about, `${open} can be captured now`);
    const partId = partIdOf(order, capture, serviceOrderId);
    const sent = partId === undefined ? capture : { ...capture, newOrderId: partId };
    try {
      return await this.client.captureOrder(terminalGroup, serviceOrderId, sent);
    } catch (error) {
      if (!isPaymentError(error)) throw error;
      const isAll = open.amount > 0 && capture.amount.amount === order.amount;
      const found = mayExist(error) ? await this.find(about, capture, isAll ? serviceOrderId : partId) : null;
      if (found) return found;
      // The amount was open a moment ago. The service refuses it only if a capture or a release happened meanwhile.
      if (error.code !== 'SERVICE_1006' || partId === capture.newOrderId) throw error;
      throw captureChanged(about, 'the service has made an equal one, or let go of the rest');
    }
  }

  /** The result of a capture whose answer was lost: a part is a separate order; a full capture shows at the order itself. */
  private async find(
    { group, orderId }: { readonly group: string; readonly orderId: string },
    { amount }: CaptureInput,
    id: string | undefined,
  ): Promise<OrderPart | null> {
    if (id === undefined) return null;
    const read = await this.reader.find({ group, serviceOrderId: id }).catch(() => null);
    if (!read || read.order.amount !== amount.amount) return null;
    const { auth_order_id: reservation, transaction_id: transactionId } = read.order;
    const status = paymentStatusOf(read.order, 'manual');
    const isTaken = status !== 'unknown' && impliesPaid(status);
    return isTaken && (reservation ?? id) === orderId ? { orderId: id, transactionId } : null;
  }
}

const subjectOf = (group: TerminalGroup, orderId: string) =>
  ({ group, code: 'CAPTURE_INVALID', what: 'capture', orderId }) as const;

const otherCurrency = (group: TerminalGroup, orderId: string, currency: string): PaymentError =>
  invalidInput(subjectOf(group, orderId), [{ path: 'amount', message: `must be in ${currency}, as the order is` }]);
