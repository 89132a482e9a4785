import type { INestApplicationContext } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import {
  HandlerExplorer,
  isRefundTransition,
  toEvent,
  type HandledEvent,
  type PaymentHandler,
} from '../shop/effects/index.js';
import { DATA_SOURCE } from '../shop/core/index.js';
import { differences, tapDataSource, tapTransaction } from './rehearse-database.js';
import { Findings, Trail } from './rehearse-findings.js';
import { OutsideWatch } from './outside-watch.js';

/** What handlers receive, and what they find, in a {@link rehearse}. */
export interface RehearseOptions {
  /** Changes the event that handlers receive, for example to an order that the shop knows. */
  readonly event?: (kind: HandledEvent['kind']) => Partial<HandledEvent>;
  /** Writes the data that a handler needs. It runs before each run, in its transaction, and is rolled back with it. */
  readonly prepare?: (tx: EntityManager, event: HandledEvent) => Promise<void>;
}

/** One rehearsed handler and kind of event. */
export interface Rehearsal {
  readonly effect: string;
  readonly kind: HandledEvent['kind'];
  /** What it did that it must not do, as text; empty if all is well. */
  readonly faults: readonly string[];
}

/**
 * Thrown by {@link rehearse} if a handler did something that it must not do.
 *
 * @example
 * ```ts
 * const found = await rehearse(app, { event: () => ({ orderId: 'S10042' }) }).catch((thrown: unknown) => thrown);
 * if (found instanceof RehearsalFailed) console.error(found.rehearsals.map(({ effect }) => effect));
 * ```
 */
export class RehearsalFailed extends Error {
  readonly code = 'REHEARSAL_FAILED';

  /** @param rehearsals - those with faults */
  constructor(readonly rehearsals: readonly Rehearsal[]) {
    const list = rehearsals.map(
      ({ effect, kind, faults }) => `\n${effect} (${kind})${faults.map((fault) => `\n  - ${fault}`).join('')}`,
    );
    super(
      `Handlers inside the transaction may run several times although they commit once, so they may do nothing outside of it.${list.join('')}\nDo such things after the commit: @OnPayment(…, { after: 'commit' }).`,
    );
    this.name = 'RehearsalFailed';
  }
}

/** Turns of the event loop after a handler: enough for unawaited work to be observed. */
const AFTERMATH_TICKS = 5;

/**
 * Runs each in-transaction handler of a shop twice, as after a deadlock, with a rollback after each run. It fails if a
 * handler acted outside of the database, or if the second run wrote something else than the first. For a shop's own
 * tests; the database does not change. Not for two applications at a time.
 *
 * It detects connections, requests, datagrams, files, processes and timers that still run, and writes without the given
 * EntityManager. It cannot detect what a module does in memory, or files written by `…Sync` functions that a test
 * runner has imported before.
 *
 * @returns one entry for each rehearsed handler and kind of event
 * @throws RehearsalFailed with each handler and what it did
 * @example
 * ```ts
 * it('payment handlers stay inside their transaction', async () => {
 *   await rehearse(app, { event: () => ({ orderId: 'an-order-of-the-fixture' }) });
 * });
 * ```
 */
export async function rehearse(app: INestApplicationContext, options: RehearseOptions = {}): Promise<Rehearsal[]> {
  const registry = app.get(HandlerExplorer, { strict: false });
  const dataSource = app.get<DataSource>(DATA_SOURCE, { strict: false });
  const trail = new Trail();
  const watch = new OutsideWatch(trail);
  const restore = tapDataSource(dataSource, trail);
  watch.start();
  try {
    const stage = { dataSource, trail, options };
    const rehearsals: Rehearsal[] = [];
    for (const handler of registry.all.filter(({ phase }) => phase === 'transaction')) {
      for (const kind of handler.kinds) rehearsals.push(await rehearseTwice(stage, handler, kind));
    }
    const failed = rehearsals.filter(({ faults }) => faults.length > 0);
    if (failed.length > 0) throw new RehearsalFailed(failed);
    return rehearsals;
  } finally {
    watch.stop();
    restore();
  }
}

interface Stage {
  readonly dataSource: DataSource;
  readonly trail: Trail;
  readonly options: RehearseOptions;
}

async function rehearseTwice(stage: Stage, handler: PaymentHandler, kind: string): Promise<Rehearsal> {
  const [first, second] = [new Findings(), new Findings()];
  for (const findings of [first, second]) await rehearseOnce(stage, { handler, kind, findings });
  const outside = new Set([...first.outside, ...second.outside]);
  return { effect: handler.effect, kind: sampleEvent(kind).kind, faults: [...outside, ...differences(first, second)] };
}

/** Ends each run; never thrown to the caller. */
class TakenBack extends Error {}

async function rehearseOnce(
  { dataSource, trail, options }: Stage,
  { handler, kind, findings }: { handler: PaymentHandler; kind: string; findings: Findings },
): Promise<void> {
  const sample = sampleEvent(kind, handler.group);
  const event = { ...sample, ...options.event?.(sample.kind) } as HandledEvent;
  const run = dataSource.transaction(async (tx) => {
    await options.prepare?.(tx, event);
    tapTransaction(tx, trail);
    await trail
      .follow(findings, () => handler.run(event, tx))
      .catch((error: unknown) => {
        findings.outside.add(`failed: ${String(error)}`);
      });
    for (let tick = 0; tick < AFTERMATH_TICKS; tick += 1) await setImmediate();
    for (const ms of findings.timers.values()) findings.outside.add(`left a timer of ${ms} ms running`);
    throw new TakenBack();
  });
  await run.catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
}

/** An event in the module's form, for an order that does not exist. */
const sampleEvent = (kind: string, group = 'web'): HandledEvent =>
  toEvent(
    {
      id: '01970000-0000-7000-8000-000000000001',
      group,
      orderId: 'REHEARSAL-1',
      reference: null,
      version: 1,
      kind,
      amount: 1250,
      amountRefunded: 0,
      tip: null,
      currency: 'EUR',
      status: 'completed',
      previousStatus: 'initialized',
      transactionId: '4051823',
      paymentMethod: 'IDEAL',
      source: 'notification',
      recordedAt: 1_764_000_000_000,
      refund: isRefundTransition(kind)
        ? { id: '01970000-0000-7000-8000-000000000003', key: 'REHEARSAL-1-R1', reason: null }
        : null,
    },
    '01970000-0000-7000-8000-000000000002',
  );
