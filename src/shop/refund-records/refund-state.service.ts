import { Inject, Injectable, Logger } from '@nestjs/common';
import { IsNull, LessThan, MoreThan, Not, type EntityManager } from 'typeorm';
import { afterCommit, insertOrIgnore } from '../../database/engine/index.js';
import { createId, storableText, type Clock } from '../../support/index.js';
import { toTransitionKind, type RefundEventKind } from '../effects/index.js';
import type { RefundChange, RefundChanges } from './refund-changes.js';
import { TerminalGroups, messages, CLOCK, ThrottledLogger, type RefundRules } from '../core/index.js';
import { withOthers } from './lane/lane-refusals.js';
import { learnScope } from './lane/learn-scope.js';
import { attentionFor } from './refund-attention.js';
import { RefundEvidenceEntity } from './entities/refund-evidence.entity.js';
import { RefundLaneEntity } from './lane/refund-lane.entity.js';
import { stepRefund } from './protocol/refund-protocol.js';
import {
  UNCLEAR_REFUSAL,
  type RefundCommand,
  type RefundTrigger,
  type RefundFacts,
} from './protocol/refund-protocol.types.js';
import { RefundWatchEntity } from './entities/refund-watch.entity.js';
import { RefundEntity } from './entities/refund.entity.js';

/** The evidence of an event, apart from its consequences. */
export type RefundEvidence = Pick<RefundEvidenceEntity, 'kind' | 'outcome' | 'startedAt'> &
  Partial<Pick<RefundEvidenceEntity, 'id' | 'phase' | 'httpStatus' | 'code' | 'text' | 'durationMs'>>;

/** An event of one refund, to be applied. */
export interface RefundInstruction {
  readonly event: RefundTrigger;
  readonly evidence?: RefundEvidence;
  readonly rules: RefundRules;
}

/**
 * The result of an event.
 * - `done`: the refund is now `row`; `changes` must be recorded on its order, in the same transaction.
 * - `ignored`: it has no effect in the refund's state; only its evidence was stored.
 * - `overtaken`: the refund was changed since it was read; nothing was written, and the other process continues.
 */
export type RefundChangeOutcome =
  | ({ readonly kind: 'done'; readonly row: RefundEntity } & RefundChanges)
  | ({ readonly kind: 'ignored' | 'overtaken'; readonly row: RefundEntity } & RefundChanges);

const NOTHING: RefundChanges = { changes: [] };
const TEXT_WIDTH = 500;
/**
 * A request that has not ended this long after the time limit of its call has lost its worker. If the worker is only slow,
 * its answer still counts: meanwhile the refund is read, and a read sends nothing.
 */
const SENDING_MARGIN_MS = 10_000;
/** The longest time limit that a call can have. */
export const LONGEST_CALL_MS = 120_000;

/**
 * The only place where a refund changes: asks the protocol, writes the result unless another process was faster, stores the
 * evidence, and returns the changes for the order.
 */
@Injectable()
export class RefundStateService {
  private readonly logger = new Logger('Tillbridge:Refunds');
  /** A lane tries every few seconds while the service is away: a night would be thousands of equal lines. */
  private readonly pauses = new ThrottledLogger(this.logger);

