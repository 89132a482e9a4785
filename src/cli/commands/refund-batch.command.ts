import { basename } from 'node:path';
import type { Command } from 'commander';
import type { RefundBatch, RefundBatches, RefundBatchInput, RefundBatchPreview } from '../../shop/index.js';
import { instantText, SystemClock } from '../../support/index.js';
import { CliError, usageError } from '../cli-error.js';
import { EXIT } from '../exit-codes.js';
import {
  decisionOf,
  does,
  shopCommand,
  withDecision,
  type CommandContext,
  type DecisionFlags,
  type Work,
} from '../frame.js';
import { readBytes, STANDARD_INPUT } from '../inputs/bytes.input.js';
import { isConfirmed, previewReport } from '../refunds/batch.preview.js';
import { batchReport, isUnderWay, sentOf } from '../refunds/batch.report.js';
import { NO_SENDER, watchUntil } from '../refunds/watch-until.js';
import { chosenGroup, groupOption, type GroupFlags } from '../shop/group.flag.js';
import { withShop } from '../shop/with-shop.js';
import { asAnswer } from '../shop/refusal.js';

interface BatchFlags extends GroupFlags, DecisionFlags {
  readonly key?: string;
  readonly yes: boolean;
  readonly wait: boolean;
}

const HELP = `
The file has a header: order id, amount, currency, reason, key. It is judged whole before anything is written, and sent by the
shop's own processes. Ctrl-C, a crash or a lost connection: the same call goes on, and no refund is made twice.

Example:
  tillbridge refund-batch returns-2026-11.csv --why 'returns of November' --yes`;

/** `tillbridge refund-batch FILE.csv`: makes many refunds, and waits until all of them are sent. */
export function refundBatchCommand(): Command {
  const made = shopCommand('refund-batch')
    .argument('<file>', 'the CSV file, - for standard input')
    .option('--key <key>', 'what makes this batch this one (default: the name of the file)')
    .option('-y, --yes', 'do it; otherwise it is shown, and asked on a terminal', false)
    .option('--no-wait', 'do not wait until all of them are sent')
    .addOption(groupOption());
  return does<BatchFlags>(withDecision(made).addHelpText('after', HELP), refundBatch);
}

const refundBatch: Work<BatchFlags> = async (context, file = '') => {
  const { flags, output } = context;
  const key = flags.key ?? (file === STANDARD_INPUT ? undefined : basename(file));
  if (key === undefined) throw usageError('Standard input has no name.', 'Give the batch one: --key KEY.');
  const csv = await readBytes(file);
  return withShop(flags, output, async (shop) => {
    const input = { csv, key, group: await chosenGroup(shop, flags), ...decisionOf(flags) };
    const { batches } = shop.payments.refunds;
    const preview = await answered(() => batches.validate(input));
    if (!(await isConfirmed(preview, { ...context, isYes: flags.yes }))) return previewReport(preview, input.group);
    const batch = await record(batches, { ...input, preview }, context);
    return batchReport(flags.wait ? await follow(batches, batch, context) : batch, context.signal);
  });
};

/** Runs work that the shop may refuse. */
const answered = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw asAnswer(error);
  });

/** No refund is sent before the whole batch is stored. If the program is stopped here, the same call continues. */
async function record(
  batches: RefundBatches,
  { preview, ...input }: RefundBatchInput & { readonly preview: RefundBatchPreview },
  { output, signal }: CommandContext<BatchFlags>,
): Promise<RefundBatch> {
  const progress = await output.progress('On record', preview.refunds);
  const onProgress = (done: number, of: number): void => {
    progress.update(done, { total: of });
    if (signal.aborted) throw stoppedEarly(done, of);
  };
  try {
    return await answered(() => batches.submit({ ...input, onProgress }));
  } finally {
    progress.stop();
  }
}

const stoppedEarly = (done: number, of: number): CliError =>
  new CliError({
    code: 'STOPPED',
    message: `Stopped with ${done} of ${of} refunds on record; nothing is sent.`,
    advice: 'The same call goes on.',
    exit: EXIT.stopped,
  });

async function follow(
  batches: RefundBatches,
  batch: RefundBatch,
  { output, signal }: CommandContext<BatchFlags>,
): Promise<RefundBatch> {
  if (batch.estimatedEnd !== null)
    output.note(`All of it is sent by ${instantText(batch.estimatedEnd)}, if every answer comes as expected.`);
  const progress = await output.progress('Sent', batch.size);
  try {
    return await watchUntil({
      read: () => batches.find(batch.id),
      isOver: (seen) => !isUnderWay(seen),
      markOf: ({ counts }) => JSON.stringify(counts),
      onRead: (seen) => progress.update(sentOf(seen), leftOf(seen)),
      onSilence: () => output.note(NO_SENDER),
      signal,
    });
  } finally {
    progress.stop();
  }
}

/** The lane's plan is more exact than the pace so far, because equal amounts of one order must wait for one another. */
const leftOf = ({ estimatedEnd }: RefundBatch): { readonly leftMs?: number } =>
  estimatedEnd === null ? {} : { leftMs: Math.max(0, estimatedEnd - new SystemClock().now()) };
