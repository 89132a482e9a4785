import { evidenceText, type RefundState } from '../../shop/refund-records/index.js';
import type { RefundLane, RefundProof } from '../../shop/refunds/index.js';

/** The colour of each state. */
export const REFUND_TONES: Readonly<Record<RefundState, 'good' | 'bad' | 'wait' | 'note' | 'plain'>> = {
  queued: 'wait',
  sending: 'note',
  accepted: 'note',
  settled: 'good',
  rejected: 'bad',
  unknown: 'wait',
  manual: 'bad',
  cancelled: 'plain',
};

/** How the state of a lane looks, and what it says. */
export const LANE_LABELS: Readonly<Record<RefundLane['state'], { tone: string; text: string }>> = {
  idle: { tone: 'plain', text: 'nothing to send' },
  waiting: { tone: 'note', text: 'sending in turn' },
  sending: { tone: 'note', text: 'sending now' },
  resting: { tone: 'wait', text: 'resting' },
  paused: { tone: 'bad', text: 'stopped by a person' },
};

const PHASES: Readonly<Record<string, string>> = {
  queue: 'before it left, in the line for the service',
  resolve: "before it left, while the service's address was looked up",
  connect: 'before it left, while connecting',
  tls: 'before it left, while connecting',
  request: 'while it was being sent',
  'response-status': 'while the answer was waited for',
  'response-body': 'in the middle of the answer',
  answer: 'with a whole answer',
};

/** What one piece of evidence says: a sentence, and what stands behind it. */
export function proofText(proof: RefundProof): { readonly text: string; readonly details: readonly string[] } {
  const { code, httpStatus, phase, durationMs, attempt } = proof;
  const details = [
    attempt > 0 && `sending ${attempt}`,
    code !== null && code,
    httpStatus !== null && `HTTP ${httpStatus}`,
    phase !== null && (PHASES[phase] ?? phase),
    durationMs !== null && `took ${durationMs} ms`,
  ];
  return { text: evidenceText(proof), details: details.filter((each) => each !== false) };
}
