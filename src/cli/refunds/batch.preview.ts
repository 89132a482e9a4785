import { createInterface } from 'node:readline/promises';
import type { RefundBatchPreview, RefundBatchTotal } from '../../shop/index.js';
import { EXIT } from '../exit-codes.js';
import type { Output, Report } from '../output/index.js';
import { spanText } from '../wording.js';

const totalsText = (totals: readonly RefundBatchTotal[]): string =>
  totals.map(({ refunds, amount }) => `${refunds} of ${amount.toString()} together`).join(', ');

const previewText = ({ totals, durationMs }: RefundBatchPreview): string =>
  `Refunds: ${totalsText(totals)}; sending takes ${spanText(durationMs)} if every answer comes as expected.`;

/** How the user is asked. */
export interface Asking {
  readonly output: Output;
  readonly signal: AbortSignal;
  /** Whether the user agreed in advance. */
  readonly isYes: boolean;
}

/** Shows the total of a batch, and whether to make it: from `--yes`, or from an answer on a terminal. */
export async function isConfirmed(preview: RefundBatchPreview, { output, signal, isYes }: Asking): Promise<boolean> {
  if (isYes) output.note(previewText(preview));
  if (isYes || !process.stdin.isTTY || !process.stderr.isTTY) return isYes;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const question = `${previewText(preview)}\nGive all of it back? [y/N] `;
    return /^y(?:es)?$/i.test((await terminal.question(question, { signal })).trim());
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}

/** A batch that was only shown. */
export const previewReport = (preview: RefundBatchPreview, group: string): Report => ({
  exit: EXIT.no,
  json: { submitted: false, group, preview },
  text: () => `${previewText(preview)}\nNothing was written. --yes does it.`,
});
