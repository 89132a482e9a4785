import { api } from '@vendure/dashboard';
import type { AttentionList, OrderOverview } from './admin-api.types.js';

const ORDER = `
  fragment TillbridgeOrderParts on TillbridgeOrder {
    __typename
    orderId
    payments {
      group paymentOrderId serviceOrderId attempt status statusText amount amountRefunded refundable currencyCode
      method paymentMethod paid paidAt transactionId paymentUrl settlesAt createdAt
      attention { code text since }
      refunds {
        refundId origin amount state stateName stateText stateReason reason serviceRefundId plannedAt createdAt
        canCancel needsDecision
      }
    }
    timeline { at paymentOrderId kind text isDetail }
  }
`;

const ATTENTION = `
  query TillbridgeAttention($skip: Int, $take: Int) {
    tillbridgeAttention(skip: $skip, take: $take) {
      totalItems
      items { orderId orderCode amount currencyCode attention { code text since } }
    }
  }
`;

/** The actions of staff, by the name of the mutation, with the type of its input. */
const INPUT_TYPES = {
  readTillbridgePayment: 'TillbridgePaymentInput',
  acknowledgeTillbridgeAttention: 'TillbridgeAcknowledgeInput',
  refundTillbridgeSurplus: 'TillbridgeSurplusInput',
  recordTillbridgePayment: 'TillbridgePaymentInput',
  cancelTillbridgeRefund: 'TillbridgeCancelRefundInput',
  decideTillbridgeRefund: 'TillbridgeDecideRefundInput',
} as const;

/** The name of a mutation. */
export type ActionName = keyof typeof INPUT_TYPES;

/** The action was not carried out, or its outcome is unknown. */
export class ActionFailed extends Error {
  constructor(
    message: string,
    readonly advice: string,
  ) {
    super(message);
  }
}

/** What is known about the payments of an order; null if the channel has no such order. */
export async function fetchOrder(orderId: string): Promise<OrderOverview | null> {
  const document = `query TillbridgeOrder($orderId: ID!) { tillbridgeOrder(orderId: $orderId) { ...TillbridgeOrderParts } } ${ORDER}`;
  const answer = await api.query<{ tillbridgeOrder: OrderOverview | null }>(document, { orderId });
  return answer.tillbridgeOrder;
}

/** The orders of the channel that need attention. */
export async function fetchAttention(part: { skip?: number; take: number }): Promise<AttentionList> {
  const answer = await api.query<{ tillbridgeAttention: AttentionList }>(ATTENTION, part);
  return answer.tillbridgeAttention;
}

/**
 * Carries out an action, and returns what is known about the order after it.
 *
 * @throws ActionFailed if the answer is an error
 */
export async function act(action: ActionName, input: Record<string, unknown>): Promise<OrderOverview> {
  const document = `
    mutation TillbridgeAction($input: ${INPUT_TYPES[action]}!) {
      result: ${action}(input: $input) {
        ...TillbridgeOrderParts
        ... on TillbridgeActionError { __typename message advice }
      }
    }
    ${ORDER}
  `;
  const { result } = (await api.mutate(document, { input })) as { result: OrderOverview | ActionError };
  if (result.__typename === 'TillbridgeOrder') return result;
  throw new ActionFailed(result.message, result.advice);
}

interface ActionError {
  readonly __typename: 'TillbridgeActionError';
  readonly message: string;
  readonly advice: string;
}
