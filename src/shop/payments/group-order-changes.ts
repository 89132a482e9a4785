import type {
  CancelOrderInput,
  CancelReservationInput,
  CaptureInput,
  ShipmentInput,
  UpdateOrderInput,
} from '../../protocol/index.js';
import type { OrderPart, PaymentsClient, UpdatedOrder } from '../client/index.js';
import type { TerminalGroup } from '../core/index.js';

/**
 * What a shop does with orders that exist. Each call is sent once; what it has changed comes back as a notification,
 * and only then changes the shop's own record.
 */
export interface OrderChanges {
  /**
   * Notes an invoice, or prolongs a pay-later reservation (protocol §2.3).
   *
   * @throws PaymentError `UPDATE_INVALID` (every fault listed), `SERVICE_<code>`, `TIMEOUT`, `NETWORK`
   */
  update(orderId: string, input: UpdateOrderInput): Promise<UpdatedOrder>;
  /**
   * Reports that goods have left: all of them or, for a pay-later order, what `amount` says (protocol §2.3).
   *
   * @throws PaymentError `SHIPMENT_INVALID` (every fault listed), `SERVICE_<code>`, `TIMEOUT`, `NETWORK`
   */
  ship(orderId: string, input?: ShipmentInput): Promise<OrderPart>;
  /**
   * Cancels what nobody has paid; `{ session: 'terminal' }` for a till (protocol §2.3, §2.5).
   *
   * @throws PaymentError `CANCEL_INVALID` (every fault listed), `SERVICE_<code>`, `TIMEOUT`, `NETWORK`
   */
  cancel(orderId: string, input?: CancelOrderInput): Promise<void>;
  /**
   * Takes reserved money, all of it or a part (protocol §2.4). After an unknown outcome, read the order first.
   *
   * @throws PaymentError `CAPTURE_INVALID` (every fault listed), `SERVICE_<code>`, `TIMEOUT`, `NETWORK`
   */
  capture(orderId: string, input: CaptureInput): Promise<OrderPart>;
  /**
   * Gives up what is still reserved (protocol §2.4).
   *
   * @throws PaymentError `CANCEL_RESERVATION_INVALID` (every fault listed), `SERVICE_<code>`, `TIMEOUT`, `NETWORK`
   */
  cancelReservation(orderId: string, input: CancelReservationInput): Promise<OrderPart>;
}

/** Where a change goes. */
interface ChangedIds {
  readonly idOf: (orderId: string) => Promise<string>;
  readonly letGoOf: (orderId: string) => Promise<string>;
}

/**
 * The changes of one terminal group's orders.
 *
 * @param ids - `idOf`: the id at the service of the attempt that a change is about; `letGoOf`: the same, once it is written
 *   down that the shop itself gives up the payment, so that what comes of it is no surprise
 */
export function orderChanges(client: PaymentsClient, group: TerminalGroup, ids: ChangedIds): OrderChanges {
  const { idOf, letGoOf: letGo } = ids;
  return {
    update: async (orderId, input) => client.updateOrder(group, await idOf(orderId), input),
    ship: async (orderId, input) => client.shipOrder(group, await idOf(orderId), input),
    cancel: async (orderId, input) => client.cancelOrder(group, await letGo(orderId), input),
    capture: async (orderId, input) => client.captureOrder(group, await idOf(orderId), input),
    cancelReservation: async (orderId, input) => client.cancelReservation(group, await letGo(orderId), input),
  };
}
