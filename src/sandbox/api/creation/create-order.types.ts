import type { NotificationMethod, ServiceFault } from '../../core/index.js';
import type { PaymentInstrument } from '../../payments/index.js';
import type { CartContent, OrderRecurring, SandboxOrderType } from '../../orders/index.js';

/** A checked create-order request (spec §2.5). */
export interface NewOrder {
  readonly type: SandboxOrderType;
  readonly orderId: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly gateway: string | null;
  readonly notificationUrl: string | null;
  /** Null: the site's setting. */
  readonly notificationMethod: NotificationMethod | null;
  readonly redirectUrl: string | null;
  readonly cancelUrl: string | null;
  readonly customer: Record<string, string | null>;
  readonly customInfo: Record<string, string | null>;
  readonly variables: Record<string, string | null>;
  /** `manual`: the payment only reserves the money (protocol §2.4). */
  readonly capture: 'manual' | null;
  readonly cart: CartContent | null;
  /** The means of payment of a direct request: in memory only, because it contains a card's number. */
  readonly instrument: PaymentInstrument;
  readonly recurring: OrderRecurring | null;
  /** The bank of a direct request. */
  readonly issuerId: string | null;
  /** `wanted`: a second link after an abandoned payment (`second_chance.send_email`). */
  readonly secondChance: 'wanted' | null;
  /** The till that takes the payment. */
  readonly terminalId: string | null;
  /** How long the order can be paid, in milliseconds. */
  readonly activeMs: number;
}

/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Checks one part of the request; null if it has no fault. */
export type CreateOrderCheck = (body: JsonObject) => ServiceFault | null;
