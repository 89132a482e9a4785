import { Module } from '@nestjs/common';
import { Agenda } from '../core/index.js';
import { CaptureExpiry } from './captures/capture-expiry.js';
import { Captures } from './captures/captures.js';
import { OrderSplit } from './captures/order-split.js';
import { PartialShipments } from './captures/partial-shipments.js';
import { GiftCardReturns } from './instruments/gift-card-returns.js';
import { GiftCards } from './instruments/gift-cards.js';
import { SandboxGiftCards } from './instruments/sandbox-gift-cards.js';
import { InstrumentPayments } from './instruments/instrument-payments.js';
import { PlannedOutcomes } from './instruments/planned-outcomes.js';
import { Chargebacks } from './outcomes/chargebacks.js';
import { DirectPayments } from './outcomes/direct-payments.js';
import { FormerTries } from './outcomes/former-tries.js';
import { OrderDriver } from './outcomes/order-driver.js';
import { OrderExpiry } from './outcomes/order-expiry.js';
import { PaymentAttempts } from './outcomes/payment-attempts.js';
import { PaymentParts } from './outcomes/payment-parts.js';
import { PaymentOutcomes } from './outcomes/payment-outcomes.js';
import { TryExpiry } from './outcomes/try-expiry.js';
import { RefundDriver } from './refunds/refund-driver.js';
import { RefundEffects } from './refunds/refund-effects.js';
import { RefundHistory } from './refunds/refund-history.js';
import { RefundSettlement } from './refunds/refund-settlement.js';
import { Refunds } from './refunds/refunds.js';
import { SandboxTokens } from './tokens/sandbox-tokens.js';
import { StoredTokens } from './tokens/stored-tokens.js';
import { SecondChances } from './second-chance/second-chances.js';
import { Tills } from './tills/tills.js';

/** How money moves: payments and their outcomes, captures, refunds, and the effects of time on them. */
@Module({
  providers: [
    CaptureExpiry,
    Captures,
    Chargebacks,
    DirectPayments,
    FormerTries,
    GiftCardReturns,
    GiftCards,
    InstrumentPayments,
    OrderDriver,
    OrderExpiry,
    OrderSplit,
    PartialShipments,
    PaymentAttempts,
    PaymentOutcomes,
    PaymentParts,
    PlannedOutcomes,
    RefundDriver,
    RefundEffects,
    RefundHistory,
    RefundSettlement,
    Refunds,
    SandboxGiftCards,
    SandboxTokens,
    StoredTokens,
    SecondChances,
    Tills,
    TryExpiry,
  ],
  exports: [
    Captures,
    DirectPayments,
    InstrumentPayments,
    OrderDriver,
    OrderExpiry,
    PartialShipments,
    PaymentOutcomes,
    RefundDriver,
    Refunds,
    SandboxGiftCards,
    SandboxTokens,
    StoredTokens,
    SecondChances,
    Tills,
  ],
})
export class SandboxPaymentsModule {
  // They run in this order if several are due.
  constructor(
    agenda: Agenda,
    expiry: OrderExpiry,
    captures: CaptureExpiry,
    refunds: RefundSettlement,
    secondChances: SecondChances,
  ) {
    agenda.register(expiry, captures, refunds, secondChances);
  }
}
