import type { OrderStatus } from '../../protocol/index.js';
import type { SandboxOrderEntity } from '../orders/order.entity.js';
import { TERMINAL_LAPSE_MS } from '../terminals/terminal-times.js';
import type { OutcomeRule } from './outcome-rules.js';
import { captureWindowMs, isPayLater } from './payment-methods.js';
import { restingStatus } from './resting-status.js';

/** What an outcome brings along beside its rule. */
export interface RuleDetails {
  readonly outcome: string;
  readonly method?: string;
  readonly shipment?: Record<string, string | null>;
}

const SOFT_DECLINE = '4004';

/** Changes an order as an outcome's rule says. Its `modifiedAt` is when that is. */
export function applyRule(order: SandboxOrderEntity, rule: OutcomeRule, details: RuleDetails): void {
  const wasWaiting = order.status === 'uncleared';
  if (details.outcome === 'shipped') ship(order, details.shipment);
  order.financialStatus = financialStatus(order, rule, details.method);
  // What waits for clearing keeps waiting, however much of it was shipped.
  if (rule.status !== 'resting') order.status = rule.status;
  else if (!(wasWaiting && rule.cause === 'shipped')) order.status = restingStatus(order);
  order.reason = rule.reason;
  order.reasonCode = rule.status === 'declined' && order.terminalId !== null ? SOFT_DECLINE : '';
  if (order.status === 'completed') order.completedAt ??= order.modifiedAt;
  if (rule.cause === 'paid') reserve(order, details.method);
  // A refused card is activity: the till waits for another one.
  if (order.terminalId !== null && rule.staysOpen) order.expiresAt = order.modifiedAt + TERMINAL_LAPSE_MS;
}

function ship(order: SandboxOrderEntity, shipment: RuleDetails['shipment']): void {
  order.shipment = { ...order.shipment, ...shipment };
  order.shippedAt ??= order.modifiedAt;
}

function financialStatus(order: SandboxOrderEntity, rule: OutcomeRule, method: string | undefined): OrderStatus {
  if (rule.financialStatus === 'as-before') return order.financialStatus;
  if (rule.financialStatus !== 'as-paid') return rule.financialStatus;
  // Reserved, not captured; or promised by whoever lends the shopper the money (protocol §4.1).
  if (order.capture === 'manual') return 'initialized';
  return isPayLater(method ?? order.gateway) ? 'uncleared' : 'completed';
}

function reserve(order: SandboxOrderEntity, method: string | undefined): void {
  if (order.capture !== 'manual') return;
  order.captureRemain = order.amount;
  order.captureExpiresAt = order.modifiedAt + captureWindowMs(method ?? order.gateway);
}
