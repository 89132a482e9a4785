import { leftIn } from '../../../src/shop/refund-records/money/money-book.js';
import { chapterOf, leavingOut } from '../chapter.js';
import { moneyHistory, type MoneyHistory } from './money-history.js';
import { MoneyTrial, type LeftIn } from './money-trial.js';

/** Defects of the sum that is left. */
const DEFECTS: Readonly<Record<string, LeftIn>> = {
  'a refund whose fate is open explains what the service has given back': ({ rows, ...book }) =>
    leftIn({
      ...book,
      rows: rows.map((row) => (row.state === 'unknown' ? { ...row, state: 'accepted' } : row)),
    }),
  'a refund that waits is not counted': ({ rows, ...book }) =>
    leftIn({ ...book, rows: rows.filter(({ state }) => state !== 'queued') }),
  'what the service has given back untold is not counted': (book) => leftIn({ ...book, reported: 0 }),
  'a refund in no sum that was told explains one, while the fate of another is open': (book) =>
    leftIn({ ...book, reportedAt: null }),
  'a refund that the bank refused stays counted': ({ rows, ...book }) =>
    leftIn({
      ...book,
      rows: rows.map((row) => (row.state === 'rejected' ? { ...row, state: 'settled' } : row)),
    }),
};

/** What of an order's money can still be given back. */
export const moneyChapter = chapterOf<MoneyHistory, LeftIn>({
  name: 'money',
  says: 'how much of an order can still be given back',
  make: moneyHistory,
  play: (history, defect) => new MoneyTrial(history, defect).play(),
  *without(history) {
    for (const steps of leavingOut(history.steps)) yield { ...history, steps };
  },
  defects: DEFECTS,
});