  constructor(
    private readonly groups: TerminalGroups,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** When a refund that is being sent counts as lost: after the end of its call in any case. Epoch milliseconds. */
  lostAt({ group, lastSentAt }: RefundEntity): number {
    const timeoutMs = this.groups.find(group)?.timeoutMs ?? LONGEST_CALL_MS;
    return (lastSentAt ?? this.clock.now()) + timeoutMs + SENDING_MARGIN_MS;
  }

  /**
   * Applies one event, in the caller's transaction. If the order may change (any event but a slot or `withheld`), the order
   * is locked already, by `Ledger.applyRefundChanges` or an observation.
   *
   * @param row - the refund as it was read
   */
  async apply(
    tx: EntityManager,
    row: RefundEntity,
    { event, evidence, rules }: RefundInstruction,
  ): Promise<RefundChangeOutcome> {
    const now = this.clock.now();
    const step = stepRefund(factsOf(row), await withOthers(tx, row, { event, rules }), now, rules);
    if ('ignored' in step) {
      await this.keep(tx, row, evidence);
      return { kind: 'ignored', row, ...NOTHING };
    }
    const next = Object.assign(new RefundEntity(), row, step.facts, { fence: row.fence + 1, updatedAt: now });
    const written = { ...step.facts, fence: next.fence, updatedAt: now };
    const { affected } = await tx.update(RefundEntity, { id: row.id, fence: row.fence }, written);
    if (affected === 0) return { kind: 'overtaken', row, ...NOTHING };
    await this.keep(tx, next, evidence);
    await this.watch(tx, next);
    await this.pauseLane(tx, next, step.commands);
    if (step.commands.some(({ type }) => type === 'clear-lane')) await this.clearLane(tx, next, rules);
    await this.learnFrom(tx, row, next, rules);
    this.alert(tx, next, step.commands);
    this.tellRejected(tx, { before: row, row: next }, step.commands);
    return { kind: 'done', row: next, ...changesOf(row, next, step.commands) };
  }

  /** Adds evidence to a refund; changes nothing else. */
  async keep(tx: EntityManager, { id, attempts, state }: RefundEntity, evidence?: RefundEvidence): Promise<void> {
    if (!evidence) return;
    const { text, ...facts } = evidence;
    const storable = text === undefined || text === null ? null : storableText(text, TEXT_WIDTH);
    const own = { id: createId(this.clock), refundId: id, attempt: attempts, state, at: this.clock.now() };
    await tx.insert(RefundEvidenceEntity, { ...own, ...facts, text: storable });
  }

  /** Plans the next read of the refund, and ends the lease of a read in progress. */
  private async watch(tx: EntityManager, row: RefundEntity): Promise<void> {
    const dueAt = row.state === 'sending' ? this.lostAt(row) : row.nextReadAt;
    const state = dueAt === null ? ('done' as const) : ('pending' as const);
    const free = { attempts: 0, leaseToken: null, leaseUntil: null, lastError: null };
    const change = { state, dueAt: dueAt ?? row.updatedAt, ...free };
    const { affected } = await tx.update(RefundWatchEntity, { id: row.id }, change);
    const isNew = affected === 0 && dueAt !== null;
    if (isNew) await insertOrIgnore(tx, RefundWatchEntity, [{ id: row.id, ...change }], ['id']);
  }

  /** Resumes the refunds of a lane whose row the caller has locked: refused refunds take their usual place again. */
  async resume(tx: EntityManager, group: string, rules: RefundRules): Promise<void> {
    const queued = { group, state: 'queued' as const };
    const refused = await tx.findBy(RefundEntity, [
      { ...queued, refusedAt: Not(IsNull()) },
      { ...queued, refusals: MoreThan(0) },
    ]);
    for (const row of refused) await this.apply(tx, row, { event: { type: 'resumed' }, rules });
  }

  private async pauseLane(tx: EntityManager, row: RefundEntity, commands: readonly RefundCommand[]): Promise<void> {
    for (const command of commands) {
      if (command.type !== 'pause-lane') continue;
      const pausedUntil = this.clock.now() + command.forMs;
      const { refusals } = command;
      if (refusals !== undefined) await tx.update(RefundLaneEntity, { id: row.group }, { refusals });
      // A pause that lasts longer stays.
      const shorter = { id: row.group, pausedUntil: LessThan(pausedUntil) };
      await tx.update(RefundLaneEntity, shorter, { pausedUntil, pauseReason: command.reason });
      afterCommit(tx, () => this.pauses.warn(messages.laneResting(row.group, command.forMs, command.reason)));
    }
  }

  /** The account is in order: refunds that were refused meanwhile are at fault themselves, and wait alone. */
  private async clearLane(tx: EntityManager, { group }: RefundEntity, rules: RefundRules): Promise<void> {
    await tx.update(RefundLaneEntity, { id: group }, { refusals: 0, pausedUntil: 0 });
    const refused = await tx.findBy(RefundEntity, { group, state: 'queued', refusedAt: Not(IsNull()) });
    for (const row of refused) await this.apply(tx, row, { event: { type: 'blamed' }, rules });
  }

  /** The refund was refused without being there, which shows how the guard works. */
  private async learnFrom(
    tx: EntityManager,
    before: RefundEntity,
    next: RefundEntity,
    rules: RefundRules,
  ): Promise<void> {
    const isProvedAbsent = before.state === 'unknown' && next.state === 'queued';
    if (!isProvedAbsent || before.reason !== UNCLEAR_REFUSAL) return;
    const isLearnt = await learnScope(tx, before, rules);
    if (isLearnt) afterCommit(tx, () => this.logger.warn(messages.guardIsWide(next.group)));
  }

  private alert(tx: EntityManager, row: RefundEntity, commands: readonly RefundCommand[]): void {
    for (const command of commands) {
      if (command.type !== 'alert') continue;
      const text = messages.refundNeedsAttention({ ...row, reason: command.reason });
      afterCommit(tx, () => this.logger.error(text));
    }
  }

  /** A refusal is logged once: one that needs attention is logged as that. */
  private tellRejected(
    tx: EntityManager,
    { before, row }: { readonly before: RefundEntity; readonly row: RefundEntity },
    commands: readonly RefundCommand[],
  ): void {
    const isRefused = row.origin === 'shop' && row.state === 'rejected' && before.state !== 'rejected';
    if (!isRefused || commands.some(({ type }) => type === 'alert')) return;
    const text = messages.refundRejected(row);
    afterCommit(tx, () => this.logger.warn(text));
  }
}

/** The changes of the order by a step. */
function changesOf(before: RefundEntity, row: RefundEntity, commands: readonly RefundCommand[]): RefundChanges {
  const changes: RefundChange[] = [];
  let attention: string | undefined;
  if (before.state !== 'cancelled' && row.state === 'cancelled') changes.push(changeOf(row, 'cancelled'));
  for (const command of commands) {
    if (command.type === 'notify') changes.push(changeOf(row, command.kind));
    if (command.type === 'alert') attention = attentionFor(command.reason);
  }
  return { changes, attention };
}

/** A refund's change, in the form that its order records. */
export const changeOf = (row: RefundEntity, kind: RefundEventKind): RefundChange => ({
  kind: toTransitionKind(kind),
  amount: row.amount,
  currency: row.currency,
  serviceRefundId: row.serviceRefundId,
  refund: { id: row.id, key: row.origin === 'shop' ? row.key : null, reason: row.reason },
});

/** The facts that the protocol decides on. */
export const factsOf = (row: RefundEntity): RefundFacts => ({
  state: row.state,
  attempts: row.attempts,
  lastSentAt: row.lastSentAt,
  arrivedBy: row.arrivedBy,
  notBefore: row.notBefore,
  failures: row.failures,
  refusals: row.refusals,
  refusedAt: row.refusedAt,
  outages: row.outages,
  reads: row.reads,
  nextReadAt: row.nextReadAt,
  cleanReads: row.cleanReads,
  lastCleanReadAt: row.lastCleanReadAt,
  unknownSince: row.unknownSince,
  serviceRefundId: row.serviceRefundId,
  reason: row.reason,
});
