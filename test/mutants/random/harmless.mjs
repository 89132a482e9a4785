import { HARMLESS_IN_ORDERS } from './harmless-orders.mjs';

/**
 * Defects that change nothing which a shop, its staff or the service could notice, each with the reason. They are known by
 * their file and the line before and after, in one line each: where in the file it stands does not matter.
 */

/** See the types. */
export const HARMLESS = [
  ...HARMLESS_IN_ORDERS,
  {
    file: 'src/shop/poll-schedule/poll-schedule.ts',
    before: "const until = Math.max(byMethod, activeUntil ?? 0, underWay ? since + (expiry['UNCLEARED'] ?? 0) : 0);",
    after: "const until = Math.max(byMethod, activeUntil ?? 1, underWay ? since + (expiry['UNCLEARED'] ?? 0) : 0);",
    why: 'One millisecond of the year 1970.',
  },
  {
    file: 'src/shop/core/kept-connection.ts',
    before: 'private steadyFrom = 0;',
    after: 'private steadyFrom = 1;',
    why: 'One millisecond after the start of the process.',
  },
  {
    file: 'src/shop/refunds/batches/refund-batch-presenter.ts',
    before: "const estimatedEnd = state === 'running' && counts.queued ? await this.endOf(batch) : null;",
    after: "const estimatedEnd = state === 'running' ? await this.endOf(batch) : null;",
    why: 'Of a batch with nothing queued the plan of its lane has no end either: it is read in vain.',
  },
  {
    file: 'src/shop/refunds/sending/lane-queue.ts',
    before: 'const first = best.find((each) => guards.pairFreeAt(each) <= moment.now);',
    after: 'const first = best.find((each) => guards.pairFreeAt(each) < moment.now);',
    why: 'What is free from this moment on is not read as a refund that others wait for.',
  },
  {
    file: 'src/shop/data-source/call-budget/shared-call-budget.ts',
    before: 'return await waitAtMost(work(), { ms: PATIENCE_MS, late, ref: false });',
    after: 'return await waitAtMost(work(), { ms: PATIENCE_MS, late, ref: true });',
    why: 'The end of a process whose database hangs, later by two seconds at most.',
  },
  {
    file: 'src/database/engine/claim-rows.ts',
    before: ".orderBy('due.dueAt', 'ASC') .addOrderBy('due.id', 'ASC')",
    after: ".orderBy('due.dueAt', 'ASC')",
    why: 'Only the time is read of the first row: of several that are due at it, any will do.',
  },
  {
    file: 'src/shop/polling/sweep/sweep-polls.ts',
    before: "const waiting = { id: In([...ids].sort()), state: 'pending' as const, leaseToken: IsNull() };",
    after: "const waiting = { id: In([...ids]), state: 'pending' as const, leaseToken: IsNull() };",
    why: 'A database visits the ids of an IN in the order of its index, or its table, whatever their order in the statement.',
  },
  {
    file: 'src/shop/core/options/validate-options.ts',
    before: 'const isTime = Number.isSafeInteger(nowMs) && nowMs >= LEAST_MS;',
    after: 'const isTime = Number.isSafeInteger(nowMs) && nowMs > LEAST_MS;',
    why: 'One millisecond of the year 1973.',
  },
  {
    file: 'src/shop/data-source/call-budget/shared-call-budget.ts',
    before: "const id: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'insertId') : 0;",
    after: "const id: unknown = raw !== null ? Reflect.get(raw, 'insertId') : 0;",
    why: 'Every driver answers an UPDATE with an object: the header of MySQL, or the list of rows of the others.',
  },
  {
    file: 'src/shop/effects/effects.service.ts',
    before: 'await waitAtMost(work(abort.signal), { ms: patienceMs, late, ref: false });',
    after: 'await waitAtMost(work(abort.signal), { ms: patienceMs, late, ref: true });',
    why: 'The timer ends with the work, after a second at the latest: it keeps a process that ends no longer than its stop waits.',
  },
  {
    file: 'src/database/engine/postgres-clients.ts',
    before: 'Reflect.set(pool, INSTALLED, true);',
    after: 'Reflect.set(pool, INSTALLED, false);',
    why: 'It is looked whether the mark is there, not what it says.',
  },
  {
    file: 'src/shop/core/kept-connection.ts',
    before: "signal.addEventListener('abort', () => reject(closed()), { once: true });",
    after: "signal.addEventListener('abort', () => reject(closed()), { once: false });",
    why: 'A signal aborts once.',
  },
  {
    file: 'src/shop/notifications/inbox/notification-bodies.ts',
    before: 'const rows = await tx.find(NotificationEntity, { select: { id: true }, where });',
    after: 'const rows = await tx.find(NotificationEntity, { select: { id: false }, where });',
    why: 'TypeORM then reads all columns, the id among them.',
  },
  {
    file: 'src/shop/refund-records/matching/external-refunds.service.ts',
    before: '} else if (known && standing < recorded && mayShrink)',
    after: '} else if (known && standing <= recorded && mayShrink)',
    why: 'Where as much stands as is on record it is less by nothing, and nothing is written.',
  },
  {
    file: 'src/shop/refunds/batches/csv-records.ts',
    before:
      "const [header = ''] = new TextDecoder().decode(bytes.subarray(0, MAX_LINE_BYTES)).split(/\\r\\n|\\r|\\n/, 1);",
    after:
      "const [header = ''] = new TextDecoder().decode(bytes.subarray(1, MAX_LINE_BYTES)).split(/\\r\\n|\\r|\\n/, 1);",
    why: 'The header is only asked which separator it has more of: its first byte is none where a column has a name.',
  },
  {
    file: 'src/shop/refunds/sending/lane-plan.ts',
    before: "return (a.items[0]?.id ?? '') < (b.items[0]?.id ?? '');",
    after: "return (a.items[0]?.id ?? '') <= (b.items[0]?.id ?? '');",
    why: 'A refund is in one pile: no two begin with the same.',
  },
  {
    file: 'src/shop/refund-records/lane/lane-guards.ts',
    before: 'else if (until < known.until) known.others = Math.max(known.others, until);',
    after: 'else if (until <= known.until) known.others = Math.max(known.others, until);',
    why: 'Of two refunds that end at the same time either may be the one that is named: each has to wait for the other.',
  },
  {
    file: 'src/shop/polling/sweep/sweep.ts',
    before: "const canGoOn = state === 'walking' && cursor && typeof place === 'number';",
    after: "const canGoOn = cursor && typeof place === 'number';",
    why: 'A sweep that is idle has no cursor: whatever ends one takes both away in the same statement.',
  },
  {
    file: 'src/database/engine/database-clock.ts',
    before: 'if (bounds.errorMs <= GOOD_ENOUGH_MS) break;',
    after: 'if (bounds.errorMs < GOOD_ENOUGH_MS) break;',
    why: 'One more reading, where the error is three milliseconds to the fraction.',
  },
  {
    file: 'src/database/engine/scope-context.ts',
    before: 'const SLICE_MS = 20;',
    after: 'const SLICE_MS = 21;',
    why: 'One millisecond of a turn of the event loop.',
  },
  {
    file: 'src/shop/polling/poll.worker.ts',
    before:
      'const isOver = dueAt === null && (isTried || now >= expiresAt(facts, group.polling) + 2 * group.polling.graceMs);',
    after:
      'const isOver = dueAt === null && (isTried || now > expiresAt(facts, group.polling) + 2 * group.polling.graceMs);',
    why: 'One millisecond at the end of a wait of hours, in which the order is read once more.',
  },
  {
    file: 'src/shop/notifications/inbox/notification-bodies.ts',
    before: 'const ids = rows.map(({ id }) => id).sort();',
    after: 'const ids = rows.map(({ id }) => id);',
    why: 'A database visits the ids of an IN in the order of its index, or its table, whatever their order in the statement.',
  },
  {
    file: 'src/shop/retention/finished-rows.ts',
    before:
      'const [last] = await tx.find(entity, { where: upTo(LessThan(until)), order, skip: DELETED_AT_ONCE - 1, take: 1 });',
    after:
      'const [last] = await tx.find(entity, { where: upTo(LessThan(until)), order, skip: DELETED_AT_ONCE - 1, take: 2 });',
    why: 'Of what is read the first row alone is looked at.',
  },
  {
    file: 'src/shop/retention/finished-rows.ts',
    before: 'const [first] = await tx.find(entity, { where: upTo(LessThan(until)), order, take: 1 });',
    after: 'const [first] = await tx.find(entity, { where: upTo(LessThan(until)), order, take: 2 });',
    why: 'Of what is read the first row alone is looked at.',
  },
  {
    file: 'src/shop/diagnostics/group-seeker.ts',
    before: 'for (let start = 0; start < names.length; start += AT_ONCE)',
    after: 'for (let start = 0; start <= names.length; start += AT_ONCE)',
    why: 'One more round, over no name.',
  },
  {
    file: 'src/shop/retention/tillbridge-retention.ts',
    before:
      "if (ids.length > 0) await tx.update(OutboxEntity, { id: In(ids), state: 'discarded' }, { lastError: null });",
    after:
      "if (ids.length >= 0) await tx.update(OutboxEntity, { id: In(ids), state: 'discarded' }, { lastError: null });",
    why: 'One more statement an hour, which finds no row.',
  },
  {
    file: 'src/shop/effects/outbox/effects-dispatcher.ts',
    before: 'const ids = waiting.map(({ id }) => id).sort();',
    after: 'const ids = waiting.map(({ id }) => id);',
    why: 'A database visits the ids of an IN in the order of its index, or its table, whatever their order in the statement.',
  },
  {
    file: 'src/shop/notifications/intake/notification-verifier.ts',
    before: 'rawBody !== undefined && Buffer.compare(released, rawBody) === 0;',
    after: 'rawBody !== undefined && Buffer.compare(rawBody, released) === 0;',
    why: 'Whether two are the same is the same, whichever comes first.',
  },
  {
    file: 'src/shop/effects/outbox/hand-over.ts',
    before:
      "const waiting = { id: In(rows.map(({ id }) => id).sort()), state: 'pending' as const, leaseToken: IsNull() };",
    after: "const waiting = { id: In(rows.map(({ id }) => id)), state: 'pending' as const, leaseToken: IsNull() };",
    why: 'A database visits the ids of an IN in the order of its index, or its table, whatever their order in the statement.',
  },
  {
    file: 'src/shop/return-page/return-page.request.ts',
    before: 'return html >= 0 && (json < 0 || html < json);',
    after: 'return html >= 0 && (json < 0 || html <= json);',
    why: 'Two words do not begin at one place.',
  },
  {
    file: 'src/shop/polling/poll-cron.ts',
    before: 'const isPlanned = planned !== undefined && planned.cron === polling.cron && planned.next <= next;',
    after: 'const isPlanned = planned !== undefined && planned.cron === polling.cron && planned.next < next;',
    why: 'Where both are the same time it has not come, and the same time is planned again.',
  },
];

/** See the types. */
export const whyHarmless = ({ file, before, after }, list = HARMLESS) =>
  list.find((each) => each.file === file && each.before === before && each.after === after)?.why;
