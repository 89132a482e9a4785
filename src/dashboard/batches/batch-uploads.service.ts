import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { isPaymentError, type Fault } from '../../protocol/index.js';
import { InjectPayments, type Payments } from '../../shop/payments/index.js';
import type { RefundBatch, RefundBatchPreview } from '../../shop/refunds/index.js';
import type { DashboardLabels } from '../dashboard.labels.js';

/** The batch that a clerk uploads. */
export interface Upload {
  readonly group: string;
  /** The name of the batch, which identifies it. */
  readonly key: string;
  readonly csv: string;
}

/** The result of the batch, or all its faults. */
export type UploadVerdict = { readonly preview: RefundBatchPreview } | { readonly faults: readonly Fault[] };

const INVALID = 'REFUND_BATCH_INVALID';

/**
 * Checks uploads and stores them; nothing is written before the confirmation. Storing thousands of refunds takes longer
 * than a browser waits, so it runs in the background. If the process ends meanwhile, no refund of the batch has been
 * sent, and the same upload continues where it stopped.
 */
@Injectable()
export class BatchUploadsService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Tillbridge:Dashboard');
  private readonly writing = new Set<Promise<unknown>>();
  private isStopping = false;

  constructor(@InjectPayments() private readonly payments: Payments) {}

  /** Writes nothing. @throws PaymentError `GROUP_UNKNOWN` */
  async check({ group, csv }: Upload, labels: DashboardLabels['batches']): Promise<UploadVerdict> {
    if (csv.includes('\uFFFD')) return { faults: [{ path: '', message: labels.faults.notText }] };
    try {
      return { preview: await this.payments.refunds.batches.validate({ group, csv }) };
    } catch (error) {
      if (isPaymentError(error, INVALID)) return { faults: error.faults ?? [] };
      throw error;
    }
  }

  /**
   * Starts storing an upload, and continues in the background.
   *
   * @returns the batch, as soon as its first refunds are stored
   * @throws PaymentError `REFUND_BATCH_INVALID`, `REFUND_BATCH_CONFLICT`, `GROUP_UNKNOWN`
   */
  async begin(
    { group, key, csv }: Upload,
    decision: { readonly by: string; readonly why: string },
  ): Promise<RefundBatch> {
    const input = { group, key, csv, ...decision };
    const whole = await new Promise<RefundBatch | null>((resolve, reject) => {
      const onProgress = (): void => {
        resolve(null);
        if (this.isStopping) throw new Error('The application ends.');
      };
      // The caller gets an early failure; a later one is visible in the log, and in the batch that does not grow.
      this.follow(this.payments.refunds.batches.submit({ ...input, onProgress }), input).then(resolve, reject);
    });
    return whole ?? this.payments.refunds.batches.find({ group, key });
  }

  /** Called by Nest: stops storing between two transactions. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await Promise.allSettled(this.writing);
  }

  private async follow(work: Promise<RefundBatch>, upload: Upload): Promise<RefundBatch> {
    this.writing.add(work);
    try {
      return await work;
    } catch (error) {
      if (!isPaymentError(error)) this.logger.error(failureText(upload));
      throw error;
    } finally {
      this.writing.delete(work);
    }
  }
}

const failureText = ({ group, key }: Upload): string =>
  `Batch ${JSON.stringify(key)} of terminal group ${group} is not on record as a whole. Nothing of it is sent before the same is uploaded once more.`;
