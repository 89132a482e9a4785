import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { afterCommit, type Transactions } from '../../database/engine/index.js';
import { isFields, isOrderId, MAX_ORDER_ID_LENGTH, Money } from '../../protocol/index.js';
import { orderKey, pageSize, type Page } from '../../support/index.js';
import { checkedInput, checkedRefund } from '../client/index.js';
import { checkedDecision, Decisions, type OperatorDecision, type RecordedDecision } from '../decisions/index.js';
import { OrdersRepository, orderUnknown } from '../orders/index.js';
import { checkedOptions, checkTexts, notFields, notText, TerminalGroups, TRANSACTIONS } from '../core/index.js';
import { leftOfEach, type RefundEntity } from '../refund-records/index.js';
import { WorkerRegistry } from '../workers/index.js';
import { RefundLanesService, type LaneDecision, type RefundLane } from './sending/refund-lanes.service.js';
import { RefundBatches } from './batches/refund-batches.js';
import { RefundAdminService } from './refund-admin.service.js';
import { checkedVerdict, type RefundVerdict } from './refund-verdict.js';
import { RefundRequestDto, type RefundRequestInput } from './refund-request.dto.js';
import { RefundRequestService, type ResolvedRefundRequest, type TakenRefund } from './refund-request.service.js';
import { toProof, toRefund, type Refund, type RefundProof, type RequestedRefund } from './refund-view.js';
import { refundInvalid, refundUnknown } from './refunds.errors.js';
import { RefundsRepository, type RefundFilter, type RefundName } from './refunds.repository.js';

/** A refund request for any terminal group. */
export interface RefundRequest extends RefundRequestInput {
  /** Name of the terminal group; needed only where several have an order of this id. */
  readonly group?: string;
  /**
   * Of the caller's own transaction: the refund exists when, and only when, it commits, and nothing is sent before. Until
   * then the order is locked.
   */
  readonly manager?: EntityManager;
}

/** Names a terminal group where an id alone is ambiguous. */
interface InGroup {
  readonly group?: string;
}

/**
 * Gives money back, never twice (design §8): a refund is stored first, then sent by its lane, and followed until the money
 * has left. `@OnRefund` reports its changes.
 *
 * @example
 * ```ts
 * async function takeBack(refunds: RefundsService, orderId: string, returnId: string): Promise<string> {
 *   const amount = Money.of('12.50', 'EUR');
 *   const refund = await refunds.request({ orderId, amount, reason: 'Mug broken', key: returnId, by: 'ann' });
 *   return `${refund.amount} of ${await refunds.remaining(orderId)} left: ${refund.state}`;
 * }
 * ```
 */
