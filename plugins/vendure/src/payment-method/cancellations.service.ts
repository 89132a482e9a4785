import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import {
  EventBus,
  Logger,
  OrderStateTransitionEvent,
  ProcessContext,
  RequestContextService,
  type RequestContext,
} from '@vendure/core';
import { isPaymentError, Payments } from 'tillbridge';
import { LOGGER_CONTEXT, PLUGIN_OPTIONS } from '../constants';
import type { TillbridgePluginOptions } from '../options/plugin-options';
import { runsWorkers } from '../options/resolve-options';
import type { TillbridgePaymentRecord } from '../records/payment-record.entity';
import { PaymentRecords } from '../records/payment-records.service';

/** How often cancellations are repeated that the service has not accepted. */
const RETRY_MS = 60_000;

/** Cancels orders at the service that were cancelled here, so that they are not paid any more. */
@Injectable()
export class Cancellations implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly payments: Payments,
    private readonly records: PaymentRecords,
    private readonly contexts: RequestContextService,
    private readonly events: EventBus,
    private readonly process: ProcessContext,
    @Inject(PLUGIN_OPTIONS) private readonly options: TillbridgePluginOptions,
  ) {}

  onApplicationBootstrap(): void {
    this.events.ofType(OrderStateTransitionEvent).subscribe(({ toState }) => {
      if (toState === 'Cancelled') void this.run();
    });
    if (!runsWorkers(this.options, this.process)) return;
    this.timer = setInterval(() => void this.run(), RETRY_MS);
    this.timer.unref();
    // A process may have stopped before it could send a cancellation.
    void this.run();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** Sends every cancellation that the service has not received yet. */
  run(): Promise<void> {
    this.running = this.running.then(() => this.cancelAll()).catch((error: unknown) => report(error));
    return this.running;
  }

  private async cancelAll(): Promise<void> {
    const ctx = await this.contexts.create({ apiType: 'admin' });
    // One that cannot be sent, as of a terminal group that was removed, must not keep those after it.
    for (const record of await this.records.toCancel(ctx)) await this.cancel(ctx, record).catch(report);
  }

  private async cancel(ctx: RequestContext, record: TillbridgePaymentRecord): Promise<void> {
    const { group, paymentOrderId } = record;
    const { orders } = this.payments.group(group);
    const order = await orders.find(paymentOrderId);
    // The service may have the order in a moment: then it must get the cancellation, too.
    if (order?.createState === 'creating') return;
    try {
      if (order && !order.paid && order.createState === 'created') await orders.cancel(paymentOrderId);
      await this.records.cancelDone(ctx, record);
    } catch (error) {
      if (isPaymentError(error) && isOver(error.retry)) await this.records.cancelDone(ctx, record);
      report(error);
    }
  }
}

/**
 * Whether a repetition would get the same answer: the order was paid or had ended, and the module sees that like
 * any other change.
 */
const isOver = (retry: string): boolean => retry === 'no' || retry === 'new-attempt';

const report = (error: unknown): void =>
  Logger.warn(`A cancellation did not reach the payment service: ${String(error)}`, LOGGER_CONTEXT);
