import { backoffMs } from '../../support/index.js';

/** How often, and how far apart, a row is worked on before it waits for a person. Times in milliseconds. */
export interface RetryPlan {
  readonly attempts: number;
  readonly baseMs: number;
  readonly capMs: number;
}

/** Ten attempts over roughly half an hour: 1 s, 2 s, 4 s … at most 10 minutes apart. */
export const RETRY_PLAN: RetryPlan = { attempts: 10, baseMs: 1_000, capMs: 600_000 };

/** What becomes of a row that failed: when it is due again, or that it has failed too often. */
export function afterFailure(
  attempts: number,
  now: number,
  plan: RetryPlan = RETRY_PLAN,
): { dueAt: number } | 'given-up' {
  if (attempts >= plan.attempts) return 'given-up';
  return {
    dueAt: now + Math.max(plan.baseMs / 2, backoffMs({ attempt: attempts, baseMs: plan.baseMs, capMs: plan.capMs })),
  };
}

/** The text of a failure, short enough for its column; surprises are not always Errors. */
export const failureText = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500);
