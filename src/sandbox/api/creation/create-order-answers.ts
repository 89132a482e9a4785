import { Inject, Injectable } from '@nestjs/common';
import { SANDBOX_SETTINGS, type SandboxSettings, type ServiceAnswer, type ServiceJson } from '../../core/index.js';
import { EventTokens } from '../terminals/event-tokens.js';
import { awaitsAuthentication, directFlow } from '../../payments/index.js';
import { OrderFinder, type SandboxOrderEntity, serviceOrder } from '../../orders/index.js';
import type { CreatedOrder } from './order-creation.service.js';
import { ServiceGate } from '../service-gate.js';

/** The service's answer to a created order, which depends on how it will be paid (protocol §2.1). */
@Injectable()
export class CreateOrderAnswers {
  constructor(
    private readonly gate: ServiceGate,
    private readonly finder: OrderFinder,
    private readonly tokens: EventTokens,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** @param base address of the sandbox for the shop, without a slash at its end. */
  async created(created: CreatedOrder, base: string): Promise<ServiceAnswer> {
    const { order, session } = created;
    if (order.type === 'direct') return this.#direct(created);
    const events = {
      events_token: this.tokens.make(order, session.id),
      events_stream_url: `${base}/events/stream`,
      // Named as by the service. The sandbox has no web socket there: its events come from the stream above.
      events_url: `${base.replace(/^http/, 'ws')}/events/`,
    };
    // A till shows the payment itself, so there is no page for the shopper.
    const page = order.terminalId === null ? { payment_url: session.paymentUrl } : {};
    return this.gate.success({ order_id: order.orderId, session_id: session.id, ...page, ...events });
  }

  async #direct({ order, session }: CreatedOrder): Promise<ServiceAnswer> {
    const record = await this.finder.withTransaction(order);
    const isAsked = awaitsAuthentication(order);
    // If the request contains a card or a token, the payment is decided already and needs no page, unless its bank asks first.
    const goesToPage = isAsked || (order.status === 'initialized' && directFlow(order.gateway)?.redirect === true);
    const page = goesToPage ? { payment_url: session.paymentUrl, session_id: session.id } : {};
    const verification = isAsked ? verificationOf(order, session.paymentUrl) : {};
    return this.gate.success({ ...serviceOrder(record, this.settings.timeZone), ...page, ...verification });
  }
}

/** The bank's question about a card: a form that a shop may show in place of the page, and where the shopper goes who gives up. */
function verificationOf(order: SandboxOrderEntity, paymentUrl: string): Record<string, ServiceJson> {
  const form = `<form name="verification" method="get" action="${paymentUrl}"><button>Continue</button></form>`;
  const html = `<html>\n<head>\n<title>3-D Secure</title>\n</head>\n<body onload="document.verification.submit()">${form}</body>\n</html>`;
  const cancelUrl = order.cancelUrl ?? order.redirectUrl;
  return { customer_verification: { html, type: 'form' }, ...(cancelUrl !== null && { cancel_url: cancelUrl }) };
}
