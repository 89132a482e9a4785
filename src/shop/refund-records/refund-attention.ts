import { In, type EntityManager } from 'typeorm';
import type { LocalErrorCode } from '../../protocol/errors/index.js';
import { readRows } from '../../database/engine/index.js';
import { passesByItself, REFUND_ATTENTION } from '../core/index.js';
import { RefundEvidenceEntity } from './entities/refund-evidence.entity.js';
import { BALANCE_REFUSALS, UNSENT_STATES, type RefundReason } from './protocol/refund-protocol.types.js';
import { RefundEntity } from './entities/refund.entity.js';

/** As much of an order as says what it needs attention for. */
interface AttentiveOrder {
  readonly group: string;
  readonly orderId: string;
  readonly attention: string | null;
}

/** As wide as the column. */
const WIDTH = 32;

/** What an order needs attention for when a refund of it does. */
export const attentionFor = (reason: string): string => `${REFUND_ATTENTION}${reason}`.slice(0, WIDTH);

/**
 * What an order still needs attention for when its refunds have changed. What passes by itself, as that the account was
 * refused, is over when none of its refunds that waits to be sent has met it. All else ends by a person.
 */
export async function attentionLeft(tx: EntityManager, order: AttentiveOrder): Promise<string | null> {
  const { group, orderId, attention } = order;
  if (attention === null || !passesByItself(attention)) return attention;
  const waiting = await tx.findBy(RefundEntity, { group, orderId, origin: 'shop', state: In([...UNSENT_STATES]) });
  const wanted = { equal: { kind: 'answer' }, property: 'refundId', values: waiting.map(({ id }) => id) } as const;
  const answers = await readRows(tx, RefundEvidenceEntity, wanted);
  return answers.some((answer) => attentionFor(metIn(answer)) === attention) ? attention : null;
}

/** What is said of the account alone may not take the place of what a person must see to. */
export const isOutranked = (attention: string | undefined, known: string | null): boolean =>
  attention !== undefined && known !== null && passesByItself(attention);

const OUT_OF_ORDER: LocalErrorCode = 'SERVICE_UNAVAILABLE';

/** The reason for which a person is told of such answers. */
function metIn({ outcome, code }: RefundEvidenceEntity): string {
  if (BALANCE_REFUSALS.has(code)) return 'low-balance' satisfies RefundReason;
  const isFailure = outcome === 'not-sent' || code === OUT_OF_ORDER;
  return isFailure ? ('failing' satisfies RefundReason) : (code ?? '');
}
