export { SandboxPaymentsModule } from './sandbox-payments.module.js';
export type {
  SandboxChargebackChoice,
  SandboxOrder,
  SandboxOrderChoice,
  SandboxPaymentChoice,
  SandboxShipmentChoice,
  SandboxTill,
  SandboxTry,
  SandboxTryChoice,
} from './sandbox.types.js';
export { type CaptureRequest, Captures } from './captures/captures.js';
export type { ChangeOutcome } from './captures/change-outcome.js';
export { PartialShipments } from './captures/partial-shipments.js';
export { awaitsAuthentication } from './instruments/card-authentication.js';
export { SandboxGiftCards } from './instruments/sandbox-gift-cards.js';
export { InstrumentPayments } from './instruments/instrument-payments.js';
export { digitsOf, isCardNumber, isOver } from './instruments/card-checks.js';
export type { DeclineReason } from './instruments/instrument-plan.types.js';
export type { PaymentInstrument } from './instruments/payment-instrument.js';
export { SandboxGiftCardEntity } from './instruments/sandbox-gift-card.entity.js';
export { SandboxPlannedOutcomeEntity } from './instruments/sandbox-planned-outcome.entity.js';
export { TEST_ACCOUNTS } from './instruments/test-accounts.js';
export {
  NOT_AUTHENTICATED,
  TEST_CARDS,
  testCard,
  testCardIn,
  testCardOf,
  type TestCard,
} from './instruments/test-cards.js';
export { TEST_GIFT_CARDS, type SandboxGiftCard } from './instruments/test-gift-cards.js';
export { directFlow, ISSUERS, type SandboxIssuer } from './outcomes/direct-methods.js';
export { DirectPayments } from './outcomes/direct-payments.js';
export { isPageOver } from './outcomes/kept-page.js';
export { OrderDriver } from './outcomes/order-driver.js';
export { OrderExpiry } from './outcomes/order-expiry.js';
export type { PaymentOutcome } from './outcomes/outcome-rules.js';
export { decideOutcome, type OutcomeSource } from './outcomes/outcome.js';
export { PaymentOutcomes } from './outcomes/payment-outcomes.js';
export type { OutcomeRequest } from './outcomes/payment-outcomes.types.js';
export { RefundDriver, type SandboxRefundChoice } from './refunds/refund-driver.js';
export type { RefundRequest, SandboxRefund } from './refunds/refund.types.js';
export { Refunds } from './refunds/refunds.js';
export { SandboxTokenEntity } from './tokens/sandbox-token.entity.js';
export { SandboxTokens, type SandboxToken, type SandboxTokensFilter } from './tokens/sandbox-tokens.js';
export { StoredTokens } from './tokens/stored-tokens.js';
export { displayOf, isExpired, last4Of } from './tokens/token-rules.js';
export type { SandboxSecondChance } from './second-chance/second-chance.types.js';
export { SecondChances } from './second-chance/second-chances.js';
export { SandboxRefundRequestEntity } from './refunds/sandbox-refund-request.entity.js';
export { Tills, type TillState } from './tills/tills.js';
