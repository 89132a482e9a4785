/** What loses effects that queues carry, writes more than one of them, or deletes rows that are still needed. */
const FINISHED_ROWS = {
  promise: 2,
  file: 'src/shop/retention/finished-rows.ts',
  spec: 'test/shop/retention/rows.spec.ts',
};
const HANDED_OVER = { promise: 2, spec: 'test/shop/effects/hand-over.spec.ts' };

export const WORK = [
  {
    ...HANDED_OVER,
    id: 'queue-tries-a-killer',
    what: 'an effect that may have ended a process is tried in a queue, beside others',
    file: 'src/shop/workers/leased-rows.ts',
    replace: ['!mayHaveCrashed({ ...row, attempts: row.attempts + 1 })', 'true'],
    test: 'effects that are handed over (sqlite) run here, one at a time, when they may have ended a process: no queue tries them beside others',
  },
  {
    ...HANDED_OVER,
    id: 'handed-over-out-of-line',
    what: 'an effect is handed to a queue before an earlier one of its order has ended',
    file: 'src/shop/effects/outbox/effects-dispatcher.ts',
    replace: ['this.prepared.isNext(row) &&', 'true &&'],
    test: 'effects that are handed over (sqlite) are handed over in the order of their line: the next only when the one before has ended',
  },
  {
    ...HANDED_OVER,
    id: 'lost-by-a-queue',
    what: 'an effect that its queue has lost is not handed over again',
    file: 'src/shop/effects/outbox/hand-over.ts',
    replace: ['const HANDED_MS = 60_000;', 'const HANDED_MS = 60_000_000;'],
    test: 'effects that are handed over (sqlite) are handed over again when nobody has begun them within a minute: a queue may lose everything',
  },
  {
    ...HANDED_OVER,
    id: 'one-claim-two-runs',
    what: 'a job that comes twice at the same moment is run twice under one lease',
    file: 'src/shop/effects/outbox/effects-dispatcher.ts',
    replace: ['if (!taken.delete(id) || !row)', 'if (!row)'],
    test: 'effects that are handed over (sqlite) are handed over again when nobody has begun them within a minute: a queue may lose everything',
  },
  {
    ...FINISHED_ROWS,
    id: 'failed-effects-deleted',
    what: 'an effect that was given up is deleted with those that ran',
    replace: ["deleting(outbox('discarded'))", "deleting(outbox('dead' as never))"],
    test: 'finished rows (sqlite) are only those that are finished: what failed can be replayed after years',
  },
  {
    ...FINISHED_ROWS,
    id: 'poll-of-yesterday-deleted',
    what: 'a poll that somebody asked for just now is deleted because its payment is old',
    replace: ["({ state: 'done', dueAt: LessThan(before) })", "({ state: 'done' })"],
    test: 'finished rows (sqlite) are only those that are finished: what failed can be replayed after years',
  },
  {
    ...FINISHED_ROWS,
    id: 'rows-of-one-batch-only',
    what: 'one run of the retention deletes one batch and leaves the rest',
    replace: ['isLast: !last }', 'isLast: true }'],
    test: 'finished rows (sqlite) are deleted in batches, and once each by two processes at a time',
  },
  {
    id: 'outside-writes-untold',
    what: 'no one is told of a handler that writes outside of its transaction',
    promise: 2,
    file: 'src/database/engine/outside-writes.ts',
    replace: ['if (!report) return;', 'return;'],
    spec: 'test/shop/effects/outside-writes.spec.ts',
    test: 'a handler that writes past the EntityManager it was given (sqlite) is named in one warning, with the table and no value: what it writes stays, one row for each failure',
  },
];
