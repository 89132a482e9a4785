import {
  cancelledAs,
  CAPTURE_WINDOW_MS,
  habitsOf,
  isCapturedByHand,
  type MethodHabits,
  type SandboxOrderEntity,
  type ShownStatus,
  TERMINAL_LAPSE_MS,
} from '../../orders/index.js';
import type { SandboxSwitches } from '../../core/index.js';
import type { NotificationCause } from '../../notifications/index.js';
import type { OutcomeRule, PaymentOutcome } from './outcome-rules.js';
import type { DeclineReason } from '../instruments/instrument-plan.types.js';
import { heldUntil } from './held-until.js';
import { restingStatus } from './resting-status.js';

/** The details of an outcome besides its rule. */
export interface RuleDetails {
  readonly outcome: PaymentOutcome;
  /** Code of the payment method; null before one was chosen. */
  readonly method: string | null;
  /** Of a chargeback, minor units; default: the whole amount. */
  readonly amount?: number | undefined;
  readonly shipment?: Record<string, string | null> | undefined;
  /** Why a payment is declined, if the instrument tells. */
  readonly refusal?: DeclineReason | null | undefined;
  readonly switches: SandboxSwitches;
}

const BRINGS_MONEY: ReadonlySet<NotificationCause> = new Set(['paid', 'accepted']);
const SOFT_DECLINE = '4004';

interface Change {
  readonly order: SandboxOrderEntity;
  readonly rule: OutcomeRule;
  readonly details: RuleDetails;
  readonly habits: MethodHabits;
}

/** Changes an order as the outcome's rule and the payment method define. Its `modifiedAt` is the time of the change. */
export function applyRule(order: SandboxOrderEntity, rule: OutcomeRule, details: RuleDetails): void {
  const change = { order, rule, details, habits: habitsOf(details.method, details.switches) };
  if (details.outcome === 'shipped') ship(order, details.shipment);
  // Any other method takes the money at once.
  if (BRINGS_MONEY.has(rule.cause) && !isCapturedByHand(details.method)) order.capture = null;
  Object.assign(order, shownAfter(change));
  order.reason = details.refusal?.reason ?? rule.reason;
  order.reasonCode = details.refusal?.code ?? (isRefusedAtTill(order, rule) ? SOFT_DECLINE : '');
  if (order.status === 'completed') order.completedAt ??= order.modifiedAt;
  if (details.outcome === 'withdrawn') order.completedAt = null;
  if (BRINGS_MONEY.has(rule.cause)) reserve(order);
  order.heldUntil = heldUntil(order, details.outcome, change.habits);
  // A declined card is activity: the till waits for another card.
  if (order.terminalId !== null && rule.staysOpen) order.expiresAt = order.modifiedAt + TERMINAL_LAPSE_MS;
}

const isRefusedAtTill = ({ terminalId }: SandboxOrderEntity, { status }: OutcomeRule): boolean =>
  status === 'declined' && terminalId !== null;

function ship(order: SandboxOrderEntity, shipment: RuleDetails['shipment']): void {
  order.shipment = { ...order.shipment, ...shipment };
  order.shippedAt ??= order.modifiedAt;
}

function shownAfter(change: Change): ShownStatus {
  const { order, rule } = change;
  switch (rule.status) {
    case 'as-cancelled':
      return cancelled(change);
    case 'as-charged-back':
      return chargedBack(change);
    case 'as-settled':
      return settled(change);
    case 'resting': {
      // A payment that waits for clearing keeps waiting, even if parts are shipped.
      const isHeld = order.status === 'uncleared' && rule.cause === 'shipped';
      const status =
        isHeld && change.details.switches.heldShipment === 'uncleared' ? order.status : restingStatus(order);
      return { status, financialStatus: financialStatus(change) };
    }
    default:
      return { status: rule.status, financialStatus: financialStatus(change) };
  }
}

function financialStatus({ order, rule, habits }: Change): ShownStatus['financialStatus'] {
  switch (rule.financialStatus) {
    case 'as-paid':
      // Reserved, not captured; or promised by the lender.
      return order.capture === 'manual' && rule.cause === 'paid' ? 'initialized' : paidAs(habits, rule);
    case 'as-held':
      return habits.held;
    case 'as-shipped':
      return order.status === 'uncleared' ? order.financialStatus : (habits.shipped ?? order.financialStatus);
    case 'as-status':
      return order.financialStatus;
    default:
      return rule.financialStatus;
  }
}

/** Money that returns after a dispute is no longer lent. */
const paidAs = ({ paid }: MethodHabits, { cause }: OutcomeRule): ShownStatus['financialStatus'] =>
  cause === 'reversed' && paid === 'uncleared' ? 'completed' : paid;

/** On a till, and before a payment attempt, there is no payment method whose form could be used. */
function cancelled({ order, details }: Change): ShownStatus {
  if (order.terminalId !== null || details.method === null)
    return { status: 'cancelled', financialStatus: 'cancelled' };
  return cancelledAs(details.method, details.switches);
}

/** A partial chargeback does not change the status; on some accounts a whole one does not either (`chargebackForm`). */
function chargedBack({ order, details }: Change): ShownStatus {
  const { status, financialStatus: before } = order;
  const isPart = details.amount !== undefined && details.amount < order.amount;
  if (isPart || details.switches.chargebackForm === 'related') return { status, financialStatus: before };
  return { status: details.switches.chargebackForm === 'void' ? 'void' : 'chargedback', financialStatus: 'void' };
}

/** A held payment is paid as its method pays; promised money of a lender or a bank has arrived. */
function settled({ order, habits }: Change): ShownStatus {
  if (order.status === 'uncleared') {
    const financialStatus = order.capture === 'manual' ? 'initialized' : habits.paid;
    return { status: restingStatus(order), financialStatus };
  }
  const resting = restingStatus(order);
  const isCompleted = habits.settled === 'completed' && resting === 'shipped';
  return { status: isCompleted ? 'completed' : resting, financialStatus: 'completed' };
}

function reserve(order: SandboxOrderEntity): void {
  if (order.capture !== 'manual') return;
  order.captureRemain = order.amount;
  order.captureExpiresAt = order.modifiedAt + CAPTURE_WINDOW_MS;
}
