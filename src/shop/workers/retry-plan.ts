import { backoffMs, storableText } from '../../support/index.js';

/** How often, and how far apart, a row is worked on before it waits for a person. Times in milliseconds. */
export interface RetryPlan {
  readonly attempts: number;
  readonly baseMs: number;
  readonly capMs: number;
}

/** Thirteen attempts over roughly half an hour: 1 s, 2 s, 4 s … at most 10 minutes apart, each shortened by up to half. */
export const RETRY_PLAN: RetryPlan = { attempts: 13, baseMs: 1_000, capMs: 600_000 };

/** What becomes of a row that failed: when it is due again, or that it has failed too often. */
export function afterFailure(
  attempts: number,
  now: number,
  plan: RetryPlan = RETRY_PLAN,
): { dueAt: number } | 'given-up' {
  if (attempts >= plan.attempts) return 'given-up';
  const { baseMs, capMs } = plan;
  return { dueAt: now + backoffMs({ attempt: attempts, baseMs, capMs, jitter: 'equal' }) };
}

/** The text of a failure, short enough for its column; surprises are not always Errors. */
export const failureText = (error: unknown): string =>
  storableText(error instanceof Error ? `${error.name}: ${error.message}` : String(error), 500);
