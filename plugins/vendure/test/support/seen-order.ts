import { gql } from 'graphql-tag';
import assert from 'node:assert/strict';

/** An order as staff see it. */
export interface SeenOrder {
  readonly id: string;
  readonly code: string;
  readonly state: string;
  readonly totalWithTax: number;
  readonly lines: readonly { id: string; quantity: number }[];
  readonly payments: readonly SeenPayment[];
  readonly history: { items: readonly { type: string; data: Record<string, unknown> }[] };
}

/** A payment as staff see it. */
export interface SeenPayment {
  readonly id: string;
  readonly state: string;
  readonly amount: number;
  readonly transactionId: string;
  readonly metadata: Record<string, unknown>;
  readonly refunds: readonly { id: string; state: string; total: number; transactionId: string }[];
}

/** Asks for one by its code. */
export const ORDER = gql`
  query ($code: String!) {
    orders(options: { filter: { code: { eq: $code } } }) {
      items {
        id
        code
        state
        totalWithTax
        lines {
          id
          quantity
        }
        payments {
          id
          state
          amount
          transactionId
          metadata
          refunds {
            id
            state
            total
            transactionId
          }
        }
        history(options: { take: 100 }) {
          items {
            type
            data
          }
        }
      }
    }
  }
`;

/** The events that the plugin has written on an order, oldest first. Their reasons are for people. */
export const journalOf = (order: SeenOrder): string[] =>
  order.history.items
    .filter(({ type }) => type === 'TILLBRIDGE')
    .map(({ data }) => {
      assert.doesNotMatch(String(data['reason'] ?? ''), /^(?:[A-Z0-9]+_[A-Z0-9_]+|(?:error|message)\.\S+)$/);
      return String(data['event']);
    });