@Injectable()
export class RefundsService {
  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly groups: TerminalGroups,
    private readonly orders: OrdersRepository,
    private readonly requests: RefundRequestService,
    private readonly refundAdmin: RefundAdminService,
    private readonly rows: RefundsRepository,
    private readonly lanes: RefundLanesService,
    private readonly workers: WorkerRegistry,
    private readonly decided: Decisions,
    /** Refunds that are requested together. */
    readonly batches: RefundBatches,
  ) {}

  /**
   * Requests a refund, whole or in part, and returns at once: it is stored, its amount reserved, and its lane sends it in
   * turn. The same key is the same refund, so a caller that does not know whether its request arrived can repeat it.
   *
   * With `manager` it is part of that transaction. On SQLite it is part of the transaction around the call in any case.
   *
   * @returns the refund, and whether this call has created it; `plannedAt` is not known yet, see {@link find}
   * @throws PaymentError `REFUND_INVALID` (every fault listed), `REFUND_EXCEEDS_REMAINING`, `REFUND_NOT_PAID`,
   *   `REFUND_KEY_CONFLICT`, `REFUND_OTHER_CURRENCY`, `REFUND_OTHER_MODE`, `ORDER_UNKNOWN`, `ORDER_AMBIGUOUS`,
   *   `GROUP_UNKNOWN`: nothing was written, and nothing is sent
   */
  async request(request: RefundRequest): Promise<RequestedRefund> {
    if (!isFields(request)) throw refundInvalid({ path: '', message: notFields(request) });
    const { manager, ...given } = request;
    const resolved = await this.resolve(given, manager);
    const order = { group: resolved.group.name, orderId: resolved.orderId };
    const take = async (tx: EntityManager): Promise<TakenRefund> => {
      const taken = await this.requests.take(tx, resolved);
      if (taken.isNew) afterCommit(tx, () => this.workers.wake('refund-sending'));
      return taken;
    };
    const { row, isNew } = await (manager ? take(manager) : this.transactions.run(take, orderKey(order)));
    return { ...toRefund(row, null), isNew };
  }

  /**
   * The amount of an order that can still be refunded: what was paid, less all that is promised or done, here or elsewhere.
   * For an order that was paid more than once, the sum of its payments; one refund is taken from one of them.
   *
   * @param options - `currency`: of these payments. Default: that of the payment in best standing; an order may have got
   *   money in several
   * @throws PaymentError `ORDER_UNKNOWN`, `ORDER_AMBIGUOUS`; MoneyError for a currency that does not exist
   */
  async remaining(orderId: string, options?: InGroup & { readonly currency?: string }): Promise<Money> {
    const { group, currency: wanted } = checkedOptions(options);
    const { order } = await this.orders.get(orderId, group);
    const { sources, refunds } = await this.rows.moneyOf(order);
    const currency = wanted ?? sources[0]?.currency ?? order.currency;
    const left = leftOfEach(sources, refunds).filter((each) => each.currency === currency);
    return Money.ofMinor(
      left.reduce((sum, each) => sum + each.left, 0),
      currency,
    );
  }

  /**
   * One refund by its id, or by its group and key; null when there is none.
   *
   * @throws PaymentError `FILTER_INVALID` for an id, group or key that is not text
   */
  async find(name: RefundName, options?: InGroup): Promise<Refund | null> {
    checkTexts(isFields(name) ? { group: name['group'], key: name['key'] } : { id: name });
    const row = await this.rows.find(name, checkedOptions(options).group);
    return row && this.viewOf(row);
  }

  /** One page of refunds, including those made elsewhere. */
  async list(filter?: RefundFilter): Promise<Page<Refund>> {
    const page = await this.rows.page(checkedOptions(filter, 'filter'));
    const plans = await this.plansOf(page.items);
    return { ...page, items: page.items.map((row) => toRefund(row, plans.get(row.id) ?? null)) };
  }

  /**
   * The next refunds of a group's lane, in the sequence of sending; `plannedAt` is their time if every answer comes as
   * expected. Empty while a person has paused the lane, and while no key of the group is valid.
   *
   * @param options - `limit`: 1 to 1,000, default 50
   * @throws PaymentError `GROUP_UNKNOWN`
   */
  async upcoming(group: string, options?: { readonly limit?: number }): Promise<Refund[]> {
    const plan = [...(await this.lanes.plan(group))].slice(0, pageSize(options?.limit));
    const rows = new Map((await this.rows.withIds(plan.map(([id]) => id))).map((row) => [row.id, row]));
    return plan.flatMap(([id, plannedAt]) => {
      const row = rows.get(id);
      return row ? [toRefund(row, plannedAt)] : [];
    });
  }

  /** The decisions of people about a refund, oldest first. @throws PaymentError `REFUND_UNKNOWN` */
  async decisions(id: string, options?: InGroup): Promise<RecordedDecision[]> {
    const row = await this.get(id, checkedOptions(options).group);
    return this.transactions.run((tx) => this.decided.about(tx, { ...row, subjectId: row.id }));
  }

  /**
   * The evidence of a refund, oldest first: by this a person decides on a `manual` refund.
   *
   * @throws PaymentError `REFUND_UNKNOWN`
   */
  async evidence(id: string, options?: InGroup): Promise<RefundProof[]> {
    return (await this.rows.evidenceOf(await this.get(id, checkedOptions(options).group))).map(toProof);
  }

  /**
   * Cancels a refund: here while it waits; at the service once it has accepted it, until the money leaves at midnight
   * (protocol §2.7). A cancelled refund is returned unchanged.
   *
   * @throws PaymentError `DECISION_INVALID`, `REFUND_TOO_LATE`, `REFUND_NOT_CANCELLABLE` (the message says why),
   *   `REFUND_CANCEL_UNKNOWN` (it is read again; a repeat does no harm), `REFUND_UNKNOWN`, `SERVICE_<code>`, `NETWORK`
   */
  async cancel(id: string, given: OperatorDecision & InGroup): Promise<Refund> {
    const { group, ...decision } = checkedDecision(given);
    return this.viewOf(await this.refundAdmin.cancel(await this.get(id, group), decision));
  }

  /**
   * Decides on a `manual` refund: the customer has got the money; or not, and it is sent again. Who and why is recorded.
   *
   * @throws PaymentError `DECISION_INVALID` for any other verdict, `REFUND_NOT_MANUAL`, `REFUND_UNKNOWN`
   * @example
   * ```ts
   * async function looked(refunds: RefundsService, id: string): Promise<void> {
   *   const seen = await refunds.evidence(id);
   *   console.log(seen.map(({ kind, outcome, at }) => `${at} ${kind}: ${outcome}`).join('\n'));
   *   await refunds.decide(id, { verdict: 'paid', serviceRefundId: '1756', by: 'ann', why: 'on the account statement' });
   * }
   * ```
   */
  async decide(id: string, given: RefundVerdict & InGroup): Promise<Refund> {
    const { group, ...verdict } = checkedVerdict(given);
    const row = await this.refundAdmin.decide(await this.get(id, group), verdict);
    this.workers.wake('refund-sending');
    return this.viewOf(row);
  }

  /** The lane that sends a group's refunds: its state, and how much waits. @throws PaymentError `GROUP_UNKNOWN` */
  lane(group: string): Promise<RefundLane> {
    return this.lanes.find(group);
  }

  /** Stops a group's refunds until a person resumes them. @throws PaymentError `GROUP_UNKNOWN` */
  pauseLane(group: string, decision: LaneDecision): Promise<RefundLane> {
    return this.lanes.pause(group, decision);
  }

  /** Continues a group's refunds at once, also where they would only continue later. @throws PaymentError `GROUP_UNKNOWN` */
  async resumeLane(group: string, decision: LaneDecision): Promise<RefundLane> {
    const lane = await this.lanes.resume(group, decision);
    this.workers.wake('refund-sending');
    return lane;
  }

  /** Checks everything that can be checked without a lock. */
  private async resolve(given: RefundRequestInput & InGroup, manager?: EntityManager): Promise<ResolvedRefundRequest> {
    const { group: name, ...input } = given;
    const { order } = await this.orders.get(await this.checkedId(input.orderId, name), name, manager);
    const group = await this.groups.resolve(order.group);
    const subject = { group, code: 'REFUND_INVALID', what: 'refund', orderId: order.orderId };
    const { amount, reason, key, by = null, why, cart = null } = checkedInput(RefundRequestDto, input, subject);
    // Its lines as well, with all their faults. For `remaining` the amount is known only under the lock.
    if (cart && amount !== 'remaining') checkedRefund(group, order.orderId, { amount, cart });
    return { group, orderId: order.orderId, amount, reason, key, by, why, cart, batchId: null };
  }

  /** Some databases cannot search for every text. @throws PaymentError `GROUP_UNKNOWN`, `REFUND_INVALID`, `ORDER_UNKNOWN` */
  private async checkedId(orderId: unknown, group?: string): Promise<string> {
    if (group !== undefined) await this.groups.resolve(group);
    if (typeof orderId !== 'string') throw refundInvalid({ path: 'orderId', message: notText(orderId) }, group);
    if (isOrderId(orderId)) return orderId;
    throw orderUnknown({ group, orderId: orderId.slice(0, MAX_ORDER_ID_LENGTH) });
  }

  /** @throws PaymentError `REFUND_UNKNOWN` */
  private async get(id: unknown, group?: string): Promise<RefundEntity> {
    const row = typeof id === 'string' ? await this.rows.find(id, group) : null;
    if (!row) throw refundUnknown(id, group);
    return row;
  }

  private async viewOf(row: RefundEntity): Promise<Refund> {
    return toRefund(row, (await this.plansOf([row])).get(row.id) ?? null);
  }

  /** When waiting refunds will be sent. */
  private async plansOf(rows: readonly RefundEntity[]): Promise<ReadonlyMap<string, number>> {
    const waiting = new Set(rows.filter(({ state }) => state === 'queued').map(({ group }) => group));
    const known = [...waiting].filter((group) => this.groups.find(group) !== undefined);
    const plans = await Promise.all(known.map((group) => this.lanes.plan(group)));
    return new Map(plans.flatMap((plan) => [...plan]));
  }
}
