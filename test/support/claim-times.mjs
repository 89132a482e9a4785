/** The duration of claims of due rows, from the BEGIN of their transaction to its COMMIT. */
import { tapStatements } from './statement-tap.mjs';

const BEGINS = /^(START TRANSACTION|BEGIN)\b/i;
const CLAIMS = /\bSKIP LOCKED\b/i;

/**
 * @returns a list that grows with each claim, in milliseconds; on SQLite it stays empty, because its claims have no
 * such statements
 */
export function timeClaims(dataSource) {
  const times = [];
  const begun = new WeakMap();
  tapStatements(dataSource, {
    before: ({ sql, runner }) => void (BEGINS.test(sql) && begun.set(runner, performance.now())),
    after: ({ sql, runner, transaction }) => {
      const isClaim = sql === 'COMMIT' && transaction.some((statement) => CLAIMS.test(statement));
      if (isClaim) times.push(performance.now() - begun.get(runner));
    },
  });
  return times;
}
